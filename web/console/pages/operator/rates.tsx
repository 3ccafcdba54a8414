import { Fragment, type ReactNode, useMemo, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useOffered } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import { formatDuration } from '../../format.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { Chart } from '../../ui/chart.tsx';
import { column } from '../../ui/columns.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { AskedField, DurationField, ReasonField, SelectField, TextField } from '../../ui/field.tsx';
import { durationText, minuteMs } from '../../ui/numbers.ts';
import { Table } from '../../ui/table.tsx';
import { Age, PageHead, Panel } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { RateFeeds } from './rate-feeds.tsx';
import { type Pair, pairsOf, type Rate } from './rate-pairs.ts';
import { SecondPersonNote, WaitingRates } from './waiting-rates.tsx';

/** What fiat is worth, set by hand or read from a feed; and what it was. */
export default function Rates(): ReactNode {
  const text = useText();
  const url = useUrlState();
  const rates = useRead('listRates', {}, { isLive: true });
  const pairs = pairsOf(rates.data?.items ?? []);
  const chosen =
    pairs.find(({ name }) => name === url.get('pair')) ?? pairs.find(({ name }) => name === 'USDT/RUB') ?? pairs[0];
  return (
    <>
      <PageHead title={text.operator.rates.title} note={text.operator.rates.note}>
        <SetRates pairs={pairs} {...(chosen === undefined ? {} : { shown: chosen })} />
      </PageHead>
      <WaitingRates />
      <div className="columns">
        <CurrentRates rates={rates.data?.items} error={rates.error} />
        {chosen !== undefined && (
          <Panel
            title={`${text.operator.rates.history} ${chosen.name}`}
            actions={
              <div className="tabs">
                {pairs.map(({ name }) => (
                  <button
                    key={name}
                    type="button"
                    className="tab"
                    aria-pressed={name === chosen.name}
                    onClick={() => url.set({ pair: name })}
                  >
                    {name}
                  </button>
                ))}
              </div>
            }
          >
            <RateChart pair={chosen} />
          </Panel>
        )}
      </div>
      <RateFeeds />
    </>
  );
}

function CurrentRates({
  rates,
  error,
}: {
  readonly rates: readonly Rate[] | undefined;
  readonly error: Parameters<typeof Table>[0]['error'];
}): ReactNode {
  const { text, locale } = useLocale();
  const words = text.operator.rates;
  const ageMax = (ms: number | null) => (ms === null ? words.never : formatDuration(locale, ms));
  return (
    <Panel title={words.current}>
      <Table
        label={words.current}
        rows={rates}
        error={error ?? null}
        rowKey={({ settlementCurrency, fiatCurrency, type }) => `${settlementCurrency}/${fiatCurrency} ${type}`}
        empty={words.empty}
        columns={[
          {
            id: 'pair',
            title: words.pair,
            cell: ({ settlementCurrency, fiatCurrency }) => `${settlementCurrency}/${fiatCurrency}`,
            order: ({ fiatCurrency }) => fiatCurrency,
          },
          column.word('type', text.trade.type, text.trade.directions, { isSorted: true }),
          column.rate('rate', text.trade.rate),
          column.named('setAt', words.age, (setAt: string) => <Age since={setAt} />, { id: 'age' }),
          column.named('ageMaxMs', words.ageMax, ageMax, { id: 'ageMax' }),
          column.badge(
            'isOutdated',
            text.trade.status,
            (is) => (is ? ['bad', words.outdated] : ['ok', words.current]),
            { id: 'status' },
          ),
        ]}
      />
    </Panel>
  );
}

