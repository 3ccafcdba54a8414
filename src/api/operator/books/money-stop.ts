import { Type } from 'typebox';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { liftMoneyStop as liftMoneyStopAct } from '../../../settings/authority/money-stop.ts';
import type { MoneyStop } from '../../../storage/reads/ledger/money-stop-reads.ts';
import { at, exampleIds } from '../../examples.ts';
import { idInPath } from '../../parameters.ts';
import type { ShapeOf } from '../../schemas.ts';
import { figure, words } from '../fields.ts';
import { settingsOf } from '../setting-endpoint.ts';

const moneyStops = settingsOf({ tag: 'Books', scope: 'money' });

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

const exampleMoneyStop: ShapeOf<typeof MoneyStopShape> = {
  id: 1,
  stoppedAt: at('12:00:00'),
  lostCount: 1,
  lost: [{ subjectId: exampleIds.invoice, what: 'invoice' }],
};

export const liftMoneyStop = moneyStops(liftMoneyStopAct, {
  method: 'POST',
  path: '/money-stops/:id/lift',
  operationId: 'liftMoneyStop',
  summary: 'Resume outgoing money after a failover that lost commits',
  description:
    'The service found that what it had acknowledged is not in the database, and stopped money going out in all processes. Lift ' +
    'it when what was lost is put right. `/system` shows the stop that is open. It needs a second person.',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: idInPath('Stop ID') },
  body: {
    lostCount: figure('How many lost things the stop had when you looked: what was found since then is not lifted'),
  },
  response: MoneyStopShape,
  refusals: ['more_was_lost', 'second_person_needed'],
  example: { body: { lostCount: 1, reason: 'The shop has asked again' }, answer: exampleMoneyStop },
  input: ({ params, body }) => ({ id: params.id, lostCount: body.lostCount }),
  answer: moneyStopDTO,
});
