import { type ReactNode, useState } from 'react';
import { useBankName } from '../../api/names.ts';
import { formatCount, formatMoney, minorUnits } from '../../format.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { Bars } from '../../ui/bars.tsx';
import { column } from '../../ui/columns.tsx';
import { useIsNarrow } from '../../ui/narrow.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { Money, Panel } from '../../ui/values.tsx';
import {
  byDay,
  byHour,
  byHourOfDay,
  type CurrencySales,
  formatShare,
  type SalesPeriod,
  type Span,
} from './sales-figures.ts';

/** When money came, how many payins became money, through which banks, at which hours. */
export function SalesCharts({
  sold,
  period,
}: {
  readonly sold: CurrencySales;
  readonly period: SalesPeriod;
}): ReactNode {
  const { text, locale } = useLocale();
  const { sales } = text.merchant;
  const step = period === 'today' ? 'hour' : 'day';
  const spans = step === 'hour' ? byHour(sold.points, locale) : byDay(sold.points, locale);
  return (
    <>
      <div className="columns">
        <Panel title={sales.sumOverTime[step]}>
          <SumBars label={sales.sumOverTime[step]} spans={spans} />
        </Panel>
        <Panel title={sales.countOverTime[step]} actions={<Legend />}>
          <CountBars label={sales.countOverTime[step]} spans={spans} />
        </Panel>
      </div>
      <div className="columns">
        <Panel title={sales.byBank}>
          <Banks sold={sold} />
        </Panel>
        <Panel title={sales.byHour} actions={<Legend />}>
          <CountBars label={sales.byHour} spans={byHourOfDay(sold.points, sold.paidSum)} />
        </Panel>
      </div>
    </>
  );
}

function Legend(): ReactNode {
  const { sales } = useText().merchant;
  return (
    <p className="legend">
      <span>{sales.created}</span>
      <span className="is-part">{sales.paid}</span>
    </p>
  );
}

interface SpansProps {
  readonly label: string;
  readonly spans: readonly Span[];
}

function SumBars({ label, spans }: SpansProps): ReactNode {
  const { locale } = useLocale();
  const bars = spans.map((span) => ({
    label: span.label,
    title: `${span.title}: ${formatMoney(locale, span.paidSum)}`,
    value: minorUnits(span.paidSum),
  }));
  return (
    <>
      <Bars label={label} bars={bars} />
      <AsTable label={label} spans={spans} />
    </>
  );
}

function CountBars({ label, spans }: SpansProps): ReactNode {
  const { text, locale } = useLocale();
  const { ofCreated } = text.merchant.sales;
  const bars = spans.map(({ label: below, title, paid, created }) => ({
    label: below,
    title: `${title}: ${ofCreated(formatCount(locale, paid), formatCount(locale, created))}`,
    value: BigInt(created),
    part: BigInt(paid),
  }));
  return (
    <>
      <Bars label={label} bars={bars} />
      <AsTable label={label} spans={spans} />
    </>
  );
}

/** What the bars show, in figures. Times at which nothing happened are left out. */
function AsTable({ label, spans }: SpansProps): ReactNode {
  const { text, locale } = useLocale();
  const { sales } = text.merchant;
  return (
    <details className="as-table">
      <summary>{sales.asTable}</summary>
      <div className="table-scroll">
        <table aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{sales.when}</th>
              <th scope="col" className="numeric">
                {sales.created}
              </th>
              <th scope="col" className="numeric">
                {sales.paid}
              </th>
              <th scope="col" className="numeric">
                {sales.paidSum}
              </th>
            </tr>
          </thead>
          <tbody>
            {spans
              .filter(({ created }) => created > 0)
              .map(({ title, created, paid, paidSum }) => (
                <tr key={title}>
                  <td>{title}</td>
                  <td className="numeric">{formatCount(locale, created)}</td>
                  <td className="numeric">{formatCount(locale, paid)}</td>
                  <td className="numeric">
                    <Money value={paidSum} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

type BankSales = CurrencySales['banks'][number];

/** Those that matter; the others on demand. */
const banksShown = 8;

function Banks({ sold }: { readonly sold: CurrencySales }): ReactNode {
  const text = useText();
  const { sales } = text.merchant;
  const [isWhole, setWhole] = useState(false);
  const columns = useBankColumns(sold);
  return (
    <>
      <Table
        label={sales.byBank}
        name="banks-"
        rows={isWhole ? sold.banks : sold.banks.slice(0, banksShown)}
        rowKey={({ bank }) => bank ?? ''}
        empty={sales.empty}
        columns={columns}
      />
      {!isWhole && sold.banks.length > banksShown && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {sales.allBanks(sold.banks.length)}
        </button>
      )}
    </>
  );
}

function useBankColumns(sold: CurrencySales): readonly Column<BankSales>[] {
  const { text, locale } = useLocale();
  const bankName = useBankName();
  const isNarrow = useIsNarrow();
  const { sales } = text.merchant;
  const nameOf = ({ bank }: BankSales) => (bank === null ? sales.noBank : bankName(bank));
  return [
    {
      id: 'bank',
      title: sales.bank,
      order: nameOf,
      cell: (row) => (
        <span className="bank-name">
          {nameOf(row)}
          <span className="bank-share">
            <span style={{ width: `${(row.paid * 100) / Math.max(1, sold.paid)}%` }} />
          </span>
        </span>
      ),
    },
    column.money('paidSum', sales.paidSum, { id: 'sum', isSorted: true }),
    {
      id: 'count',
      title: sales.payins,
      isNumeric: true,
      isExtra: isNarrow,
      cell: ({ paid, created }) => sales.ofCreated(formatCount(locale, paid), formatCount(locale, created)),
      order: ({ paid }) => paid,
    },
    {
      id: 'conversion',
      title: sales.conversion,
      isNumeric: true,
      isExtra: isNarrow,
      cell: ({ paid, created }) => formatShare(locale, paid, created),
      order: ({ paid, created }) => paid / created,
    },
  ];
}
