import { Type } from 'typebox';
import { groupTotals, settlementSums } from '../../../domain/ledger/books.ts';
import { type StoreAccount, settlementAccountOf } from '../../../domain/merchants/store.ts';
import { currencyOf, formatAmount, moneyDTO } from '../../../domain/money/money.ts';
import { zonedTimestamps } from '../../../domain/text/time-zone.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { csvLine } from '../../../http/csv.ts';
import {
  balanceBefore,
  type Period,
  readSettlementLines,
  sumSettlement,
} from '../../../storage/reads/book/book-reads.ts';
import { csvFile } from '../../answers.ts';
import { at, exampleIds, tethers } from '../../examples.ts';
import { zoneQuery } from '../../parameters.ts';
import { money } from '../../schemas.ts';
import { type OperatorContext, readsOf } from '../endpoint.ts';
import { figure, nullable, words } from '../fields.ts';
import { ownStore, storeInPath } from '../merchants/own-store.ts';
import { exportPageLines, periodOf, periodQuery, refuseLargeExport } from './book-reach.ts';

const read = readsOf({ tag: 'Books', roles: ['operator', 'merchant'] });

function group(description: string) {
  return Type.Object(
    {
      count: figure('How many'),
      gross: money('Before the fee'),
      fee: money('What the service took'),
      net: money('After the fee'),
    },
    { description },
  );
}

const nothing = {
  count: 0,
  gross: tethers('0.00000000'),
  fee: tethers('0.00000000'),
  net: tethers('0.00000000'),
};

export const readSettlementReport = read({
  path: '/stores/:id/settlement',
  operationId: 'readSettlementReport',
  summary: 'Settlement report of a store',
  description:
    'What the store gained and spent in the period, from the transfers of its account. In every group `gross` and `fee` add ' +
    'up to `net`; all `net` together are `closing` less `opening`, the frozen part of the account included.',
  mayBeBehind: true,
  params: { id: storeInPath },
  query: periodQuery,
  response: Type.Object({
    storeId: figure('Store ID'),
    from: nullable(Type.String(), 'The first moment of the period; null: the beginning of the books'),
    to: words('The first moment after it'),
    opening: money('Balance at the beginning'),
    payins: group('What was paid in'),
    corrections: group('What disputes changed'),
    payouts: group('What was paid out'),
    withdrawals: group('What was withdrawn'),
    topUps: group('What was topped up'),
    excesses: group('What payers had sent too much, given to the payouts that return it'),
    closing: money('Balance at the end'),
  }),
  example: {
    answer: {
      storeId: 1,
      from: '2026-11-14T00:00:00+00:00',
      to: '2026-11-15T00:00:00+00:00',
      opening: tethers('9990.00000000'),
      payins: {
        count: 1,
        gross: tethers('10.47120418'),
        fee: tethers('-0.26178011'),
        net: tethers('10.20942407'),
      },
      corrections: nothing,
      payouts: nothing,
      withdrawals: nothing,
      topUps: nothing,
      excesses: nothing,
      closing: tethers('10000.20942407'),
    },
  },
  async handle(call) {
    const { context } = call;
    const store = ownStore(call, call.params.id);
    const account = settlementAccountOf(store);
    const period = periodOf(context, call.query);
    const ids = [account.availableId, account.frozenId];
    const opening = period.fromMs === 0 ? 0n : await balanceBefore(context.pool, ids, period.fromMs);
    const totals = groupTotals(await sumSettlement(context.pool, account, period));
    const inCurrency = (minor: bigint) => moneyDTO(minor, currencyOf(context.catalogue(), account.currency));
    const shown = ({ count, gross, fee, net }: (typeof totals)['payins']) => ({
      count,
      gross: inCurrency(gross),
      fee: inCurrency(fee),
      net: inCurrency(net),
    });
    const change = Object.values(totals).reduce((sum, { net }) => sum + net, 0n);
    return {
      storeId: store.id,
      from: period.fromMs === 0 ? null : formatTimestamp(period.fromMs),
      to: formatTimestamp(period.toMs),
      opening: inCurrency(opening),
      payins: shown(totals.payins),
      corrections: shown(totals.corrections),
      payouts: shown(totals.payouts),
      withdrawals: shown(totals.withdrawals),
      topUps: shown(totals.topUps),
      excesses: shown(totals.excesses),
      closing: inCurrency(opening + change),
    };
  },
});

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

export const exportSettlement = read({
  path: '/stores/:id/settlement.csv',
  operationId: 'exportSettlement',
  summary: 'Settlement report of a store as CSV, line by line',
  description:
    'One line for each transfer that changed what the store owns. In every line `gross` and `fee` add up to `net`; the sum of ' +
    'the column `net` is the change of the account over the period, the frozen part included. Times are those of `zone`, which the last column names.',
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
