/** Of deals `d`: what `cameForDeal` needs. */
export const withExcess = 'left join excesses above on above.deal_id = d.id and above.kept_at is null';

/**
 * All that came for a deal `d`, as `cameFor` of `src/domain/payins/excess.ts` has it: what was sent too much came with the rest, also when it
 * was returned since. One that the store has kept is part of the sum received.
 */
export const cameForDeal = '(coalesce(d.received_amount, d.amount) + coalesce(above.sum, 0))';

/** A payin `d` whose money has come, as somebody says. Opening a dispute over it takes nothing back. */
export const isSettledPayin = `(d.type = 'in' and (d.status = 'completed' or (d.status = 'dispute' and d.dispute ->> 'from' = 'completed')))`;

/** So long a deal may have run before it was settled. */
export const dealRunMs = 40 * 86_400_000;
