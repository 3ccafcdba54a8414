import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { formatBasisPoints } from '../../format.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { ActButton, field, reason } from '../../ui/act-form.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { FilterPicker } from '../../ui/picker.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { type Column, Table, useCursor } from '../../ui/table.tsx';
import { Badge, PageHead, Panel } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { CreateStore } from './create-store.tsx';

export type Store = Answer<'listStores'>['items'][number];

/** Who sells: merchants, and their stores with what they are charged. */
export default function Stores(): ReactNode {
  const text = useText();
  const url = useUrlState();
  const merchants = useRead('listMerchants', { query: { limit: 200 } });
  const stores = useRead(
    'listStores',
    { query: { merchantId: url.get('merchantId'), after: useCursor() } },
    { keepsPrevious: true },
  );
  const names = new Map(merchants.data?.items.map(({ id, name }) => [id, name]));
  return (
    <>
      <PageHead title={text.trade.stores} note={text.operator.stores.note}>
        <CreateMerchant />
        <DialogButton label={text.operator.stores.create} tone="primary">
          {(onClose) => <CreateStore merchants={merchants.data?.items ?? []} onClose={onClose} />}
        </DialogButton>
      </PageHead>
      <Table
        label={text.trade.stores}
        rows={stores.data?.items}
        error={stores.error}
        retry={() => stores.refetch()}
        rowKey={({ id }) => id}
        href={({ id }) => `/stores/${id}`}
        next={stores.data?.next ?? null}
        empty={text.operator.stores.empty}
        filters={
          <FilterPicker
            name="merchantId"
            label={text.trade.merchant}
            options={[...names].map(([id, name]) => [String(id), name])}
          />
        }
        columns={useColumns(names)}
      />
      <Panel title={text.trade.merchants}>
        <Table
          label={text.trade.merchants}
          name="merchants-"
          rows={merchants.data?.items}
          error={merchants.error}
          rowKey={({ id }) => id}
          empty={text.operator.stores.noMerchants}
          columns={[
            { id: 'id', title: text.trade.id, cell: ({ id }) => id, order: ({ id }) => id },
            { id: 'name', title: text.shell.name, cell: ({ name }) => name, order: ({ name }) => name },
            {
              id: 'secondFactor',
              title: text.account.secondFactor,
              cell: ({ hasSecondFactor }) => (
                <Badge tone={hasSecondFactor ? 'ok' : 'wait'}>
                  {hasSecondFactor ? text.account.isOn : text.account.isOff}
                </Badge>
              ),
            },
          ]}
        />
      </Panel>
    </>
  );
}

function useColumns(names: ReadonlyMap<number, string>): readonly Column<Store>[] {
  const { text, locale } = useLocale();
  const { stores } = text.operator;
  const onOff = (isOn: boolean) => <Badge tone={isOn ? 'ok' : 'off'}>{isOn ? text.shell.on : text.shell.off}</Badge>;
  return [
    { id: 'id', title: text.trade.id, cell: ({ id }) => id, order: ({ id }) => id },
    { id: 'name', title: text.shell.name, cell: ({ name }) => name, order: ({ name }) => name },
    {
      id: 'merchant',
      title: text.trade.merchant,
      cell: ({ merchantId }) => names.get(merchantId) ?? merchantId,
      order: ({ merchantId }) => merchantId,
    },
    {
      id: 'currency',
      title: text.trade.currency,
      cell: ({ currency, settlementCurrency }) => `${settlementCurrency}/${currency}`,
    },
    { id: 'payin', title: text.trade.payin, cell: ({ payinEnabled }) => onOff(payinEnabled) },
    { id: 'payout', title: text.trade.payout, cell: ({ payoutEnabled }) => onOff(payoutEnabled) },
    {
      id: 'payinFee',
      title: stores.names.payinFeeBps,
      isNumeric: true,
      cell: ({ payinFeeBps }) => formatBasisPoints(locale, payinFeeBps),
      order: ({ payinFeeBps }) => payinFeeBps,
    },
    {
      id: 'payoutFee',
      title: stores.names.payoutFeeBps,
      isNumeric: true,
      cell: ({ payoutFeeBps }) => formatBasisPoints(locale, payoutFeeBps),
      order: ({ payoutFeeBps }) => payoutFeeBps,
    },
  ];
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
