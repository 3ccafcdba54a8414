import type { ReactNode } from 'react';
import { useStoreChoices } from '../../api/choices.ts';
import { urlOf } from '../../api/client.ts';
import { useBankName, useOptionName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { DownloadLink } from '../../ui/button.tsx';
import { column } from '../../ui/columns.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icon.tsx';
import { filter, List } from '../../ui/list.tsx';
import { PageHead } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { currentZone } from '../../zone.ts';
import { PaymentLinkButton } from './payment-link.tsx';

/** Invoices, newest first, narrowed by what the interface can be asked for. */
export default function InvoiceList(): ReactNode {
  const { trade, shell, statuses, invoices: words } = useText();
  const { role } = useMe();
  const url = useUrlState();
  const usualCurrency = useUsualCurrency();
  const [bankName, optionName, stores] = [useBankName(), useOptionName(), useStoreChoices()];
  return (
    <>
      <PageHead title={trade.invoices} note={words.searchHint}>
        {role === 'merchant' && <PaymentLinkButton tone="primary" />}
      </PageHead>
      <List
        of="listInvoices"
        query={{ limit: 50 }}
        isLive
        label={trade.invoices}
        href={({ id }) => `/invoices/${id}`}
        empty={words.empty}
        emptyHint={words.emptyHint}
        filters={{
          status: filter.choice(trade.status, statuses.invoice),
          type: filter.choice(trade.type, trade.directions),
          storeId: filter.picked(trade.store, stores),
          internalId: filter.typed(trade.internalId),
          requisite: filter.typed(words.requisiteTail, '1234'),
          amount: { ...filter.typed(trade.amount), asked: plainAmount },
          currency: {
            ...filter.own(<CurrencyFilter usual={usualCurrency} />),
            // It is the amount's: alone it narrows nothing.
            asked: (code) => (plainAmount(url.get('amount')) === '' ? '' : code || usualCurrency),
          },
          from: filter.from(shell.from),
          to: filter.until(shell.to),
          id: null,
        }}
        actions={({ limit: _, ...asked }) => (
          <DownloadLink href={urlOf('exportInvoices', { query: { ...asked, zone: currentZone() } })}>
            <Icon name="download" /> {shell.download}
          </DownloadLink>
        )}
        columns={[
          column.at('createdAt', trade.createdAt, { isSorted: true }),
          {
            id: 'internalId',
            title: trade.internalId,
            cell: ({ internalId }) => internalId || <span className="muted">–</span>,
            order: ({ internalId }) => internalId ?? '',
          },
          column.id('id', trade.id),
          {
            ...column.word('type', trade.type, trade.directions),
            order: ({ type }) => trade.directions[type],
          },
          {
            ...column.status('status', trade.status, 'invoice'),
            order: ({ status }) => statuses.invoice[status],
          },
          column.money('sum', trade.sum, { isSorted: true }),
          column.money('payoutSum', trade.toMerchant, { id: 'payout' }),
          column.named('paymentMethod', trade.bank, bankName, { id: 'bank' }),
          column.text('storeName', trade.store, { id: 'store', isSorted: true }),
          column.money('serviceFeeSum', trade.fee, { id: 'fee', isExtra: true }),
          column.named('paymentOption', trade.option, optionName, { id: 'option', isExtra: true }),
          column.named('userId', trade.payer, (payer: string | null) => payer || '–', { id: 'payer', isExtra: true }),
          column.at('updatedAt', trade.updatedAt, { isExtra: true }),
        ]}
      />
    </>
  );
}

function plainAmount(typed: string): string {
  return typed.replace(/\s/g, '').replace(',', '.');
}

/** Which one an amount is in where nobody says it. */
function useUsualCurrency(): string {
  const codes = useRead('readReference').data?.currencies.map(({ code }) => code) ?? [];
  return codes.includes('RUB') ? 'RUB' : (codes[0] ?? 'RUB');
}

function CurrencyFilter({ usual }: { readonly usual: string }): ReactNode {
  const { trade } = useText();
  const codes = useRead('readReference').data?.currencies.map(({ code }) => code) ?? [];
  if (useUrlState().get('amount') === '') return null;
  return (
    <FilterSelect name="currency" label={trade.currency} options={codes.map((code) => [code, code])} usual={usual} />
  );
}
