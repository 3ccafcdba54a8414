import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useOffered } from '../../api/names.ts';
import { formatDuration, percentText } from '../../format.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { ActButton, reason } from '../../ui/act-form.tsx';
import { column } from '../../ui/columns.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { CheckField, DurationField, PercentField, ReasonField, SelectField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';
import { List } from '../../ui/list.tsx';
import { durationText, minuteMs, secondMs } from '../../ui/numbers.ts';
import { Badge, Panel, TwoLines } from '../../ui/values.tsx';
import { SourceFields, useSources } from './source-fields.tsx';
import { SecondPersonNote } from './waiting-rates.tsx';

type Feed = Answer<'listRateFeeds'>['items'][number];

/** Rates that come from JSON documents of others by themselves. */
export function RateFeeds(): ReactNode {
  const { text, locale } = useLocale();
  const words = text.operator.rates;
  return (
    <Panel
      title={words.feeds}
      actions={<DialogButton label={words.createFeed}>{(onClose) => <CreateFeed onClose={onClose} />}</DialogButton>}
    >
      <List
        of="listRateFeeds"
        isWhole
        isLive
        label={words.feeds}
        name="feeds-"
        empty={words.noFeeds}
        emptyHint={words.noFeedsHint}
        columns={[
          {
            id: 'pair',
            title: words.pair,
            cell: ({ settlementCurrency, fiatCurrency }) => `${settlementCurrency}/${fiatCurrency}`,
          },
          column.word('type', text.trade.type, { in: text.trade.payin, out: text.trade.payout }),
          { id: 'sources', title: words.sources, cell: (feed) => <Sources feed={feed} /> },
          column.named('marginBps', words.margin, percentText, { id: 'margin', isNumeric: true }),
          column.named('intervalMs', words.interval, (ms: number) => formatDuration(locale, ms), { id: 'interval' }),
          column.at('lastRateAt', words.lastRate, { id: 'last' }),
          { id: 'status', title: text.trade.status, cell: (feed) => <FeedStatus feed={feed} /> },
        ]}
        acts={(feed) => (
          <div className="row-actions">
            <DialogButton label={text.shell.edit} isSmall>
              {(onClose) => <ChangeFeed feed={feed} onClose={onClose} />}
            </DialogButton>
            <RemoveFeed feed={feed} />
          </div>
        )}
      />
    </Panel>
  );
}

