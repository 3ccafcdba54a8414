import { Type } from 'typebox';
import { groupTotals, settlementSums } from '../../domain/books.ts';
import { currencyOf, type StoreAccount } from '../../domain/catalogue.ts';
import { formatAmount, moneyDTO } from '../../domain/money.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { csvLine, sendCsv } from '../../http/csv.ts';
import { balanceBefore, type Period, readSettlementLines, sumSettlement } from '../../storage/reads/book-reads.ts';
import { Money } from '../schemas.ts';
import { exportPageLines, findStoreWithinReach, periodOf, periodQuery, refuseLargeExport } from './book-reach.ts';
import type { OperatorContext, OperatorEndpoint } from './endpoint.ts';

const access = { roles: ['operator', 'merchant'], scope: 'read' } as const;
const Group = Type.Object({ count: Type.Integer(), gross: Money, fee: Money, net: Money });

export const readSettlementReport: OperatorEndpoint = {
  ...access,
  method: 'GET',
  path: '/stores/:id/settlement',
  operationId: 'readSettlementReport',
  summary: 'Settlement report of a store',
  description:
    'What the store gained and spent in the period, from the transfers of its account. In every group `gross` and `fee` add ' +
    'up to `net`; all `net` together are `closing` less `opening`, the frozen part of the account included.',
  query: periodQuery,
  response: Type.Object({
    storeId: Type.Integer(),
    opening: Money,
    closing: Money,
    payins: Group,
    corrections: Group,
    payouts: Group,
    withdrawals: Group,
    topUps: Group,
  }),
  async handle({ context, request, actor }) {
    const { store, account } = findStoreWithinReach(context, actor, request);
    const period = periodOf(context, request);
    const ids = [account.availableId, account.frozenId];
    const opening = period.fromMs === 0 ? 0n : await balanceBefore(context.pool, ids, period.fromMs);
    const groups = groupTotals(await sumSettlement(context.pool, account, period));
    const money = (minor: bigint) => moneyDTO(minor, currencyOf(context.catalogue(), account.currency));
    const change = Object.values(groups).reduce((sum, { net }) => sum + net, 0n);
    const shown = Object.entries(groups).map(([name, { count, gross, fee, net }]) => [
      name,
      { count, gross: money(gross), fee: money(fee), net: money(net) },
    ]);
    return {
      storeId: store.id,
      from: period.fromMs === 0 ? null : formatTimestamp(period.fromMs),
      to: formatTimestamp(period.toMs),
      opening: money(opening),
      ...Object.fromEntries(shown),
      closing: money(opening + change),
    };
  },
};

export const exportSettlement: OperatorEndpoint = {
  ...access,
  method: 'GET',
  path: '/stores/:id/settlement.csv',
  operationId: 'exportSettlement',
  summary: 'Settlement report of a store as CSV, line by line',
  description:
    'One line for each transfer that changed what the store owns. In every line `gross` and `fee` add up to `net`; the sum of ' +
    'the column `net` is the change of the account over the period, the frozen part included.',
  query: periodQuery,
  response: Type.String(),
  async handle({ context, request, reply, actor }) {
    const { store, account } = findStoreWithinReach(context, actor, request);
    const period = periodOf(context, request);
    await refuseLargeExport(context, [account.availableId, account.frozenId], period);
    return sendCsv(reply, `settlement-${store.id}`, settlementLines(context, account, period));
  },
};

async function* settlementLines(context: OperatorContext, account: StoreAccount, period: Period) {
  yield csvLine([
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
  ]);
  const { subunit } = currencyOf(context.catalogue(), account.currency);
  const figure = (minor: bigint) => ({ figure: formatAmount(minor, subunit) });
  let afterId = 0n;
  for (;;) {
    const lines = await readSettlementLines(context.pool, account, period, { afterId, limit: exportPageLines });
    for (const line of lines) {
      const { gross, fee, net } = settlementSums(line);
      const facts = [String(line.id), formatTimestamp(line.at), line.kind, line.subjectId];
      yield csvLine([
        ...facts,
        line.invoiceId,
        line.internalId,
        figure(gross),
        figure(fee),
        figure(net),
        account.currency,
      ]);
    }
    const last = lines.at(-1);
    if (last === undefined || lines.length < exportPageLines) return;
    afterId = last.id;
  }
}
