import { describe, expect, it } from 'vitest';
import { catalogueOf, invoice, noon, requisite } from '../../test/engine/support/small-world.ts';
import { type Command, type Decision, done, doneBefore } from '../commands/command.ts';
import { merchantParty, type Party, payerParty } from '../domain/authority/own-word.ts';
import { settlement } from '../domain/money/money.ts';
import { Rotation } from '../domain/payins/rotation.ts';
import { noChanges } from '../domain/state/changes.ts';
import { AppError } from '../errors/app-error.ts';
import { nothingLoaded } from '../storage/batch/load-steps.ts';
import { decideAll, planAll } from './batch.ts';
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
  readonly decide?: () => Decision<string, string>;
  readonly saidBy?: Party;
  readonly hint?: string;
  readonly plans?: number;
  readonly reject?: (error: unknown) => void;
  readonly idempotency?: Idempotency | null;
  readonly signed?: Job['signed'];
}

function jobOf({ sendsMoneyOut = true, decide = () => done('made', wish), saidBy = merchantParty, ...asked }: Asked) {
  const command: Command<string, string> = { name: 'a test', saidBy, sendsMoneyOut, plan: () => ({}), decide };
  const job: Job = {
    command,
    idempotency: null,
    signed: null,
    hint: undefined,
    plans: 0,
    conflicts: 0,
    resolve: () => undefined,
    reject: (error) => expect.fail(String(error)),
    ...asked,
  };
  return job;
}

function outcomeOf(asked: Asked, loaded = {}, isMoneyOutOpen = false) {
  const work = new WorkingSet(catalogue, { ...nothingLoaded(), ...loaded }, { now: noon, isMoneyOutOpen });
  const [one] = decideAll([{ job: jobOf(asked), needs: {} }], work).decided;
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

const signed = { id: 'signed', windowMs: 1, render: (result: unknown) => ({ status: 201, body: `signed ${result}` }) };
/** Money may go out. */
const openly = (asked: Asked, loaded = {}) => outcomeOf(asked, loaded, true);

describe('an answer', () => {
  it('is what was decided, where the caller has no key and no signature', () => {
    const { text, written } = openly({});
    expect(text).toBe('made');
    expect(written).toMatchObject({ invoices: { added: [{}] }, answers: { added: [] }, signedRequests: { added: [] } });
  });

  it('is kept under its key with what was done, and given to the first caller as well', () => {
    const { text, written } = openly({ idempotency: key });
    expect(text).toBe('made');
    expect(written?.answers.added).toEqual([{ ...given, body: 'made' }]);
  });

  it('is refused to another request under the same key', () => {
    const other = { ...given, requestHash: 'another hash' };
    expect(openly({ idempotency: key }, { answers: [other] })).toEqual({
      text: 'idempotency_key_reused',
      written: null,
    });
  });

  it('is kept for signed bytes with the moment of the answer', () => {
    const { text, written } = openly({ signed });
    expect(text).toBe('signed made');
    expect(written?.signedRequests.added).toEqual([
      { id: 'signed', status: 201, body: 'signed made', answeredAt: noon },
    ]);
  });

  it('is given again to the same signed bytes until their window has passed', () => {
    const first = (answeredAt: number) => ({ signedRequests: [{ ...signedBefore, answeredAt }] });
    expect(openly({ signed }, first(noon))).toEqual({ text: 'signed before', written: null });
    expect(openly({ signed }, first(noon - 1)).text).toBe('signed made');
  });

  it('is given to signed bytes under a new key, and is the answer to that key from then on', () => {
    const { text, written } = openly({ signed, idempotency: key }, { signedRequests: [signedBefore] });
    expect(text).toBe('signed before');
    expect(written?.answers.added).toEqual([{ ...given, body: 'signed before' }]);
    expect(written?.invoices.added).toEqual([]);
  });

  it('is rendered for its key, and kept for the signed bytes in the same words', () => {
    const { text, written } = openly({ signed, idempotency: key });
    expect(text).toBe('made');
    expect(written?.signedRequests.added).toMatchObject([{ status: 200, body: 'made' }]);
  });

  it('is kept under its key when it refuses, but not for signed bytes: nothing was done', () => {
    const decide = () => ({ kind: 'refused', error: new AppError('payout_taken'), changes: noChanges() }) as const;
    const { text, written } = openly({ decide, signed, idempotency: key });
    expect(text).toBe('payout_taken');
    expect(written?.answers.added).toMatchObject([{ body: 'payout_taken' }]);
    expect(written?.signedRequests.added).toEqual([]);
  });

  it('refuses what the word of the caller is not enough for, and stores nothing of it', () => {
    const sum = { amount: settlement(1n), currency: 'USDT', debitId: 1, creditId: 2, subjectId: 'deal' };
    const decide = () => done('made', { ...noChanges(), transfers: [{ ...sum, kind: 'payin_settle' }] });
    expect(openly({ saidBy: payerParty, decide })).toEqual({ text: 'own_word', written: null });
  });

  it('is none when a command fails for a reason that is no rule', () => {
    const decide = () => {
      throw new TypeError('a defect');
    };
    expect(() => openly({ decide })).toThrow('a defect');
  });
});

describe('a command that wants to look again', () => {
  it('is put back with its hint, beside one that is decided', () => {
    const again = jobOf({ decide: () => ({ kind: 'again', hint: 'look there' }), idempotency: key });
    const other = jobOf({});
    const work = new WorkingSet(catalogue, nothingLoaded(), { now: noon, isMoneyOutOpen: true });
    const { decided, repeated } = decideAll(
      [again, other].map((job) => ({ job, needs: {} })),
      work,
    );
    expect(repeated).toEqual([again]);
    expect(again.hint).toBe('look there');
    expect(decided).toEqual([{ job: other, answer: { kind: 'result', result: 'made' } }]);
    expect(work.batchChanges()?.answers.added).toEqual([]);
  });
});

describe('the plan of a batch', () => {
  const rotation = new Rotation();

  it('asks each command with its hint, and adds the answers that it may have had', () => {
    const asked: unknown[] = [];
    const job = jobOf({ idempotency: key, signed, hint: 'look there' });
    const plan = (...given: unknown[]) => {
      asked.push(given);
      return { invoiceIds: ['one'] };
    };
    const plain = jobOf({});
    const planned = planAll([{ ...job, command: { ...job.command, plan } }, plain], catalogue, rotation);
    expect(asked).toEqual([[{ catalogue, rotation }, 'look there']]);
    expect(planned.map(({ needs }) => needs)).toEqual([
      { invoiceIds: ['one'], answer: key, signedRequest: 'signed' },
      {},
    ]);
    for (const one of [{ idempotency: key }, { signed }]) {
      const [needs] = planAll([jobOf(one)], catalogue, rotation).map((each) => each.needs);
      expect(needs).toEqual('signed' in one ? { signedRequest: 'signed' } : { answer: key });
    }
  });

  it('gives up on a command that was planned twenty times, and goes on with the others', () => {
    const refused: unknown[] = [];
    const reject = (error: unknown) => refused.push(error);
    const [last, tooMany] = [jobOf({ plans: 19 }), jobOf({ plans: 20, reject })];
    expect(planAll([tooMany, last], catalogue, rotation).map(({ job }) => job)).toEqual([last]);
    expect(last.plans).toBe(20);
    expect(refused).toMatchObject([{ code: 'overloaded' }]);
  });
});
