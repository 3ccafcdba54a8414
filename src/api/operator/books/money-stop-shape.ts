import { Type } from 'typebox';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import type { MoneyStop } from '../../../storage/reads/money-stop-reads.ts';
import { at, exampleIds } from '../../examples.ts';
import type { ShapeOf } from '../../schemas.ts';
import { figure, words } from '../fields.ts';

/** How many lost things are shown; the command line lists all of them. */
const shownMax = 100;

const LostCommit = Type.Object({
  subjectId: words('The invoice; or the arrival, deal, withdrawal or other subject of a transfer'),
  what: words(
    '`invoice`: it is not there. `status`: its last change is not. `fate`: a sandbox has acted on the invoice, `fate-arrival`: ' +
      'made up the arrival. Else the kind of the transfer that is not',
  ),
});

export const MoneyStopShape = Type.Object({
  id: figure('The stop'),
  stoppedAt: words('Since when'),
  lostCount: figure('How many acknowledged things are not in the database, or were done by a sandbox'),
  lost: Type.Array(LostCommit, { description: `Which, ${shownMax} at most` }),
});

export function moneyStopDTO({ id, stoppedAt, lost }: MoneyStop): ShapeOf<typeof MoneyStopShape> {
  return { id, stoppedAt: formatTimestamp(stoppedAt), lostCount: lost.length, lost: lost.slice(0, shownMax) };
}

export const exampleMoneyStop: ShapeOf<typeof MoneyStopShape> = {
  id: 1,
  stoppedAt: at('12:00:00'),
  lostCount: 1,
  lost: [{ subjectId: exampleIds.invoice, what: 'invoice' }],
};
