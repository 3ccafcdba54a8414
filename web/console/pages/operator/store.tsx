import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import { minorUnits } from '../../format.ts';
import { useText } from '../../text/locale.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { column } from '../../ui/columns.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { useSettingFacts } from '../../ui/settings.tsx';
import { Awaited } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Amount, Facts, Money, PageHead, Panel } from '../../ui/values.tsx';
import { useParameter } from '../../url-state.ts';
import { useDebts } from '../debts.tsx';
import { PaymentLinkButton } from '../invoices/payment-link.tsx';
import { StoreEndpoints } from '../keys/store-endpoints.tsx';
import { StoreKeys } from '../keys/store-keys.tsx';
import { WebhookSecret } from '../keys/webhook-secret.tsx';
import { PayerRules } from '../policy/payer-rules.tsx';
import { PaymentPolicy } from '../policy/payment-policy.tsx';
import { StoreAddresses } from './store-access.tsx';
import { ChangeLimits, ChangeStore, TopUpStore } from './store-dialogs.tsx';
import { MerchantPanel } from './store-merchant.tsx';
import { StoreOptionsPanel } from './store-options.tsx';
import { StorePagePanel } from './store-page.tsx';
import { settingsOfStore } from './store-settings.ts';
import type { Store } from './stores.tsx';

/** One store: money, settings, keys, addresses, and the secret and second factor of its merchant. */
export default function StorePage(): ReactNode {
  const text = useText();
  const id = useParameter('id');
  const found = useRead('getStore', { path: { id } });
  if (found.data === undefined) return <Awaited answer={found} />;
  const store = found.data;
  return (
    <>
      <PageHead title={store.name} note={`${text.trade.store} #${store.id}`}>
        <ButtonLink href={`/invoices?storeId=${store.id}`}>{text.trade.invoices}</ButtonLink>
        <ButtonLink href={`/reports?storeId=${store.id}`}>{text.operator.reports.title}</ButtonLink>
        <PaymentLinkButton store={store} />
        <DialogButton label={text.operator.makers.topUp}>
          {(onClose) => <TopUpStore store={store} onClose={onClose} />}
        </DialogButton>
        <DialogButton label={text.operator.stores.change} tone="primary">
          {(onClose) => <ChangeStore store={store} onClose={onClose} />}
        </DialogButton>
      </PageHead>
      <Balances storeId={store.id} />
      <div className="columns">
        <Panel title={text.operator.stores.settings}>
          <Settings store={store} />
        </Panel>
        <MerchantPanel merchantId={store.merchantId} />
      </div>
      <PaymentPolicy store={store} title={text.policy.title} />
      <PayerRules store={store} title={text.payers.title} />
      <Limits store={store} />
      <StoreOptionsPanel store={store} />
      <StorePagePanel store={store} />
      <StoreKeys
        storeId={store.id}
        codeField={null}
        title={text.operator.stores.keys}
        createTitle={text.keys.create}
        isApart={false}
      />
      <WebhookSecret store={store} title={text.keys.webhook} codeField={null} />
      <StoreEndpoints storeId={store.id} title={text.told.endpoints.title(store.name)} codeField={null} />
      <StoreAddresses storeId={store.id} />
    </>
  );
}

function Balances({ storeId }: { readonly storeId: number }): ReactNode {
  const text = useText();
  const available = useRead(
    'listLedgerAccounts',
    { query: { kind: 'store_available', ownerId: storeId } },
    { isLive: true },
  );
  const frozen = useRead('listLedgerAccounts', { query: { kind: 'store_frozen', ownerId: storeId } }, { isLive: true });
  const excess = useRead('listLedgerAccounts', { query: { kind: 'store_excess', ownerId: storeId } }, { isLive: true });
  // Of a store that keeps nothing apart it would be one more nought.
  const apart = (excess.data?.items ?? []).filter(({ balance }) => minorUnits(balance) !== 0n);
  const debts = useDebts('store_debt', storeId);
  const accounts = [...(available.data?.items ?? []), ...(frozen.data?.items ?? []), ...apart, ...debts];
  const names: Readonly<Record<string, string>> = {
    store_available: text.trade.available,
    store_frozen: text.trade.frozen,
    store_excess: text.trade.excessAccount,
    store_debt: text.trade.debt,
  };
  return (
    <div className="figures">
      {accounts.map(({ id, kind, balance }) => (
        <dl className="figure" key={id}>
          <dt>{names[kind] ?? kind}</dt>
          <dd>
            <Money value={balance} />
          </dd>
          <dd className="figure-link">
            <ButtonLink href={`/ledger/${id}`} tone="ghost">
              {text.operator.makers.statement}
            </ButtonLink>
          </dd>
        </dl>
      ))}
    </div>
  );
}

function Settings({ store }: { readonly store: Store }): ReactNode {
  const { stores } = useText().operator;
  const facts = useSettingFacts({ ...settingsOfStore(store), labels: stores.names });
  return <Facts items={[...facts, [stores.network, store.accounts.map(({ network }) => network).join(', ')]]} />;
}

function Limits({ store }: { readonly store: Store }): ReactNode {
  const text = useText();
  const { stores } = text.operator;
  return (
    <Panel
      title={stores.limits}
      actions={
        <DialogButton label={text.shell.edit}>
          {(onClose) => <ChangeLimits store={store} onClose={onClose} />}
        </DialogButton>
      }
    >
      <Table
        label={stores.limits}
        name="limits-"
        rows={store.limits}
        rowKey={({ currency, type }) => `${currency} ${type}`}
        empty={stores.noLimits}
        columns={[
          column.word('type', text.trade.type, text.trade.directions, { isSorted: true }),
          column.text('currency', text.trade.currency, { isSorted: true }),
          {
            id: 'min',
            title: stores.min,
            isNumeric: true,
            cell: ({ min, currency }) => <Amount value={min} currency={currency} />,
          },
          {
            id: 'max',
            title: stores.max,
            isNumeric: true,
            cell: ({ max, currency }) => <Amount value={max} currency={currency} />,
          },
        ]}
      />
    </Panel>
  );
}
