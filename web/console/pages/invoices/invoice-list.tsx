import type { ReactNode } from 'react';
import { useStoreChoices } from '../../api/choices.ts';
import { urlOf } from '../../api/client.ts';
import { useBankName, useOptionName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import type { InvoiceDTO } from '../../api/schema.ts';
import { minorUnits } from '../../format.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { DownloadLink } from '../../ui/button.tsx';
import { FilterSelect, FilterText } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FilterPicker } from '../../ui/picker.tsx';
import { type Column, Table, useCursor } from '../../ui/table.tsx';
import { Id, Instant, Money, PageHead, Status } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { currentZone, startOfDay } from '../../zone.ts';
import { PaymentLinkButton } from './payment-link.tsx';

/** Invoices, newest first, narrowed by what the interface can be asked for. */
export default function InvoiceList(): ReactNode {
  const text = useText();
  const { role } = useMe();
  const url = useUrlState();
  const amount = url.get('amount').replace(/\s/g, '').replace(',', '.');
  const usualCurrency = useUsualCurrency();
  const query = {
    storeId: url.get('storeId'),
    status: url.get('status'),
    type: url.get('type'),
    from: startOfDay(url.get('from')),
    to: startOfDay(url.get('to'), 1),
    internalId: url.get('internalId'),
    requisite: url.get('requisite'),
    amount,
    currency: amount === '' ? '' : url.get('currency') || usualCurrency,
  };
  const page = { after: useCursor(), limit: 50 };
  const invoices = useRead('listInvoices', { query: { ...query, ...page } }, { isLive: true, keepsPrevious: true });
  return (
    <>
      <PageHead title={text.trade.invoices} note={text.invoices.searchHint}>
        {role === 'merchant' && <PaymentLinkButton tone="primary" />}
      </PageHead>
      <Table
        label={text.trade.invoices}
        rows={invoices.data?.items}
        error={invoices.error}
        retry={() => invoices.refetch()}
        rowKey={({ id }) => id}
        href={({ id }) => `/invoices/${id}`}
        next={invoices.data?.next ?? null}
        empty={text.invoices.empty}
        emptyHint={text.invoices.emptyHint}
        filters={<Filters />}
        actions={
          <DownloadLink href={urlOf('exportInvoices', { query: { ...query, zone: currentZone() } })}>
            <Icon name="download" /> {text.shell.download}
          </DownloadLink>
        }
        columns={useColumns()}
      />
    </>
  );
}

/** Which one an amount is in where nobody says it. */
function useUsualCurrency(): string {
  const codes = useRead('readReference').data?.currencies.map(({ code }) => code) ?? [];
  return codes.includes('RUB') ? 'RUB' : (codes[0] ?? 'RUB');
}

function Filters(): ReactNode {
  const text = useText();
  const url = useUrlState();
  const reference = useRead('readReference');
  const usualCurrency = useUsualCurrency();
  const { statuses } = text;
  return (
    <>
      <FilterSelect
        name="status"
        label={text.trade.status}
        options={(['new', 'paid', 'canceled', 'expired', 'dispute'] as const).map((one) => [
          one,
          statuses.invoice[one],
        ])}
      />
      <FilterSelect name="type" label={text.trade.type} options={Object.entries(text.trade.directions)} />
      <FilterPicker name="storeId" label={text.trade.store} options={useStoreChoices()} />
      <FilterText name="internalId" label={text.trade.internalId} />
      <FilterText name="requisite" label={text.invoices.requisiteTail} placeholder="1234" />
      <FilterText name="amount" label={text.trade.amount} />
      {/* It is the amount's: alone it narrows nothing. */}
      {url.get('amount') !== '' && (
        <FilterSelect
          name="currency"
          label={text.trade.currency}
          options={(reference.data?.currencies ?? []).map(({ code }) => [code, code])}
          usual={usualCurrency}
        />
      )}
      <FilterText name="from" label={text.shell.from} type="date" />
      <FilterText name="to" label={text.shell.to} type="date" />
    </>
  );
}

function useColumns(): readonly Column<InvoiceDTO>[] {
  const { trade, statuses } = useText();
  const [bankName, optionName] = [useBankName(), useOptionName()];
  return [
    {
      id: 'createdAt',
      title: trade.createdAt,
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      order: ({ createdAt }) => createdAt,
    },
    {
      id: 'internalId',
      title: trade.internalId,
      cell: ({ internalId }) => internalId || <span className="muted">–</span>,
      order: ({ internalId }) => internalId ?? '',
    },
    { id: 'id', title: trade.id, cell: ({ id }) => <Id value={id} /> },
    {
      id: 'type',
      title: trade.type,
      cell: ({ type }) => trade.directions[type],
      order: ({ type }) => trade.directions[type],
    },
    {
      id: 'status',
      title: trade.status,
      cell: ({ status }) => <Status of="invoice" value={status} />,
      order: ({ status }) => statuses.invoice[status],
    },
    {
      id: 'sum',
      title: trade.sum,
      isNumeric: true,
      cell: ({ sum }) => <Money value={sum} />,
      order: ({ sum }) => minorUnits(sum),
    },
    { id: 'payout', title: trade.toMerchant, isNumeric: true, cell: ({ payoutSum }) => <Money value={payoutSum} /> },
    { id: 'bank', title: trade.bank, cell: ({ paymentMethod }) => bankName(paymentMethod) },
    { id: 'store', title: trade.store, cell: ({ storeName }) => storeName, order: ({ storeName }) => storeName },
    {
      id: 'fee',
      title: trade.fee,
      isNumeric: true,
      isExtra: true,
      cell: ({ serviceFeeSum }) => <Money value={serviceFeeSum} />,
    },
    { id: 'option', title: trade.option, isExtra: true, cell: ({ paymentOption }) => optionName(paymentOption) },
    { id: 'payer', title: trade.payer, isExtra: true, cell: ({ userId }) => userId || '–' },
    { id: 'updatedAt', title: trade.updatedAt, isExtra: true, cell: ({ updatedAt }) => <Instant at={updatedAt} /> },
  ];
}
