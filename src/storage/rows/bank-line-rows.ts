import { lookUp } from '../batch/load-step.ts';
import { text, uuid } from './codec.ts';
import { select } from './shape.ts';

/** A maker's file alone is no word about a deal, until a person says that it is so. */
export const lookAtLinesOfDeals = lookUp({
  name: 'linesOfDeals',
  coveredBy: [],
  key: { dealId: uuid },
  keys: ({ linesOf }) => linesOf?.map((dealId) => ({ dealId })),
  selection: select('l', { dealId: uuid, lineId: text, day: text }),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      select deal_id, id::text as line_id, booked_on::text as day from bank_lines
      where deal_id = k.deal_id and (is_trusted or is_decided) limit 1
    ) l`,
});
