import { codesOf, inOrder, type Kind } from '../../domain/catalogue/reference-data.ts';
import { readReference } from '../../storage/reads/catalogue-read.ts';
import { updateOrder } from '../../storage/settings/catalogue/reference-rows.ts';
import { changed, settingAct } from '../setting-act.ts';

interface NewOrder {
  readonly kind: Kind;
  /** Null for currencies themselves. */
  readonly currency: string | null;
  readonly codes: readonly string[];
}

/** The named ones first, in this order; the rest follow as they stood. */
export const orderCatalogue = settingAct({
  name: 'order-catalogue',
  load: (tx, _input: NewOrder) => readReference(tx.client),
  decide({ kind, currency, codes }, present) {
    const ordered = inOrder(codesOf(present, kind, currency), codes);
    const details = { order: ordered.join(', ') };
    return changed(
      undefined,
      { kind, currency, codes: ordered },
      { subjectKind: kind, subjectId: currency ?? 'all', details },
    );
  },
  store: ({ client }, order) => updateOrder(client, order),
});
