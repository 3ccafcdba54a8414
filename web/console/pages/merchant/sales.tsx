import './merchant.css';
import type { ReactNode } from 'react';
import { urlOf } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { formatCount, formatInstant } from '../../format.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { DownloadLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState, Loading, Trouble } from '../../ui/states.tsx';
import { Figure, Money, PageHead } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { currentZone } from '../../zone.ts';
import { DebtFigures } from '../debts.tsx';
import { PaymentLinkButton } from '../invoices/payment-link.tsx';
import { type Store, useStoreChoice } from './own-merchant.ts';
import { SalesCharts } from './sales-charts.tsx';
import { beginningOf, type CurrencySales, formatShare, periods, type SalesPeriod } from './sales-figures.ts';
import { StoreTabs } from './store-tabs.tsx';

/** What a store sold and what it has, at a glance. */
export default function Sales(): ReactNode {
  const text = useText();
  const choice = useStoreChoice();
  const period = usePeriod();
  const from = beginningOf(period, Date.now());
  const { store, stores, error } = choice;
  return (
    <>
      <PageHead title={text.merchant.sales.title} note={text.merchant.sales.note}>
        <PaymentLinkButton tone="primary" />
        {store !== undefined && (
          <DownloadLink
            href={urlOf('exportSettlement', { path: { id: store.id }, query: { from, zone: currentZone() } })}
          >
            <Icon name="download" /> {text.merchant.sales.settlement}
          </DownloadLink>
        )}
      </PageHead>
      <StoreTabs {...choice} />
      <PeriodTabs chosen={period} />
      {stores === undefined && (error === null ? <Loading /> : <Trouble error={error} />)}
      {stores?.length === 0 && (
        <EmptyState title={text.merchant.sales.noStore} hint={text.merchant.sales.noStoreHint} />
      )}
      {store !== undefined && <StoreSales key={store.id} store={store} period={period} from={from} />}
    </>
  );
}

function usePeriod(): SalesPeriod {
  const asked = useUrlState().get('period');
  return asked in periods ? (asked as SalesPeriod) : 'today';
}

function PeriodTabs({ chosen }: { readonly chosen: SalesPeriod }): ReactNode {
  const text = useText();
  const url = useUrlState();
  return (
    <div className="tabs">
      {(Object.keys(periods) as SalesPeriod[]).map((period) => (
        <button
          key={period}
          type="button"
          className="tab"
          aria-pressed={period === chosen}
          onClick={() => url.set({ period: period === 'today' ? '' : period })}
        >
          {text.merchant.sales.periods[period]}
        </button>
      ))}
    </div>
  );
}

function StoreSales({
  store,
  period,
  from,
}: {
  readonly store: Store;
  readonly period: SalesPeriod;
  readonly from: string;
}): ReactNode {
  const { text, locale } = useLocale();
  const path = { id: store.id };
  const sales = useRead('readSales', { path, query: { from, step: 'hour' } }, { keepsPrevious: true });
  if (sales.data === undefined) {
    return sales.isError ? <Trouble error={sales.error} retry={() => sales.refetch()} /> : <Loading />;
  }
  const { currencies, cutAt } = sales.data;
  return (
    <>
      {cutAt !== null && <p className="notice">{text.merchant.sales.cut(formatInstant(locale, cutAt))}</p>}
      {currencies.map((sold, index) => (
        <section key={sold.currency} className="stack" aria-label={`${store.name}, ${sold.currency}`}>
          {currencies.length > 1 && <h2>{sold.currency}</h2>}
          <Figures store={store} sold={sold} hasBalance={index === 0} />
          {sold.created === 0 ? (
            <EmptyState title={text.merchant.sales.empty} hint={text.merchant.sales.emptyHint} />
          ) : (
            <SalesCharts sold={sold} period={period} />
          )}
        </section>
      ))}
    </>
  );
}

function Figures({
  store,
  sold,
  hasBalance,
}: {
  readonly store: Store;
  readonly sold: CurrencySales;
  readonly hasBalance: boolean;
}): ReactNode {
  const { text, locale } = useLocale();
  const { sales } = text.merchant;
  const count = (value: number) => formatCount(locale, value);
  return (
    <dl className="figures">
      <Figure label={sales.paidSum} value={<Money value={sold.paidSum} />} />
      <Figure label={sales.paidCount} value={count(sold.paid)} />
      <Figure
        label={sales.conversion}
        value={
          <>
            {formatShare(locale, sold.paid, sold.created)}{' '}
            <small>{sales.ofCreated(count(sold.paid), count(sold.created))}</small>
          </>
        }
      />
      {hasBalance && <Balances storeId={store.id} />}
    </dl>
  );
}

function Balances({ storeId }: { readonly storeId: number }): ReactNode {
  const { trade } = useText();
  const accounts = useRead('listLedgerAccounts', { query: { limit: 200 } }, { isLive: true });
  const balance = (kind: string) =>
    accounts.data?.items.find((account) => account.ownerId === storeId && account.kind === kind)?.balance ?? null;
  return (
    <>
      <Figure label={trade.available} value={<Money value={balance('store_available')} />} />
      <Figure label={trade.frozen} value={<Money value={balance('store_frozen')} />} />
      <DebtFigures kind="store_debt" ownerId={storeId} href={(id) => `/statement?account=${id}`} />
    </>
  );
}
