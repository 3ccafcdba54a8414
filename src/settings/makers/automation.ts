import { automationFields } from '../../domain/makers/automation-settings.ts';
import { currencyOf, formatAmount, minorMax, parseAmount } from '../../domain/money/money.ts';
import { type Changes, readSettings, type TextsOf, writeSettings } from '../../domain/money/setting-fields.ts';
import { AppError } from '../../errors/app-error.ts';
import { readReference } from '../../storage/reads/catalogue-read.ts';
import { lockMaker, makers } from '../../storage/settings/makers/makers.ts';
import {
  type JudgedOutcome,
  lockMessageOutcome,
  updateEntering,
  updateVerdict,
} from '../../storage/settings/messages/messages.ts';
import { findRequisites } from '../../storage/settings/statements/bank-statements.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';

interface AutomationChange extends Changes<TextsOf<typeof automationFields>> {
  readonly id: number;
}

/** What messages of a maker's phones may settle by themselves. What is absent stays as it is. */
export const setAutomation = settingAct({
  name: 'set-automation',
  load: async (tx, { id }: AutomationChange) => ({
    reference: await readReference(tx.client),
    maker: await lockMaker(tx, id),
  }),
  decide({ id, ...change }, { reference, maker }) {
    if (maker === null) throw new AppError('not_found');
    const { subunit } = currencyOf(reference, maker.settlementCurrency);
    const automation = { ...maker.automation, ...readSettings(automationFields, change, subunit) };
    const { isOn, dealMax, dayMax, breakMax } = writeSettings(automationFields, automation, subunit);
    const details = { isOn, dealMax: dealMax ?? 'no limit', dayMax: dayMax ?? 'no limit', breakMax };
    return changed(undefined, { id, automation }, { subjectKind: 'maker', subjectId: id, details });
  },
  store: (tx, { id, automation }) => makers.patch(tx, { id }, { automation }),
});

interface EnteredMessage {
  readonly id: bigint;
  readonly requisiteId: number;
  readonly amount: string;
}

/**
 * Says as what a message is entered, before its money is: a second person, or the same one after a crash, can finish that and
 * nothing else, so that one message never becomes two arrivals.
 */
export const claimMessage = settingAct({
  name: 'claim-message',
  lock: 'rows',
  load: async (tx, { id, requisiteId }: EnteredMessage) => ({
    reference: await readReference(tx.client),
    outcome: await lockMessageOutcome(tx, id),
    requisite: (await findRequisites(tx, [requisiteId]))[0] ?? null,
  }),
  decide({ id, requisiteId, amount: given }, { reference, outcome, requisite }) {
    if (outcome === null) throw new AppError('not_found');
    if (requisite?.makerId !== outcome.makerId) throw new AppError('not_found', { field: 'requisiteId' });
    if (outcome.verdict !== null) throw new AppError('message_decided');
    if (outcome.arrivalId !== null) throw new AppError('message_has_arrival');
    const { subunit } = currencyOf(reference, requisite.currency);
    const amount = parseAmount(given, subunit);
    if (amount === null || amount > minorMax) throw new AppError('invalid_amount', { field: 'amount', subunit });
    const { entering } = outcome;
    if (entering !== null && entering.requisiteId === requisiteId && entering.amount === amount) {
      return unchanged(undefined);
    }
    requireFree(outcome);
    const details = { requisiteId, amount: formatAmount(amount, subunit), phoneId: outcome.phoneId };
    const facts = { subjectKind: 'message', subjectId: String(id), details };
    return changed(undefined, { id, entering: { requisiteId, amount } }, facts);
  },
  store: updateEntering,
});

/** Its money was refused by the books, and is not in them: others may enter it as something else. */
export const releaseMessage = settingAct({
  name: 'release-message',
  lock: 'rows',
  load: (tx, { id }: { readonly id: bigint }) => lockMessageOutcome(tx, id),
  decide({ id }, outcome) {
    if (outcome?.entering == null || outcome.entering.isInBooks || outcome.verdict !== null)
      return unchanged(undefined);
    const { requisiteId } = outcome.entering;
    const facts = { subjectKind: 'message', subjectId: String(id), details: { requisiteId } };
    return changed(undefined, { id, entering: null }, facts);
  },
  store: updateEntering,
});

function requireFree({ isReadAgain, entering }: JudgedOutcome): void {
  if (isReadAgain) throw new AppError('message_being_read');
  if (entering !== null) {
    const { requisiteId, amount, subunit } = entering;
    throw new AppError('message_being_entered', { requisiteId, amount: formatAmount(amount, subunit) });
  }
}

interface MessageVerdict {
  readonly id: bigint;
  readonly verdict: 'dismissed' | 'false' | 'entered';
  /** The arrival that was entered for it. */
  readonly arrivalId: string | null;
}

/** A person's word about a message. A forged one costs its maker the automation. */
export const judgeMessage = settingAct({
  name: 'record-verdict',
  async load(tx, { id }: MessageVerdict) {
    const outcome = await lockMessageOutcome(tx, id);
    return { outcome, maker: outcome === null ? null : await lockMaker(tx, outcome.makerId) };
  },
  decide({ id, verdict, arrivalId }, { outcome, maker }, { actor, at }) {
    if (outcome === null || maker === null) throw new AppError('not_found');
    if (outcome.verdict !== null) throw new AppError('message_decided');
    // Money that is in the books is decided about there; that its message is false can be said at any time.
    if (outcome.arrivalId !== null && verdict !== 'false') throw new AppError('message_has_arrival');
    if (verdict !== 'entered') requireFree(outcome);
    const isCostly = verdict === 'false' && maker.automation.isOn;
    const change = {
      id,
      verdict,
      arrivalId: arrivalId ?? outcome.arrivalId,
      decidedBy: actor.name,
      at,
      maker: isCostly ? { id: maker.id, automation: { ...maker.automation, isOn: false } } : null,
    };
    const details = { verdict, makerId: maker.id, phoneId: outcome.phoneId, isAutomationOff: isCostly };
    return changed(undefined, change, { subjectKind: 'message', subjectId: String(id), details });
  },
  async store(tx, { maker, ...verdict }) {
    await updateVerdict(tx, verdict);
    if (maker !== null) await makers.patch(tx, { id: maker.id }, { automation: { isOn: false } });
  },
});
