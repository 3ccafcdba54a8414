import { describe, expect, it } from 'vitest';
import { catalogueOf, invoice, noon, requisite } from '../../test/engine/support/small-world.ts';
import { type Command, type Decision, done, doneBefore } from '../commands/command.ts';
import { noChanges } from '../domain/changes.ts';
import { merchantVoice } from '../domain/own-word.ts';
import { AppError } from '../errors.ts';
import { nothingLoaded } from '../storage/batch/load-steps.ts';
import { decideAll } from './batch.ts';
import type { Idempotency, Job } from './job.ts';
import { WorkingSet } from './working-set.ts';

const catalogue = catalogueOf([requisite(1)]);
const wish = { ...noChanges(), invoices: [invoice({ type: 'out' })] };
const key: Idempotency = {
  storeId: 1,
  key: 'a key',
  requestHash: 'a hash',
  render: (outcome) => ({ status: 200, body: 'refusal' in outcome ? outcome.refusal.code : 'made' }),
};
const given = { storeId: 1, key: 'a key', requestHash: 'a hash', status: 200, body: 'made before', createdAt: noon };
const signedBefore = { id: 'signed', status: 200, body: 'signed before', answeredAt: noon };

interface Asked {
  readonly sendsMoneyOut?: boolean;
  readonly decide?: () => Decision<string>;
  readonly idempotency?: Idempotency | null;
  readonly signed?: Job['signed'];
}

function outcomeOf({ sendsMoneyOut = true, decide = () => done('made', wish), ...asked }: Asked, loaded = {}) {
  const command: Command<string> = {
    name: 'a test',
    saidBy: merchantVoice,
    sendsMoneyOut,
    plan: () => ({}),
    decide,
  };
  const job = { command, idempotency: null, signed: null, hint: undefined, plans: 1, conflicts: 0, ...asked };
  const settled = { resolve: () => undefined, reject: () => undefined };
  const work = new WorkingSet(catalogue, { ...nothingLoaded(), ...loaded }, { now: noon, isMoneyOutOpen: false });
  const [one] = decideAll([{ job: { ...job, ...settled }, needs: {} }], work).decided;
  const answer = one?.answer;
  const text =
    answer instanceof AppError
      ? answer.code
      : answer?.kind === 'replay'
        ? answer.rendered.body
        : String(answer?.kind === 'result' ? answer.result : null);
  return { text, written: work.batchChanges() };
}

describe('while no money may go out', () => {
  it('an act that sends some is refused, and nothing of it is stored, not even the refusal', () => {
    const refused = { text: 'money_out_stopped', written: null };
    expect(outcomeOf({})).toEqual(refused);
    expect(outcomeOf({ idempotency: key })).toEqual(refused);
    expect(outcomeOf({ signed: { id: 'signed', windowMs: 1, render: () => ({ status: 200, body: '' }) } })).toEqual(
      refused,
    );
  });

  it('an act that sends none is done', () => {
    const { text, written } = outcomeOf({ sendsMoneyOut: false });
    expect([text, written?.invoices.added.length]).toEqual(['made', 1]);
  });

  it('a repeat is answered as before, whatever the command would decide now', () => {
    const decide = () => expect.fail('it is not asked');
    expect(outcomeOf({ idempotency: key, decide }, { answers: [given] }).text).toBe('made before');
    const signed = { id: 'signed', windowMs: 1, render: decide };
    expect(outcomeOf({ signed, decide }, { signedRequests: [signedBefore] }).text).toBe('signed before');
  });

  it('an act that its command knows as done before is answered, and kept under a new key', () => {
    const decide = () => doneBefore('the first one', noChanges());
    expect(outcomeOf({ decide })).toEqual({ text: 'the first one', written: null });
    expect(outcomeOf({ decide, idempotency: key }).written?.answers.added).toHaveLength(1);
  });

  it('an act that a rule refuses is refused for that, and the refusal is kept', () => {
    const decide = () => {
      throw new AppError('insufficient_funds');
    };
    const { text, written } = outcomeOf({ decide, idempotency: key });
    expect([text, written?.answers.added[0]?.body]).toEqual(['insufficient_funds', 'insufficient_funds']);
  });
});
