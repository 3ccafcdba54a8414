import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { formatDuration } from '../../format.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { CheckField, ReasonField, SelectField, TextField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';
import { Table } from '../../ui/table.tsx';
import { Badge, Instant, Panel } from '../../ui/values.tsx';

type Feed = Answer<'listRateFeeds'>['items'][number];

/** Rates that come from JSON documents of others by themselves. */
export function RateFeeds(): ReactNode {
  const { text, locale } = useLocale();
  const words = text.operator.rates;
  const feeds = useRead('listRateFeeds', {}, { isLive: true });
  return (
    <Panel
      title={words.feeds}
      actions={<DialogButton label={words.createFeed}>{(onClose) => <CreateFeed onClose={onClose} />}</DialogButton>}
    >
      <Table
        label={words.feeds}
        name="feeds-"
        rows={feeds.data?.items}
        error={feeds.error}
        rowKey={({ id }) => id}
        empty={words.noFeeds}
        emptyHint={words.noFeedsHint}
        columns={[
          {
            id: 'pair',
            title: words.pair,
            cell: ({ settlementCurrency, fiatCurrency }) => `${settlementCurrency}/${fiatCurrency}`,
          },
          {
            id: 'type',
            title: text.trade.type,
            cell: ({ type }) => (type === 'in' ? text.trade.payin : text.trade.payout),
          },
          { id: 'url', title: text.fields.url, cell: ({ url, path }) => <code>{`${url} · ${path}`}</code> },
          {
            id: 'interval',
            title: words.interval,
            cell: ({ intervalMs }) => formatDuration(locale, intervalMs),
          },
          { id: 'last', title: words.lastRate, cell: ({ lastRateAt }) => <Instant at={lastRateAt} /> },
          { id: 'status', title: text.trade.status, cell: (feed) => <FeedStatus feed={feed} /> },
          {
            id: 'actions',
            title: '',
            cell: (feed) => (
              <div className="row-actions">
                <DialogButton label={text.shell.edit} isSmall>
                  {(onClose) => <ChangeFeed feed={feed} onClose={onClose} />}
                </DialogButton>
              </div>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function FeedStatus({ feed }: { readonly feed: Feed }): ReactNode {
  const { operator } = useText();
  if (!feed.isEnabled) return <Badge tone="off">{operator.rates.feedOff}</Badge>;
  if (feed.lastError === null) return <Badge tone="ok">{operator.rates.feedOn}</Badge>;
  return (
    <span className="two-lines">
      <span>
        <Badge tone="bad">{operator.rates.feedFails}</Badge>
      </span>
      <span>{feed.lastError}</span>
    </span>
  );
}

function CreateFeed({ onClose }: { readonly onClose: () => void }): ReactNode {
  const text = useText();
  const words = text.operator.rates;
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
          ...feedOf(values),
          reason: values.text('reason'),
        },
      })}
      onClose={onClose}
    >
      <div className="fields">
        <TextField name="settlementCurrency" label={text.fields.settlementCurrency} defaultValue="USDT" required />
        <TextField name="fiatCurrency" label={text.fields.fiatCurrency} required />
        <SelectField name="type" label={text.trade.type} options={Object.entries(text.trade.directions)} />
      </div>
      <FeedFields />
      <ReasonField />
    </ActDialog>
  );
}

function ChangeFeed({ feed, onClose }: { readonly feed: Feed; readonly onClose: () => void }): ReactNode {
  const text = useText();
  return (
    <ActDialog
      title={`${feed.settlementCurrency}/${feed.fiatCurrency}`}
      operation="changeRateFeed"
      submit={text.shell.save}
      done={text.operator.rates.feedChanged}
      read={(values) => ({
        path: { id: feed.id },
        body: { ...feedOf(values), reason: values.text('reason') },
      })}
      onClose={onClose}
    >
      <FeedFields feed={feed} />
      <ReasonField />
    </ActDialog>
  );
}

function FeedFields({ feed }: { readonly feed?: Feed }): ReactNode {
  const text = useText();
  const words = text.operator.rates;
  const ageMinutes = feed?.ageMaxMs == null ? '' : String(feed.ageMaxMs / 60_000);
  return (
    <>
      <TextField name="url" label={text.fields.url} type="url" defaultValue={feed?.url ?? ''} required />
      <TextField
        name="path"
        label={text.fields.path}
        hint="data.rates.0.price"
        defaultValue={feed?.path ?? ''}
        required
      />
      <div className="fields">
        <TextField
          name="intervalSeconds"
          label={words.intervalSeconds}
          inputMode="numeric"
          defaultValue={(feed?.intervalMs ?? 60_000) / 1_000}
          required
        />
        <TextField name="ageMinutes" label={words.ageMaxMinutes} inputMode="numeric" defaultValue={ageMinutes} />
      </div>
      <CheckField name="isEnabled" label={words.feedOn} defaultChecked={feed?.isEnabled ?? true} />
    </>
  );
}

function feedOf(values: FormValues) {
  const minutes = values.whole('ageMinutes');
  return {
    url: values.text('url'),
    path: values.text('path'),
    intervalMs: (values.whole('intervalSeconds') ?? 60) * 1_000,
    ageMaxMs: minutes === null ? null : minutes * 60_000,
    isEnabled: values.isChecked('isEnabled'),
  };
}
