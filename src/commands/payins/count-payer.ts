import type { Store } from '../../domain/merchants/store.ts';
import { judgePayer, payerAfter } from '../../domain/payins/payer-rules.ts';
import { noChanges } from '../../domain/state/changes.ts';
import type { Move } from '../../domain/state/move.ts';
import type { Decision, Needs, View } from '../command.ts';

/**
 * Counts one more payin of the payer that was planned for, or refuses it. The refusal may write one thing down: a block that
 * begins with it, so that people can see it and lift it.
 */
export function countPayer(
  view: View,
  { payerRules }: Pick<Store, 'payerRules'>,
  { payers }: Needs,
  { payinId, move }: { readonly payinId: string; readonly move: Move },
): Extract<Decision<never, never>, { kind: 'refused' }> | null {
  const [key] = payers ?? [];
  if (key === undefined) return null;
  const counted = { key, payer: view.row('payers', key.key), now: view.now };
  const verdict = judgePayer(payerRules, { ...counted, payins: view.payinsOf(key) });
  if (verdict.kind === 'refused') {
    const changes = noChanges();
    if (verdict.payer !== null) changes.payers.push(verdict.payer);
    return { kind: 'refused', error: verdict.error, changes };
  }
  const after = payerAfter(counted, payinId);
  if (after !== null) move.changes.payers.push(after);
  return null;
}
