import { dangerOfMerchantsAccess } from '../domain/second-person.ts';
import { requireOwnMerchant } from '../domain/setting-acts.ts';
import { AppError } from '../errors.ts';
import { lockMerchant, replaceSecret, updateAccessChanged } from '../storage/settings/merchants.ts';
import { changed, settingAct } from './setting-act.ts';

const hourMs = 3_600_000;

/** The old secret stays valid for the overlap, so that the merchant's programs can change over one by one. */
export const rotateSecret = settingAct({
  name: 'rotate-secret',
  draw: (chance) => ({ secret: chance.text(32) }),
  load: (tx, { id }: { readonly id: number; readonly overlapHours: number }) => lockMerchant(tx, id),
  danger: (_input, _merchant, { actor }) => dangerOfMerchantsAccess(actor),
  decide({ id, overlapHours }, merchant, { actor, at, drawn: { secret } }) {
    if (merchant === null) throw new AppError('not_found');
    requireOwnMerchant(actor, merchant.id);
    const oldUntilMs = at + overlapHours * hourMs;
    const details = { oldUntil: new Date(oldUntilMs).toISOString() };
    const facts = { subjectKind: 'merchant', subjectId: id, details };
    const change = { id, secret, oldUntilMs, operatorAt: actor.role === 'operator' ? at : null };
    return changed({ secret, oldUntilMs }, change, facts);
  },
  async store(tx, change) {
    await replaceSecret(tx, change);
    const { id, operatorAt } = change;
    if (operatorAt !== null) await updateAccessChanged(tx, id, { what: 'secret', at: operatorAt });
  },
});
