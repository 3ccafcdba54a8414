import { settlementSums } from '../../../domain/books.ts';
import { currencyOf, type StoreAccount, settlementAccountOf } from '../../../domain/catalogue.ts';
import { formatAmount } from '../../../domain/money.ts';
import { zonedTimestamps } from '../../../domain/time-zone.ts';
import { csvLine } from '../../../http/csv.ts';
import { type Period, readSettlementLines } from '../../../storage/reads/book-reads.ts';
import { csvFile } from '../../answers.ts';
import { at, exampleIds } from '../../examples.ts';
import { zoneQuery } from '../../parameters.ts';
import { endpoint, type OperatorContext } from '../endpoint.ts';
import { ownStore, storeInPath } from '../merchants/own-store.ts';
import { exportPageLines, periodOf, periodQuery, refuseLargeExport } from './book-reach.ts';

const columns = [
  'transfer_id',
  'at',
  'kind',
  'subject_id',
  'invoice_id',
  'internal_id',
  'gross',
  'fee',
  'net',
  'currency',
  'time_zone',
] as const;

const exampleLines =
  csvLine(columns) +
  csvLine([
    '42',
    at('12:05:00'),
    'payin_settle',
    exampleIds.invoice,
    exampleIds.invoice,
    exampleIds.internalId,
    { figure: '10.47120418' },
    { figure: '-0.26178011' },
    { figure: '10.20942407' },
    'USDT',
    'UTC',
  ]);

export const exportSettlement = endpoint({
  method: 'GET',
  path: '/stores/:id/settlement.csv',
  operationId: 'exportSettlement',
  summary: 'Settlement report of a store as CSV, line by line',
  description:
    'One line for each transfer that changed what the store owns. In every line `gross` and `fee` add up to `net`; the sum of ' +
    'the column `net` is the change of the account over the period, the frozen part included. Times are those of `zone`, which the last column names.',
  tag: 'Books',
  roles: ['operator', 'merchant'],
  scope: 'read',
  mayBeBehind: true,
  params: { id: storeInPath },
  query: { ...periodQuery, zone: zoneQuery },
  response: csvFile,
  refusals: ['export_too_large'],
  example: { answer: exampleLines },
  async handle(call) {
    const { context } = call;
    const store = ownStore(call, call.params.id);
    const account = settlementAccountOf(store);
    const period = periodOf(context, call.query);
    await refuseLargeExport(context, [account.availableId, account.frozenId], period);
    return { name: `settlement-${store.id}`, lines: settlementLines(context, account, period, call.query.zone) };
  },
});

async function* settlementLines(context: OperatorContext, account: StoreAccount, period: Period, zone: string) {
  yield csvLine(columns);
  const timestamp = zonedTimestamps(zone);
  const { subunit } = currencyOf(context.catalogue(), account.currency);
  const figure = (minor: bigint) => ({ figure: formatAmount(minor, subunit) });
  let afterId = 0n;
  for (;;) {
    const lines = await readSettlementLines(context.pool, account, period, { afterId, limit: exportPageLines });
    for (const line of lines) {
      const { gross, fee, net } = settlementSums(line);
      const facts = [String(line.id), timestamp(line.at), line.kind, line.subjectId];
      const sums = [figure(gross), figure(fee), figure(net)];
      yield csvLine([...facts, line.invoiceId, line.internalId, ...sums, account.currency, zone]);
    }
    const last = lines.at(-1);
    if (last === undefined || lines.length < exportPageLines) return;
    afterId = last.id;
  }
}
