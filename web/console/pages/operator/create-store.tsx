import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useOffered } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import { percentText } from '../../format.ts';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { PercentField, ReasonField, SelectField, TextField } from '../../ui/field.tsx';
import { PickerField } from '../../ui/picker.tsx';
import { Loading } from '../../ui/states.tsx';
import { type Limit, LimitFields, useLimits } from './limit-fields.tsx';

interface CreateStoreProps {
  readonly merchants: readonly { readonly id: number; readonly name: string }[];
  readonly onClose: () => void;
}

type Usual = Answer<'readOpening'>;

/** A store that can take money when the dialog closes: with a fee, and with the sums it takes. */
export function CreateStore(props: CreateStoreProps): ReactNode {
  const usual = useRead('readOpening').data;
  return usual === undefined ? <Loading /> : <CreateForm {...props} usual={usual} />;
}

function CreateForm({ merchants, usual, onClose }: CreateStoreProps & { readonly usual: Usual }): ReactNode {
  const text = useText();
  const { stores } = text.operator;
  const currencies = useOffered().currencies.map(({ code }) => [code, code] as const);
  const limitsOf = (currency: string): readonly Limit[] => {
    const { min = '', max = '' } = usual.usualLimits.find((one) => one.currency === currency) ?? {};
    return (['in', 'out'] as const).map((type) => ({ type, currency, min, max }));
  };
  const [currency, setCurrency] = useState('RUB');
  const { limits, setLimits, asSent } = useLimits(limitsOf(currency));
  return (
    <ActDialog
      title={stores.create}
      operation="createStore"
      submit={stores.create}
      done={stores.created}
      read={(values) => ({
        body: {
          merchantId: values.whole('merchantId') ?? 0,
          name: values.text('name'),
          currency,
          settlementCurrency: values.text('settlementCurrency'),
          network: values.text('network') === 'ERC20' ? 'ERC20' : 'TRC20',
          payinFeeBps: values.basisPoints('payinFeeBps'),
          payoutFeeBps: values.basisPoints('payoutFeeBps'),
          limits: asSent(),
          reason: values.text('reason'),
        },
      })}
      onClose={onClose}
    >
      <PickerField
        name="merchantId"
        label={text.fields.merchantId}
        options={merchants.map(({ id, name }) => [String(id), name])}
        required
      />
      <TextField name="name" label={text.fields.name} required />
      <div className="fields">
        <SelectField
          name="currency"
          label={text.fields.currency}
          options={currencies}
          defaultValue={currency}
          onChange={(chosen) => {
            setCurrency(chosen);
            setLimits(limitsOf(chosen));
          }}
        />
        <TermFields usual={usual} currencies={currencies} />
      </div>
      <LimitFields limits={limits} onChange={setLimits} />
      <ReasonField />
    </ActDialog>
  );
}

function TermFields({
  usual: { usualFees },
  currencies,
}: {
  readonly usual: Usual;
  readonly currencies: readonly (readonly [string, string])[];
}): ReactNode {
  const text = useText();
  const { stores } = text.operator;
  return (
    <>
      <SelectField name="settlementCurrency" label={text.fields.settlementCurrency} options={currencies} usual="USDT" />
      <SelectField
        name="network"
        label={stores.network}
        options={[
          ['TRC20', 'TRC20'],
          ['ERC20', 'ERC20'],
        ]}
      />
      <PercentField
        name="payinFeeBps"
        label={stores.names.payinFeeBps}
        defaultValue={percentText(usualFees.payinFeeBps)}
        required
      />
      <PercentField
        name="payoutFeeBps"
        label={stores.names.payoutFeeBps}
        defaultValue={percentText(usualFees.payoutFeeBps)}
        required
      />
    </>
  );
}
