import type { Danger } from '../../domain/authority/second-person.ts';
import { requireOpen, withdrawalStatuses } from '../../domain/withdrawals/withdrawal.ts';
import { AppError } from '../../errors/app-error.ts';
import { findWithdrawalStatus } from '../../storage/settings/withdrawals/withdrawals.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';

/** A withdrawal that somebody wants to reject; the command does it once it is allowed. */
export interface Rejection {
  readonly withdrawalId: string;
  readonly storeId: number;
  readonly accountId: string;
  /** What it is about, as people write it. */
  readonly sum: string;
  readonly currency: string;
  readonly address: string;
}

/**
 * A withdrawal that is being sent may be on the network already. Two people have to be sure that it is not, before the
 * store has its funds back: it could have them twice. One that nobody sends yet needs no permission.
 */
export const allowRejection = settingAct({
  name: 'allow-rejection',
  load: (tx, { withdrawalId }: Rejection) => findWithdrawalStatus(tx, withdrawalId),
  danger: (): Danger => 'sent-withdrawal',
  decide(rejection, status) {
    if (status === null) throw new AppError('not_found');
    requireOpen(status);
    if (status === withdrawalStatuses.created) return unchanged(rejection);
    const { withdrawalId, sum, currency, address } = rejection;
    return changed(rejection, null, {
      subjectKind: 'withdrawal',
      subjectId: withdrawalId,
      details: { sum, currency, address },
    });
  },
  store: async () => undefined,
});
