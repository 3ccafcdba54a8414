import { type ReactNode, useState } from 'react';
import { useNameInLocale, useOffered, useOptionName, useStoreName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import { formatBasisPoints } from '../../format.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { ActForm, field, reason } from '../../ui/act-form.tsx';
import { Button } from '../../ui/button.tsx';
import { column } from '../../ui/columns.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { SelectField, TextField, WholeField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';
import { Table } from '../../ui/table.tsx';
import { Panel } from '../../ui/values.tsx';
import type { Maker } from './makers.tsx';

type Reward = Maker['rewards'][number];

/** What a maker earns of the fee: which deals, and how much. */
export function MakerRewards({ maker }: { readonly maker: Maker }): ReactNode {
  const { text, locale } = useLocale();
  const { operator, shell, trade } = text;
  const { rewards: words } = operator;
  const optionName = useOptionName();
  const storeName = useStoreName();
  const rows = maker.rewards.map((reward, index) => ({ ...reward, index }));
  return (
    <Panel
      title={words.title}
      actions={
        <DialogButton label={shell.edit}>{(onClose) => <RewardsDialog maker={maker} onClose={onClose} />}</DialogButton>
      }
    >
      <Table
        label={words.title}
        rows={rows}
        rowKey={({ index }) => index}
        empty={words.none}
        columns={[
          column.word('direction', words.direction, { in: trade.payin, out: trade.payout }),
          column.named('option', trade.option, (option: string | null) =>
            option === null ? words.any : optionName(option),
          ),
          column.named('storeId', trade.store, (id: number | null) => (id === null ? words.any : storeName(id)), {
            id: 'store',
          }),
          { id: 'range', title: words.range, cell: (reward) => rangeText(reward, words) },
          column.named('bps', words.share, (bps: number) => formatBasisPoints(locale, bps), { isNumeric: true }),
        ]}
      />
    </Panel>
  );
}

function rangeText({ currency, from, to }: Reward, words: { readonly any: string; readonly below: string }): string {
  if (currency === null) return words.any;
  if (from === null && to === null) return currency;
  if (to === null) return `≥ ${from} ${currency}`;
  return from === null ? `< ${to} ${currency}` : `${from} – ${words.below} ${to} ${currency}`;
}

const rewardsMax = 200;

function RewardsDialog({ maker, onClose }: { readonly maker: Maker; readonly onClose: () => void }): ReactNode {
  const { operator, shell } = useText();
  const { rewards: words } = operator;
  const [lines, setLines] = useState(() => maker.rewards.map((reward, key) => ({ key, reward })));
  const next = lines.reduce((most, { key }) => Math.max(most, key), -1) + 1;
  return (
    <ActForm
      operation="setRewards"
      path={{ id: maker.id }}
      words={{ title: words.title, submit: shell.save, done: words.saved }}
      fields={{ rewards: field.own(null, (values) => lines.map((_, index) => rewardOf(values, index))), reason }}
      onClose={onClose}
    >
      <p className="muted">{words.hint}</p>
      {lines.map(({ key, reward }, index) => (
        <RewardFields
          key={key}
          index={index}
          reward={reward}
          maker={maker}
          onRemove={() => setLines(lines.filter((line) => line.key !== key))}
        />
      ))}
      {lines.length < rewardsMax && (
        <Button onClick={() => setLines([...lines, { key: next, reward: usualReward }])}>{words.add}</Button>
      )}
    </ActForm>
  );
}

const usualReward: Reward = {
  direction: 'in',
  option: null,
  storeId: null,
  currency: null,
  from: null,
  to: null,
  bps: 100,
};

function RewardFields({
  index,
  reward,
  maker,
  onRemove,
}: {
  readonly index: number;
  readonly reward: Reward;
  readonly maker: Maker;
  readonly onRemove: () => void;
}): ReactNode {
  const { operator, trade, fields } = useText();
  const { rewards: words } = operator;
  const { currencies, options } = useOffered();
  const inLocale = useNameInLocale();
  const optionName = useOptionName();
  const storeName = useStoreName();
  const stores = useRead('listStores', { query: { limit: 200 } }).data?.items ?? [];
  const off = useOff();
  const name = (field: keyof Reward) => `rewards.${index}.${field}`;
  const any = ['', words.any] as const;
  return (
    <fieldset>
      <legend>{words.rule(index + 1)}</legend>
      <div className="fields">
        <SelectField
          name={name('direction')}
          label={words.direction}
          options={[
            ['in', trade.payin],
            ['out', trade.payout],
          ]}
          defaultValue={reward.direction}
        />
        <SelectField
          name={name('option')}
          label={fields.option}
          options={[any, ...options.map((option) => [option.code, inLocale(option)] as const)]}
          defaultValue={reward.option ?? ''}
          unlisted={off('options', reward.option, optionName(reward.option))}
        />
        <SelectField
          name={name('storeId')}
          label={trade.store}
          options={[
            any,
            ...stores
              .filter(({ settlementCurrency }) => settlementCurrency === maker.settlementCurrency)
              .map((store) => [String(store.id), store.name] as const),
          ]}
          defaultValue={String(reward.storeId ?? '')}
          unlisted={storeName(reward.storeId ?? 0)}
        />
        <SelectField
          name={name('currency')}
          label={fields.currency}
          options={[any, ...currencies.map(({ code }) => [code, code] as const)]}
          defaultValue={reward.currency ?? ''}
          unlisted={off('currencies', reward.currency, reward.currency ?? '')}
        />
        <RangeFields name={name} reward={reward} />
      </div>
      <div className="row-actions">
        <Button className="small" onClick={onRemove}>
          {words.remove}
        </Button>
      </div>
    </fieldset>
  );
}

/** The name of something that a rule may still be about although it is switched off; it says so. */
function useOff(): (of: 'options' | 'currencies', code: string | null, name: string) => string {
  const reference = useRead('readReference').data;
  const { switchedOff } = useText().operator.makers;
  return (of, code, name) => {
    const entry = reference?.[of].find((one) => one.code === code);
    return entry?.isEnabled === false ? `${name} · ${switchedOff}` : name;
  };
}

function RangeFields({
  name,
  reward,
}: {
  readonly name: (field: keyof Reward) => string;
  readonly reward: Reward;
}): ReactNode {
  const { rewards: words } = useText().operator;
  return (
    <>
      <TextField name={name('from')} label={words.from} inputMode="decimal" defaultValue={reward.from ?? ''} />
      <TextField name={name('to')} label={words.to} inputMode="decimal" defaultValue={reward.to ?? ''} />
      <WholeField name={name('bps')} label={words.bps} defaultValue={reward.bps} required />
    </>
  );
}

/** A blank field is for all. */
function rewardOf(values: FormValues, index: number): Reward {
  const name = (field: keyof Reward) => `rewards.${index}.${field}`;
  return {
    direction: values.text(name('direction')) === 'out' ? 'out' : 'in',
    option: values.optional(name('option')),
    storeId: values.whole(name('storeId')),
    currency: values.optional(name('currency')),
    from: values.optionalAmount(name('from')),
    to: values.optionalAmount(name('to')),
    bps: values.whole(name('bps')) ?? 0,
  };
}
