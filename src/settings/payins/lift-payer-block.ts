import { liftBlock } from '../../domain/payins/payer-rules.ts';
import { formatTimestamp } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import { lockPayer, updateBlock } from '../../storage/settings/payins/payers.ts';
import { changed, settingAct } from '../setting-act.ts';

/** The block of a payer ends at once, and what led to it counts no longer. */
export const liftPayerBlock = settingAct({
  name: 'lift-payer-block',
  // A payer's row is locked by every batch that counts: nobody else's settings wait for that.
  lock: 'rows',
  load: (tx, { id }: { readonly id: number }) => lockPayer(tx, id),
  decide(_input, payer, { at: now }) {
    if (payer === null) throw new AppError('not_found');
    const lifted = liftBlock(payer, now);
    const { storeId, kind, name, failures, blockedUntil } = payer;
    return changed(lifted, lifted, {
      subjectKind: 'store',
      subjectId: storeId,
      details: {
        [kind === 'user' ? 'userId' : 'address']: name,
        failures,
        until: formatTimestamp(blockedUntil ?? now),
      },
    });
  },
  store: updateBlock,
});
