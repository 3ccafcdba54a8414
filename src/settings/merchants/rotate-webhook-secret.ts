import { dangerOfMerchantsAccess } from '../../domain/authority/second-person.ts';
import { requireOwnMerchant } from '../../domain/authority/setting-acts.ts';
import { AppError } from '../../errors/app-error.ts';
import { lockStore } from '../../storage/settings/merchants/stores.ts';
import { replaceWebhookSecret } from '../../storage/settings/merchants/webhook-secrets.ts';
import { changed, settingAct } from '../setting-act.ts';

const hourMs = 3_600_000;

/** Notifications of the store are signed with a new secret; until the overlap ends, with the former one as well. */
export const rotateWebhookSecret = settingAct({
  name: 'rotate-webhook-secret',
  draw: (chance) => ({ secret: chance.text(32) }),
  load: (tx, { storeId }: { readonly storeId: number; readonly overlapHours: number }) => lockStore(tx, storeId),
  // With the secret one can tell the shop that something was paid.
  danger: (_input, _store, { actor }) => dangerOfMerchantsAccess(actor),
  decide({ storeId, overlapHours }, store, { actor, at, drawn: { secret } }) {
    if (store === null) throw new AppError('not_found');
    requireOwnMerchant(actor, store.merchantId);
    const formerUntilMs = at + overlapHours * hourMs;
    const details = { formerUntil: new Date(formerUntilMs).toISOString() };
    const facts = { subjectKind: 'store', subjectId: storeId, details };
    return changed({ secret, formerUntilMs }, { storeId, secret, formerUntilMs }, facts);
  },
  store: replaceWebhookSecret,
});