/** The list in its order; the one in use stands out, the one that fails says why. */
function Sources({ feed }: { readonly feed: Feed }): ReactNode {
  const words = useText().operator.rates;
  return (
    <ol>
      {feed.sources.map(({ url, path, book, lastError }, index) => {
        const isUsed = feed.isEnabled && feed.fault === null && feed.usedPlace === index + 1;
        const places = book === null ? '' : ` ${book.from}–${book.to}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a source is its place.
          <li key={index}>
            <code>{`${index + 1}. ${new URL(url).host} · ${path}${places}`}</code>{' '}
            {isUsed && <Badge tone={index === 0 ? 'ok' : 'wait'}>{words.inUse}</Badge>}
            {lastError !== null && <span className="hint">{lastError}</span>}
          </li>
        );
      })}
    </ol>
  );
}

function FeedStatus({ feed }: { readonly feed: Feed }): ReactNode {
  const words = useText().operator.rates;
  if (!feed.isEnabled) return <Badge tone="off">{words.feedOff}</Badge>;
  if (feed.fault !== null) {
    return (
      <TwoLines
        upper={
          <span>
            <Badge tone="bad">{words.feedFaults[feed.fault]}</Badge>
          </span>
        }
        lower={feed.lastError}
      />
    );
  }
  const isFallback = feed.usedPlace !== null && feed.usedPlace > 1;
  return <Badge tone={isFallback ? 'wait' : 'ok'}>{isFallback ? words.fallback : words.feedOn}</Badge>;
}

function CreateFeed({ onClose }: { readonly onClose: () => void }): ReactNode {
  const text = useText();
  const words = text.operator.rates;
  const { sources, setSources, asSent } = useSources();
  const currencies = useOffered().currencies.map(({ code }) => [code, code] as const);
  return (
    <ActDialog
      title={words.createFeed}
      operation="createRateFeed"
      submit={words.createFeed}
      done={words.feedCreated}
      read={(values) => ({
        body: {
          settlementCurrency: values.text('settlementCurrency'),
          fiatCurrency: values.text('fiatCurrency'),
          type: values.text('type') === 'out' ? 'out' : 'in',
          sources: asSent(),
          ...feedOf(values),
          reason: values.text('reason'),
        },
      })}
      onClose={onClose}
    >
      <div className="fields">
        <SelectField
          name="settlementCurrency"
          label={text.fields.settlementCurrency}
          options={currencies}
          usual="USDT"
        />
        <SelectField name="fiatCurrency" label={text.fields.fiatCurrency} options={currencies} usual="RUB" />
        <SelectField name="type" label={text.trade.type} options={Object.entries(text.trade.directions)} />
      </div>
      <SourceFields sources={sources} onChange={setSources} />
      <FeedFields />
      <ReasonField />
    </ActDialog>
  );
}

function ChangeFeed({ feed, onClose }: { readonly feed: Feed; readonly onClose: () => void }): ReactNode {
  const text = useText();
  const { sources, setSources, asSent } = useSources(feed);
  return (
    <ActDialog
      title={pairOf(feed, text)}
      operation="changeRateFeed"
      submit={text.shell.save}
      done={text.operator.rates.feedChanged}
      read={(values) => ({
        path: { id: feed.id },
        body: { sources: asSent(), ...feedOf(values), reason: values.text('reason') },
      })}
      onClose={onClose}
    >
      {(['settlementCurrency', 'fiatCurrency', 'type'] as const).map((name) => (
        <input key={name} type="hidden" name={name} value={feed[name]} />
      ))}
      <SourceFields sources={sources} onChange={setSources} />
      <FeedFields feed={feed} />
      <ReasonField />
    </ActDialog>
  );
}

function RemoveFeed({ feed }: { readonly feed: Feed }): ReactNode {
  const text = useText();
  const words = text.operator.rates;
  return (
    <ActButton
      operation="removeRateFeed"
      path={{ id: feed.id }}
      words={{
        title: `${words.removeFeed}: ${pairOf(feed, text)}`,
        submit: text.shell.remove,
        done: words.feedRemoved,
      }}
      tone="danger"
      buttonTone="plain"
      isSmall
      fields={{ reason }}
    >
      <p className="hint">{words.removeFeedHint}</p>
    </ActButton>
  );
}

function pairOf({ settlementCurrency, fiatCurrency, type }: Feed, text: Dictionary): string {
  return `${settlementCurrency}/${fiatCurrency}, ${text.trade.directions[type]}`;
}

function FeedFields({ feed }: { readonly feed?: Feed }): ReactNode {
  const words = useText().operator.rates;
  const ageMaxMs = feed === undefined ? usualAgeMs : feed.ageMaxMs;
  return (
    <>
      <div className="fields">
        <PercentField
          name="margin"
          label={words.margin}
          hint={words.marginHint}
          defaultValue={feed === undefined ? '0' : percentText(feed.marginBps)}
          required
        />
        <DurationField
          name="intervalSeconds"
          label={words.intervalSeconds}
          defaultValue={durationText(feed?.intervalMs ?? usualIntervalMs, secondMs)}
          required
        />
        <DurationField
          name="ageMinutes"
          label={words.ageMaxMinutes}
          hint={words.ageMaxHint}
          defaultValue={ageMaxMs === null ? '' : durationText(ageMaxMs, minuteMs)}
        />
      </div>
      <CheckField name="isEnabled" label={words.feedOn} defaultChecked={feed?.isEnabled ?? true} />
      <SecondPersonNote>{words.feedSecondPerson}</SecondPersonNote>
    </>
  );
}

const usualAgeMs = 10 * minuteMs;
const usualIntervalMs = minuteMs;

function feedOf(values: FormValues) {
  return {
    marginBps: values.basisPoints('margin'),
    intervalMs: values.duration('intervalSeconds', secondMs) ?? usualIntervalMs,
    ageMaxMs: values.duration('ageMinutes', minuteMs),
    isEnabled: values.isChecked('isEnabled'),
  };
}
