import './merchant.css';
import type { ReactNode } from 'react';
import { useStoreName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import { formatInstant } from '../../format.ts';
import { useMay } from '../../session.tsx';
import { useLocale, useText } from '../../text/locale.tsx';
import { ActButton, field, reason } from '../../ui/act-form.tsx';
import { column } from '../../ui/columns.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { filter, List } from '../../ui/list.tsx';
import { Table } from '../../ui/table.tsx';
import { Badge, Countdown, Id, Instant, PageHead, Panel } from '../../ui/values.tsx';
import { WithdrawalStatus } from '../withdrawal-status.tsx';
import { type Merchant, type Store, useOwnMerchant, useStoreChoice } from './own-merchant.ts';
import { MerchantSecondFactor, OwnCode } from './second-factor.tsx';
import { StoreTabs } from './store-tabs.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** Withdrawals of one store: its balance, a form to request one, and the earlier ones. */
export default function Withdrawals(): ReactNode {
  const text = useText();
  const choice = useStoreChoice();
  const merchant = useOwnMerchant();
  const may = useMay('withdrawals');
  const { store } = choice;
  return (
    <>
      <PageHead title={text.trade.withdrawals} note={text.merchant.withdrawals.note}>
        {store !== undefined && may && merchant?.hasSecondFactor === true && (
          <DialogButton label={text.merchant.withdrawals.ask} tone="primary">
            {(onClose) => <WithdrawDialog store={store} onClose={onClose} />}
          </DialogButton>
        )}
      </PageHead>
      <StoreTabs {...choice} />
      <AccessChanged merchant={merchant} />
      {merchant?.hasSecondFactor === false && <MerchantSecondFactor merchant={merchant} />}
      {store !== undefined && (
        <>
          <WithdrawalTable storeId={store.id} />
          <Addresses store={store} />
        </>
      )}
    </>
  );
}

/** As long as somebody who was away for a weekend would want to hear of it. */
const toldForMs = 7 * 86_400_000;

/** A merchant has to know when an operator had a hand in what its money is guarded by. */
function AccessChanged({ merchant }: { readonly merchant: Merchant | undefined }): ReactNode {
  const { text, locale } = useLocale();
  const changedAt = merchant?.accessChangedAt ?? null;
  if (changedAt === null || Date.now() - Date.parse(changedAt) > toldForMs) return null;
  return <p className="notice">{text.merchant.withdrawals.accessChanged(formatInstant(locale, changedAt))}</p>;
}

function WithdrawalTable({ storeId }: { readonly storeId: number }): ReactNode {
  const { trade, fields, statuses, merchant } = useText();
  const { withdrawals: words } = merchant;
  const storeName = useStoreName();
  return (
    <List
      of="listWithdrawals"
      query={{ storeId }}
      isLive
      label={trade.withdrawals}
      empty={words.empty}
      emptyHint={words.emptyHint}
      filters={{
        status: filter.choice(trade.status, { open: words.open, ...statuses.withdrawal }),
        storeId: null,
        id: null,
      }}
      columns={[
        column.at('createdAt', trade.createdAt, { isSorted: true }),
        column.money('sum', trade.sum, { isSorted: true }),
        column.money('fee', trade.fee),
        {
          id: 'status',
          title: trade.status,
          order: ({ status }) => status,
          cell: ({ status, rejectReason }) => <WithdrawalStatus status={status} note={rejectReason} />,
        },
        column.wholeId('address', fields.address),
        {
          id: 'txId',
          title: fields.txId,
          cell: ({ txId }) => (txId === null ? <span className="muted">–</span> : <Id value={txId} />),
        },
        column.id('id', trade.id, { isExtra: true }),
        column.named('storeId', trade.store, storeName, { id: 'store', isExtra: true }),
      ]}
    />
  );
}

/** Own addresses: after a day's wait one approval is enough for them. The wait is counted down. */
function Addresses({ store }: { readonly store: Store }): ReactNode {
  const text = useText();
  const words = text.merchant.withdrawals;
  const merchant = useOwnMerchant();
  const may = useMay('withdrawals');
  const addresses = useRead('listStoreAddresses', { path: { id: store.id } });
  return (
    <Panel
      title={words.addresses}
      actions={may && merchant?.hasSecondFactor === true ? <AddAddress store={store} merchant={merchant} /> : null}
    >
      <Table
        label={words.addresses}
        name="addresses-"
        rows={addresses.data?.items}
        error={addresses.error}
        retry={() => addresses.refetch()}
        rowKey={({ address }) => address}
        empty={words.addressesEmpty}
        emptyHint={words.addressesHint}
        columns={[
          column.wholeId('address', text.fields.address),
          column.text('note', text.fields.note),
          column.named('usableAt', words.usableAt, (until: string) => <Waiting until={until} />),
        ]}
        acts={({ address }) => may && <RemoveAddress storeId={store.id} address={address} />}
      />
    </Panel>
  );
}

function Waiting({ until }: { readonly until: string }): ReactNode {
  const words = useText().merchant.withdrawals;
  if (Date.parse(until) <= Date.now()) return <Badge tone="ok">{words.usable}</Badge>;
  return (
    <span className="two-lines">
      <span>
        <Badge tone="wait">{words.waits}</Badge> <Countdown until={until} />
      </span>
      <span>
        <Instant at={until} />
      </span>
    </span>
  );
}

function AddAddress({ store, merchant }: { readonly store: Store; readonly merchant: Merchant }): ReactNode {
  const text = useText();
  const words = text.merchant.withdrawals;
  return (
    <ActButton
      operation="addStoreAddress"
      path={{ id: store.id }}
      words={words.addAddress}
      fields={{
        address: field.text(text.fields.address, {
          hint: store.accounts[0]?.network ?? '',
          spellCheck: false,
          maxLength: 255,
        }),
        note: field.textOrNull(text.fields.note, { maxLength: 255 }),
        reason: field.own(null, (values) => values.text('note') || words.addAddress.submit),
        code: field.own(<OwnCode merchant={merchant} />, (values) => values.optional('code')),
      }}
      isSmall
    >
      <p className="muted">{words.addHint}</p>
    </ActButton>
  );
}

function RemoveAddress({ storeId, address }: { readonly storeId: number; readonly address: string }): ReactNode {
  const words = useText().merchant.withdrawals;
  return (
    <div className="row-actions">
      <ActButton
        operation="removeStoreAddress"
        path={{ id: storeId, address }}
        words={words.removeAddress}
        tone="danger"
        fields={{ reason }}
        buttonTone="plain"
        isSmall
      >
        <p className="number long">{address}</p>
      </ActButton>
    </div>
  );
}
