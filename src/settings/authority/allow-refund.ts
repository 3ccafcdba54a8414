import type { Danger } from '../../domain/authority/second-person.ts';
import { changed, settingAct } from '../setting-act.ts';

/** A refund that an operator wants; the command asks for it once it is allowed. */
export interface RefundWish {
  /** Of the refund: the same ID twice is one refund. */
  readonly id: string;
  readonly invoiceId: string;
  readonly storeId: number;
  /** Null: all that is left. */
  readonly amount: string | null;
  readonly currency: string;
  /** It returns what the payer has sent too much. */
  readonly isExcess: boolean;
  readonly reason: string;
}

/** It lets a merchant's money out to the holder of the link: the merchant needs the second factor, an operator a second person. */
export const allowRefund = settingAct({
  name: 'allow-refund',
  load: async (_tx, wish: RefundWish) => wish,
  danger: (): Danger => 'refund',
  decide(wish) {
    const { id, invoiceId, amount, currency, isExcess } = wish;
    return changed(wish, null, {
      subjectKind: 'invoice',
      subjectId: invoiceId,
      details: {
        refundId: id,
        amount: amount ?? (isExcess ? 'all that was sent too much' : 'all that is left'),
        currency,
      },
    });
  },
  store: async () => undefined,
});