function RateChart({ pair }: { readonly pair: Pair }): ReactNode {
  const text = useText();
  const { settlementCurrency, fiatCurrency } = pair;
  const query = { settlementCurrency, fiatCurrency, limit: 200 };
  const payins = useRead('listRateHistory', { query: { ...query, type: 'in' } }, { isLive: true });
  const payouts = useRead('listRateHistory', { query: { ...query, type: 'out' } }, { isLive: true });
  const series = useMemo(() => {
    const pointsOf = (items: Answer<'listRateHistory'>['items'] | undefined) =>
      (items ?? []).map(({ setAt, rate }) => ({ at: setAt, value: rate }));
    return [
      { label: text.trade.payin, points: pointsOf(payins.data?.items) },
      { label: text.trade.payout, points: pointsOf(payouts.data?.items) },
    ];
  }, [payins.data, payouts.data, text]);
  return <Chart label={text.operator.rates.history} series={series} />;
}

function SetRates({ pairs, shown }: { readonly pairs: readonly Pair[]; readonly shown?: Pair }): ReactNode {
  const words = useText().operator.rates;
  return (
    <DialogButton label={words.set} tone="primary">
      {(onClose) => (
        <ActDialog
          title={words.set}
          operation="setRates"
          submit={words.set}
          done={words.isSet}
          read={(values) => {
            const [payin, payout] = [values.amount('in'), values.amount('out')];
            return {
              body: {
                settlementCurrency: values.text('settlementCurrency'),
                fiatCurrency: values.text('fiatCurrency'),
                ...(payin === '' ? {} : { in: payin }),
                ...(payout === '' ? {} : { out: payout }),
                ageMaxMs: values.duration('ageMinutes', minuteMs),
                isConfirmed: values.isChecked('isConfirmed'),
                reason: values.text('reason'),
              },
            };
          }}
          onClose={onClose}
        >
          <RateFields pairs={pairs} {...(shown === undefined ? {} : { shown })} />
          <ConfirmRate />
          <SecondPersonNote>{words.secondPerson}</SecondPersonNote>
          <ReasonField />
        </ActDialog>
      )}
    </DialogButton>
  );
}

/** Begins with the present values of the pair, its age too: setting a rate leaves the others as they are. */
function RateFields({ pairs, shown }: { readonly pairs: readonly Pair[]; readonly shown?: Pair }): ReactNode {
  const text = useText();
  const words = text.operator.rates;
  const codes = useOffered().currencies.map(({ code }) => code);
  const [first = ''] = codes;
  const usual = (code: string) => (codes.includes(code) ? code : first);
  const [chosen, setChosen] = useState<{ readonly settlement?: string; readonly fiat?: string }>({});
  const settlement = chosen.settlement ?? shown?.settlementCurrency ?? usual('USDT');
  const fiat = chosen.fiat ?? shown?.fiatCurrency ?? usual('RUB');
  const pair = pairs.find((one) => one.settlementCurrency === settlement && one.fiatCurrency === fiat);
  const ageMaxMs = pair?.ageMaxMs ?? null;
  const options = codes.map((code) => [code, code] as const);
  return (
    <div className="fields">
      <SelectField
        name="settlementCurrency"
        label={text.fields.settlementCurrency}
        options={options}
        defaultValue={settlement}
        onChange={(code) => setChosen({ ...chosen, settlement: code })}
      />
      <SelectField
        name="fiatCurrency"
        label={text.fields.fiatCurrency}
        options={options}
        defaultValue={fiat}
        onChange={(code) => setChosen({ ...chosen, fiat: code })}
      />
      {/* Made anew with the pair: another one has other rates. */}
      <Fragment key={`${settlement}/${fiat}`}>
        <TextField name="in" label={text.trade.payin} inputMode="decimal" defaultValue={pair?.in ?? ''} />
        <TextField name="out" label={text.trade.payout} inputMode="decimal" defaultValue={pair?.out ?? ''} />
        <DurationField
          name="ageMinutes"
          label={words.ageMaxMinutes}
          hint={words.ageMaxHint}
          defaultValue={ageMaxMs === null ? '' : durationText(ageMaxMs, minuteMs)}
        />
      </Fragment>
    </div>
  );
}

/** Asked a second time, with the figures of the refusal beside it, where a rate looks like a slip of the finger. */
function ConfirmRate(): ReactNode {
  const { confirm } = useText().operator.rates;
  return <AskedField after={['rate_jump', 'rates_crossed']} name="isConfirmed" label={confirm} />;
}
