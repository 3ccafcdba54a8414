import { Type } from 'typebox';
import { isOpen, openingState, openingSteps, usualLimitsOf, usualTerms } from '../../../domain/overview/opening.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { readOpening as readOpeningRows } from '../../../storage/reads/overview/opening-reads.ts';
import { at } from '../../examples.ts';
import { readsOf } from '../endpoint.ts';
import { figure, flag, nullable, words } from '../fields.ts';

const read = readsOf({ tag: 'Books', roles: ['operator'] });

export const readOpening = read({
  path: '/opening',
  operationId: 'readOpening',
  summary: 'List the open steps of a new service',
  description:
    'The way from an empty database to the first payment. Whether a step is done is read from the data, wherever it was done. ' +
    '`quittance setup` shows the same.',
  response: Type.Object({
    isOpen: flag('Whether every step is done'),
    steps: Type.Array(
      Type.Object({
        name: Type.Enum([...openingSteps], { description: 'The step, in the order in which people do them' }),
        isDone: flag('Whether it is done'),
        have: figure('How much of it there is'),
        need: figure('How much is needed'),
      }),
      { description: 'What has to be there, in order' },
    ),
    lastBackupAt: nullable(Type.String(), 'When the last backup was written; null: never'),
    usualFees: Type.Object(
      { payinFeeBps: figure('Of a payin, in basis points'), payoutFeeBps: figure('Of a payout') },
      { description: 'What is proposed for a new store' },
    ),
    usualLimits: Type.Array(
      Type.Object({
        currency: words('The code of the currency'),
        min: words('The smallest sum that is proposed'),
        max: words('The largest one'),
      }),
      { description: 'What is proposed for a new store, by currency' },
    ),
  }),
  example: {
    answer: {
      isOpen: false,
      steps: openingSteps.map((name, index) => ({ name, isDone: index < 7, have: index < 7 ? 2 : 0, need: 1 })),
      lastBackupAt: at('06:00:00'),
      usualFees: usualTerms,
      usualLimits: [{ currency: 'RUB', min: '500', max: '300000' }],
    },
  },
  async handle({ context }) {
    const catalogue = context.catalogue();
    const rows = await readOpeningRows(context.pool);
    const steps = openingState(catalogue, rows, context.clock());
    return {
      isOpen: isOpen(steps),
      steps,
      lastBackupAt: rows.lastBackupAt === null ? null : formatTimestamp(rows.lastBackupAt),
      usualFees: usualTerms,
      usualLimits: [...catalogue.currencies.keys()].flatMap((currency) => {
        const usual = usualLimitsOf(currency);
        return usual === null ? [] : [{ currency, ...usual }];
      }),
    };
  },
});
