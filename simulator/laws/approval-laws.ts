import type { Catalogue } from '../../src/domain/state/catalogue.ts';
import type { Instant } from '../../src/domain/text/timestamp.ts';
import { type Withdrawal, withdrawalStatuses } from '../../src/domain/withdrawals/withdrawal.ts';
import type { Staff } from '../people/staff.ts';
import type { Commit, Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const peopleLaw = 'no operator lets money out alone';

const { created, sending, sent, rejected } = withdrawalStatuses;
/** Clocks of processes jump by up to an hour and a half, so what is nearly a day old is not counted. */
const dayMs = 20 * 3_600_000;

/**
 * Worked out from who is who, not from what the service believes: two people are two who were there before the withdrawal.
 * Together, what one person has let out within a day for all stores of a merchant stays below the limit for one.
 */
export class ApprovalLaws implements Law {
  readonly #staff: Staff;
  /** By one person's word, newest last. */
  readonly #byOne: Withdrawal[] = [];

  constructor(staff: Staff) {
    this.#staff = staff;
  }

  committed({ changes, replaced, decisions, catalogue, store }: Commit): void {
    for (const { id } of changes.withdrawals.changed) {
      const before = replaced.withdrawals.get(id);
      const after = store.withdrawals.get(id);
      if (before === undefined || after === undefined || before.status === after.status) continue;
      const at = decisions.at(-1)?.at ?? after.updatedAt;
      if (before.status === created && (after.status === sending || after.status === sent))
        this.#leaves(after, at, catalogue);
      if (before.status === sending && after.status === rejected) {
        const agreed = this.#staff.isAgreed(after.id);
        mustHold(agreed, peopleLaw, after.id, () => 'one person gave back what may be on the network');
      }
    }
  }

  #leaves(withdrawal: Withdrawal, at: Instant, { stores }: Catalogue): void {
    const { id, storeId, approvals, createdAt } = withdrawal;
    const people = new Set(approvals.map(({ userId }) => userId).filter((one) => this.#staff.madeAt(one) <= createdAt));
    mustHold(people.size > 0, peopleLaw, id, () => 'nobody has approved it');
    if (people.size > 1) return;
    this.#byOne.push(withdrawal);
    const merchantOf = (one: number) => stores.get(one)?.merchantId;
    const ofDay = this.#byOne.filter((one) => one.createdAt > at - dayMs);
    const ofMerchant = ofDay.filter((one) => merchantOf(one.storeId) === merchantOf(storeId));
    const partOf = (one: Withdrawal) => Number(one.sum) / Number(stores.get(one.storeId)?.twoApprovalsAbove ?? 0n);
    const part = ofMerchant.reduce((all, one) => all + partOf(one), 0);
    // Fractions are not exact here; a withdrawal too many is a tenth of a limit at least.
    mustHold(part < 1.000_001, peopleLaw, id, () => `one person let ${part} of the limit out within a day`);
  }
}
