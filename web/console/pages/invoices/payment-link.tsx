import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { formatDecimal, formatDuration } from '../../format.ts';
import { useMay } from '../../session.tsx';
import { useLocale, useText } from '../../text/locale.tsx';
import type { Tone } from '../../ui/button.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { AmountField, SelectField, TextField } from '../../ui/field.tsx';
import { LinkDialog } from '../../ui/link-dialog.tsx';

type Store = Answer<'listStores'>['items'][number];

interface PaymentLinkProps {
  /** Of which store; absent: of one of one's own, which the form asks for. */
  readonly store?: Store;
  readonly tone?: Tone;
}

/** A payin by hand: for a customer who is sent the link, and for the first payment of a new service. */
export function PaymentLinkButton({ store, tone = 'plain' }: PaymentLinkProps): ReactNode {
  const words = useText().operator.paymentLink;
  const may = useMay('payins');
  const [made, setMade] = useState<Answer<'createPaymentLink'> | null>(null);
  if (!may) return null;
  return (
    <>
      <DialogButton label={words.title} tone={tone}>
        {(onClose) =>
          store === undefined ? (
            <OfOwnStore onMade={setMade} onClose={onClose} />
          ) : (
            <PaymentLinkForm stores={[store]} onMade={setMade} onClose={onClose} />
          )
        }
      </DialogButton>
      {made !== null && (
        <LinkDialog
          title={words.title}
          url={made.url}
          hint={words.hint}
          codePath={`/api/public/invoices/${made.id}/qr-code`}
          onClose={() => setMade(null)}
        />
      )}
    </>
  );
}

interface FormProps {
  readonly onMade: (made: Answer<'createPaymentLink'>) => void;
  readonly onClose: () => void;
}

function OfOwnStore(props: FormProps): ReactNode {
  const { data } = useRead('listStores', { query: { limit: 200 } });
  const stores = data?.items.filter(({ payinEnabled }) => payinEnabled) ?? [];
  return stores.length === 0 ? null : <PaymentLinkForm stores={stores} {...props} />;
}

function PaymentLinkForm({ stores, onMade, onClose }: FormProps & { readonly stores: readonly Store[] }): ReactNode {
  const { text, locale } = useLocale();
  const words = text.operator.paymentLink;
  const [storeId, setStoreId] = useState(String(stores[0]?.id));
  const store = stores.find(({ id }) => String(id) === storeId) ?? stores[0];
  if (store === undefined) return null;
  return (
    <ActDialog
      title={words.title}
      operation="createPaymentLink"
      submit={words.create}
      read={(values) => ({
        path: { id: store.id },
        body: {
          amount: values.amount('amount'),
          currency: values.text('currency') || store.currency,
          ...(values.text('internalId') === '' ? {} : { internalId: values.text('internalId') }),
          ...(values.text('userId') === '' ? {} : { userId: values.text('userId') }),
        },
      })}
      onDone={onMade}
      onClose={onClose}
    >
      {stores.length > 1 && (
        <SelectField
          name="store"
          label={text.trade.store}
          options={stores.map(({ id, name }) => [String(id), name])}
          onChange={setStoreId}
        />
      )}
      <SumFields key={store.id} store={store} />
      <TextField name="internalId" label={text.trade.internalId} hint={words.internalIdHint} maxLength={255} />
      <TextField name="userId" label={text.trade.payer} hint={words.payerHint} maxLength={255} />
      <p className="hint">{words.lifetime(formatDuration(locale, store.invoiceLifetimeMs))}</p>
    </ActDialog>
  );
}

/** In which currencies a store may be paid is for its limits to say. */
function SumFields({ store }: { readonly store: Store }): ReactNode {
  const { text, locale } = useLocale();
  const shown = (sum: string) => formatDecimal(locale, sum);
  const words = text.operator.paymentLink;
  const limits = store.limits.filter(({ type }) => type === 'in');
  const [currency, setCurrency] = useState(store.currency);
  const limit = limits.find((one) => one.currency === currency);
  return (
    <>
      <AmountField
        name="amount"
        label={text.fields.amount}
        currency={currency}
        {...(limit === undefined ? {} : { hint: words.limits(shown(limit.min), shown(limit.max)) })}
        required
      />
      {limits.length > 1 && (
        <SelectField
          name="currency"
          label={text.trade.currency}
          options={limits.map((one) => [one.currency, one.currency])}
          defaultValue={store.currency}
          onChange={setCurrency}
        />
      )}
    </>
  );
}
