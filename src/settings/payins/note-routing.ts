import { type Outcomes, routingChange, type TroubledBank } from '../../domain/payins/routing.ts';
import { lockRouting, updateRouting } from '../../storage/settings/payins/routing.ts';
import { type RoutineAudit, routineAct, unchanged } from '../setting-act.ts';

/** Writes down who gets fewer deals, and which banks are in trouble, as the last hours say it. */
export const noteRouting = routineAct({
  load: (tx, _input: { readonly outcomes: readonly Outcomes[] }) => lockRouting(tx),
  decide({ outcomes }, before, { at }) {
    const change = routingChange(before, outcomes);
    if (change === null) return unchanged(null);
    const line =
      (action: string) =>
      (one: TroubledBank): RoutineAudit => {
        return { action, subjectKind: 'bank', subjectId: `${one.currency} ${one.bank}`, details: {} };
      };
    const news = [...change.troubled.map(line('bank-troubled')), ...change.recovered.map(line('bank-back'))];
    return { kind: 'changed', result: change, change: { ...change, at }, news };
  },
  store: updateRouting,
});
