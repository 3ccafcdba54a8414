import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { formatBasisPoints } from '../../format.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { ActButton, field, reason } from '../../ui/act-form.tsx';
import { column } from '../../ui/columns.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { filter, List } from '../../ui/list.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { Table } from '../../ui/table.tsx';
import { PageHead, Panel } from '../../ui/values.tsx';
import { CreateStore } from './create-store.tsx';

export type Store = Answer<'listStores'>['items'][number];

/** Who sells: merchants, and their stores with what they are charged. */
export default function Stores(): ReactNode {
  const { text, locale } = useLocale();
  const { trade, shell, account } = text;
  const words = text.operator.stores;
  const merchants = useRead('listMerchants', { query: { limit: 200 } });
  const items = merchants.data?.items ?? [];
  const merchantName = (id: number) => items.find((one) => one.id === id)?.name ?? id;
  const percent = (bps: number) => formatBasisPoints(locale, bps);
  const onOff = (is: boolean) => (is ? (['ok', shell.on] as const) : (['off', shell.off] as const));
  return (
    <>
      <PageHead title={trade.stores} note={words.note}>
        <CreateMerchant />
        <DialogButton label={words.create} tone="primary">
          {(onClose) => <CreateStore merchants={items} onClose={onClose} />}
        </DialogButton>
      </PageHead>
      <List
        of="listStores"
        label={trade.stores}
        href={({ id }) => `/stores/${id}`}
        empty={words.empty}
        filters={{
          merchantId: filter.picked(
            trade.merchant,
            items.map(({ id, name }) => [String(id), name]),
          ),
        }}
        columns={[
          column.text('id', trade.id, { isSorted: true }),
          column.text('name', shell.name, { isSorted: true }),
          column.named('merchantId', trade.merchant, merchantName, { id: 'merchant', isSorted: true }),
          {
            id: 'currency',
            title: trade.currency,
            cell: ({ currency, settlementCurrency }) => `${settlementCurrency}/${currency}`,
          },
          column.badge('payinEnabled', trade.payin, onOff, { id: 'payin' }),
          column.badge('payoutEnabled', trade.payout, onOff, { id: 'payout' }),
          column.named('payinFeeBps', words.names.payinFeeBps, percent, {
            id: 'payinFee',
            isNumeric: true,
            isSorted: true,
          }),
          column.named('payoutFeeBps', words.names.payoutFeeBps, percent, {
            id: 'payoutFee',
            isNumeric: true,
            isSorted: true,
          }),
        ]}
      />
      <Panel title={trade.merchants}>
        <Table
          label={trade.merchants}
          name="merchants-"
          rows={merchants.data?.items}
          error={merchants.error}
          rowKey={({ id }) => id}
          empty={words.noMerchants}
          columns={[
            column.text('id', trade.id, { isSorted: true }),
            column.text('name', shell.name, { isSorted: true }),
            column.secondFactor(account),
          ]}
        />
      </Panel>
    </>
  );
}

function CreateMerchant(): ReactNode {
  const text = useText();
  const { stores } = text.operator;
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <ActButton
        operation="createMerchant"
        words={{ submit: stores.createMerchant }}
        fields={{ name: field.text(text.fields.name), reason }}
        onDone={(answer) => setSecret(answer.secret)}
      />
      {secret !== null && <SecretDialog title={stores.secret} secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}
