import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useBankName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import { useShortcut } from '../../shortcuts.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, Table, useCursor } from '../../ui/table.tsx';
import { Age, Money, PageHead, RequisiteNumber } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { type ActChoice, arrivalActs, dealActs, withdrawalActs } from './acts/acts.tsx';
import { Opening } from './opening.tsx';

type Work = Answer<'listWork'>;
type Item = Work['items'][number];

/** What needs a person, who waits longest first. One key acts on the row that has the focus, else on the first. */
export default function Queue(): ReactNode {
  const text = useText();
  const url = useUrlState();
  const kind = url.get('kind');
  const work = useRead(
    'listWork',
    { query: { kind, after: useCursor(), limit: 50 } },
    { isLive: true, keepsPrevious: true },
  );
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const [open, setOpen] = useState<{ readonly item: Item; readonly choice: ActChoice } | null>(null);
  const items = work.data?.items;
  const focused = items?.find(({ id }) => id === focusedId) ?? items?.[0];
  const choose = (item: Item, choice: ActChoice) => setOpen({ item, choice });
  return (
    <>
      <Opening />
      <PageHead title={text.operator.queue.title} note={text.operator.queue.note} />
      <Table
        label={text.operator.queue.title}
        rows={items}
        error={work.error}
        retry={() => work.refetch()}
        rowKey={({ id, kind: why }) => `${why} ${id}`}
        href={hrefOf}
        next={work.data?.next ?? null}
        empty={text.operator.queue.empty}
        emptyHint={text.operator.queue.emptyHint}
        filters={<Kinds totals={work.data?.totals ?? []} chosen={kind} />}
        columns={useColumns(choose)}
        onFocusRow={({ id }) => setFocusedId(id)}
      />
      {focused !== undefined &&
        actsOf(text, focused).map((choice) => (
          <ActKey key={choice.key} choice={choice} onPress={() => choose(focused, choice)} />
        ))}
      {open?.choice.dialog(() => setOpen(null))}
    </>
  );
}

function ActKey({ choice, onPress }: { readonly choice: ActChoice; readonly onPress: () => void }): null {
  useShortcut(choice.key, choice.label, onPress);
  return null;
}

function Kinds({ totals, chosen }: { readonly totals: Work['totals']; readonly chosen: string }): ReactNode {
  const text = useText();
  const url = useUrlState();
  const total = totals.reduce((sum, { count }) => sum + count, 0);
  const isMore = totals.some((one) => one.isMore);
  const tab = (kind: string, label: string, count: string) => (
    <button
      key={kind}
      type="button"
      className="tab"
      aria-pressed={kind === chosen}
      onClick={() => url.set({ kind, after: '' })}
    >
      {label} <span className="tab-count">{count}</span>
    </button>
  );
  return (
    <div className="tabs">
      {tab('', text.shell.all, `${total}${isMore ? '+' : ''}`)}
      {totals.map(({ kind, count, isMore: hasMore }) =>
        tab(kind, text.operator.queue.kinds[kind], `${count}${hasMore ? '+' : ''}`),
      )}
    </div>
  );
}

function useColumns(choose: (item: Item, choice: ActChoice) => void): readonly Column<Item>[] {
  const text = useText();
  const bankName = useBankName();
  const { queue } = text.operator;
  return [
    { id: 'age', title: queue.age, cell: ({ since }) => <Age since={since} />, order: ({ since }) => since },
    { id: 'kind', title: queue.kind, cell: (item) => kindText(text, item), order: (item) => kindText(text, item) },
    { id: 'sum', title: text.trade.sum, cell: (item) => <Money value={sumOf(item)} />, isNumeric: true },
    { id: 'details', title: queue.details, cell: (item) => <Details item={item} bankName={bankName} /> },
    {
      id: 'store',
      title: text.trade.store,
      cell: ({ storeName }) => storeName ?? '–',
      order: ({ storeName }) => storeName ?? '',
    },
    {
      id: 'actions',
      title: '',
      cell: (item) => (
        <div className="row-actions">
          {actsOf(text, item).map((choice) => (
            <Button
              key={choice.key}
              className="small"
              tone={choice.tone ?? 'plain'}
              shortcut={choice.key}
              onClick={() => choose(item, choice)}
            >
              {choice.label}
            </Button>
          ))}
        </div>
      ),
    },
  ];
}

function Details({ item, bankName }: { readonly item: Item; readonly bankName: (code: string) => string }): ReactNode {
  const text = useText();
  const { deal, arrival, withdrawal } = item;
  if (arrival !== null) {
    return (
      <span className="two-lines">
        <span>{arrival.exception === null ? '' : text.trade.exceptions[arrival.exception]}</span>
        <span>
          <RequisiteNumber value={arrival.requisite?.number ?? ''} /> · {arrival.requisite?.makerName}
        </span>
      </span>
    );
  }
  if (withdrawal !== null) return <code>{withdrawal.address}</code>;
  if (deal === null) return null;
  const count = deal.attachments.length;
  const first =
    deal.dispute !== null && deal.status === 'dispute'
      ? ((text.trade.disputeReasons as Readonly<Record<string, string>>)[deal.dispute.reason] ?? deal.dispute.reason)
      : [bankName(deal.paymentMethod), ...(count === 0 ? [] : [text.operator.queue.receipts(count)])].join(' · ');
  return (
    <span className="two-lines">
      <span>{first}</span>
      <span>
        <RequisiteNumber value={deal.requisites.requisites} /> · {deal.requisites.holder}
      </span>
    </span>
  );
}

function kindText(text: Dictionary, { kind, deal }: Item): string {
  const { queue } = text.operator;
  return kind === 'confirmed' && deal?.type === 'out' ? queue.proof : queue.kinds[kind];
}

function sumOf({ deal, arrival, withdrawal }: Item) {
  return deal?.sum ?? arrival?.sum ?? withdrawal?.sum ?? null;
}

function actsOf(text: Dictionary, { deal, arrival, withdrawal }: Item): readonly ActChoice[] {
  if (deal !== null) return dealActs(text, deal);
  if (arrival !== null) return arrivalActs(text, arrival);
  return withdrawal === null ? [] : withdrawalActs(text, withdrawal);
}

function hrefOf({ deal, arrival, withdrawal }: Item): string {
  if (deal !== null) return `/invoices/${deal.invoiceId}`;
  if (arrival !== null) return `/arrivals?id=${arrival.id}`;
  return `/withdrawals?id=${withdrawal?.id ?? ''}`;
}
