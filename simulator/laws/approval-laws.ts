import type { Instant } from '../../src/domain/timestamp.ts';
import { type Withdrawal, withdrawalStatuses } from '../../src/domain/withdrawal.ts';
import type { Staff } from '../people/staff.ts';
import type { Commit, Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const peopleLaw = 'no operator lets money out alone';

const { created, sending, sent, rejected } = withdrawalStatuses;
/** Clocks of processes jump by up to an hour and a half, so what is nearly a day old is not counted. */
const dayMs = 20 * 3_600_000;

/**
 * Worked out from who is who, not from what the service believes: two people are two who were there before the withdrawal.
 * Together, what one person has let out within a day stays below the limit for one.
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
      const limit = catalogue.stores.get(after.storeId)?.twoApprovalsAbove ?? 0n;
      if (before.status === created && (after.status === sending || after.status === sent))
        this.#leaves(after, at, limit);
      if (before.status === sending && after.status === rejected) {
        const agreed = this.#staff.isAgreed(after.id);
        mustHold(agreed, peopleLaw, after.id, () => 'one person gave back what may be on the network');
      }
    }
  }

  #leaves(withdrawal: Withdrawal, at: Instant, limit: bigint): void {
    const { id, storeId, approvals, createdAt } = withdrawal;
    const people = new Set(approvals.map(({ userId }) => userId).filter((one) => this.#staff.madeAt(one) <= createdAt));
    mustHold(people.size > 0, peopleLaw, id, () => 'nobody has approved it');
    if (people.size > 1) return;
    this.#byOne.push(withdrawal);
    const ofDay = this.#byOne.filter((one) => one.storeId === storeId && one.createdAt > at - dayMs);
    const sum = ofDay.reduce((all, one) => all + one.sum, 0n);
    mustHold(sum <= limit, peopleLaw, id, () => `one person let ${sum} out within a day, more than ${limit}`);
  }
}
