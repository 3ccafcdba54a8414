import type { ReactNode } from 'react';
import { type Answer, urlOf } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { DownloadLink } from '../../ui/button.tsx';
import { column } from '../../ui/columns.tsx';
import { FilterText } from '../../ui/filters.tsx';
import { FilterPicker } from '../../ui/picker.tsx';
import { Trouble } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Figure, Money, PageHead } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { currentZone, startOfDay } from '../../zone.ts';

const groups = ['payins', 'corrections', 'payouts', 'withdrawals', 'topUps', 'excesses'] as const;

/** What a store gained and spent in a period, from the ledger: every line adds up. */
export default function Reports(): ReactNode {
  const text = useText();
  const url = useUrlState();
  const stores = useRead('listStores', { query: { limit: 200 } });
  const storeId = url.get('storeId') || String(stores.data?.items[0]?.id ?? '');
  const input = {
    path: { id: storeId },
    query: { from: startOfDay(url.get('from')), to: startOfDay(url.get('to'), 1) },
  };
  const asFile = { ...input, query: { ...input.query, zone: currentZone() } };
  const report = useRead('readSettlementReport', input, { isEnabled: storeId !== '', keepsPrevious: true });
  const { reports } = text.operator;
  return (
    <>
      <PageHead title={reports.title} note={reports.note}>
        {storeId !== '' && <DownloadLink href={urlOf('exportSettlement', asFile)}>{text.shell.download}</DownloadLink>}
      </PageHead>
      {report.data !== undefined && <Totals report={report.data} />}
      {report.error !== null && <Trouble error={report.error} />}
      <Table
        isLedger
        label={reports.title}
        rows={report.data === undefined ? undefined : groups.map((name) => ({ name, ...report.data[name] }))}
        rowKey={({ name }) => name}
        empty={reports.empty}
        filters={
          <>
            <FilterPicker
              name="storeId"
              usual={storeId}
              label={text.trade.store}
              options={(stores.data?.items ?? []).map(({ id, name }) => [String(id), name])}
            />
            <FilterText name="from" label={text.shell.from} type="date" />
            <FilterText name="to" label={text.shell.to} type="date" />
          </>
        }
        columns={[
          column.word('name', reports.group, reports.groups),
          column.count('count', reports.count, { isSorted: true }),
          column.money('gross', reports.gross),
          column.money('fee', text.trade.fee),
          column.money('net', reports.net, { isSigned: true }),
        ]}
      />
      <ServiceIncome />
    </>
  );
}

const incomeGroups = ['payins', 'payouts', 'corrections', 'withdrawals', 'total'] as const;

/** What the service keeps: fees less rewards, of the same period and of all stores. */
function ServiceIncome(): ReactNode {
  const text = useText();
  const url = useUrlState();
  const query = { from: startOfDay(url.get('from')), to: startOfDay(url.get('to'), 1) };
  const income = useRead('readIncome', { query }, { keepsPrevious: true });
  const { reports } = text.operator;
  const rows = income.data?.items.flatMap(({ currency, ...groups }) =>
    incomeGroups.map((name) => ({ key: `${currency} ${name}`, name, ...groups[name] })),
  );
  return (
    <Table
      isLedger
      label={reports.income}
      rows={rows}
      error={income.error}
      rowKey={({ key }) => key}
      empty={reports.empty}
      columns={[
        column.word('name', reports.income, reports.groups),
        column.money('fees', reports.fees),
        column.money('rewards', reports.rewards),
        column.money('income', reports.kept, { id: 'kept' }),
      ]}
    />
  );
}

function Totals({ report }: { readonly report: Answer<'readSettlementReport'> }): ReactNode {
  const { ledger } = useText().operator;
  return (
    <dl className="figures">
      <Figure label={ledger.opening} value={<Money value={report.opening} />} />
      <Figure label={ledger.closing} value={<Money value={report.closing} />} />
    </dl>
  );
}
