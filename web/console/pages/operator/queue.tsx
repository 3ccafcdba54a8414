import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Answer, ApiError } from '../../api/client.ts';
import { useBankName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import { useShortcut } from '../../shortcuts.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { useIsNarrow } from '../../ui/narrow.ts';
import { type Column, Table, useCursor } from '../../ui/table.tsx';
import { Instant, Money, PageHead, Panel, RequisiteNumber, TwoLines } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { LineActs } from '../bank/line-acts.tsx';
import { MessageActions } from '../phones/message-table.tsx';
import { type ActChoice, arrivalActs, dealActs, withdrawalActs } from './acts/acts.tsx';
import { caseAfter } from './review/age-tone.ts';
import { CaseAge } from './review/case-age.tsx';
import { DisputeRules } from './review/dispute-rules.tsx';
import { Review } from './review/review.tsx';
import { WorkLimits } from './review/work-limits.tsx';
import { workName } from './work-name.ts';

type Work = Answer<'listWork'>;
type Item = Work['items'][number];

/**
 * What needs a person, who waits longest first. A row opens its case beside the list; one key acts on the row that has the
 * focus, else on the first, without opening it.
 */
export default function Queue(): ReactNode {
  const text = useText();
  const url = useUrlState();
  const [isLimiting, setLimiting] = useState(false);
  const work = useRead(
    'listWork',
    { query: { kind: url.get('kind'), after: useCursor(), limit: 50 } },
    { isLive: true, keepsPrevious: true },
  );
  const openId = url.get('case');
  const ids = work.data?.items.filter(isCase).map(({ id }) => id) ?? [];
  const open = (id: string | null) => url.set({ case: id ?? '' }, { isStep: openId === '' });
  return (
    <>
      <PageHead title={text.operator.queue.title} note={text.operator.queue.note}>
        <DialogButton label={text.disputes.clocks.open}>{(onClose) => <DisputeRules onClose={onClose} />}</DialogButton>
        <Button onClick={() => setLimiting(true)}>{text.operator.review.limits.open}</Button>
      </PageHead>
      {isLimiting && <WorkLimits limits={work.data?.limits ?? []} onClose={() => setLimiting(false)} />}
      <Mentions items={work.data?.mentions ?? []} onOpen={open} />
      <div className={openId === '' ? 'desk' : 'desk with-case'}>
        <List work={work} openId={openId} />
        {openId !== '' && (
          <Review
            id={openId}
            limits={work.data?.limits ?? []}
            isCalled={work.data?.mentions.some(({ caseId }) => caseId === openId) ?? false}
            onStep={(step) => open(caseAfter(ids, openId, step))}
            onClose={() => open(null)}
          />
        )}
      </div>
    </>
  );
}

function List({ work, openId }: { readonly work: UseQueryResult<Work, ApiError>; readonly openId: string }): ReactNode {
  const text = useText();
  const url = useUrlState();
  const [location] = useLocation();
  const search = useSearch();
  const isNarrow = useIsNarrow();
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const [act, setAct] = useState<ActChoice | null>(null);
  const items = work.data?.items;
  const focused = items?.find(({ id }) => id === focusedId) ?? items?.[0];
  const isOpen = openId !== '';
  const columns = useColumns(work.data?.limits ?? [], setAct);
  const hrefOf = (item: Item) => {
    const own = ownPlace(item);
    if (own !== null) return own;
    const parameters = new URLSearchParams(search);
    parameters.set('case', item.id);
    return `${location}?${parameters}`;
  };
  const current = items?.find(({ id }) => id === openId);
  return (
    // On a phone the case lies above the list: nothing below it takes keys, or is read out.
    <div className="desk-list" inert={isOpen && isNarrow}>
      <Table
        label={text.operator.queue.title}
        rows={items}
        error={work.error}
        retry={() => work.refetch()}
        rowKey={keyOf}
        href={hrefOf}
        next={work.data?.next ?? null}
        empty={text.operator.queue.empty}
        emptyHint={text.operator.queue.emptyHint}
        filters={<Kinds totals={work.data?.totals ?? []} chosen={url.get('kind')} />}
        columns={isOpen ? columns.filter(({ id }) => besideCase.includes(id)) : columns}
        onFocusRow={({ id }) => setFocusedId(id)}
        {...(current === undefined ? {} : { currentKey: keyOf(current) })}
      />
      {!isOpen &&
        focused !== undefined &&
        actsOf(text, focused).map((choice) => (
          <ActKey key={choice.key} choice={choice} onPress={() => setAct(choice)} />
        ))}
      {act?.dialog(() => setAct(null))}
    </div>
  );
}

/** Messages and lines are worked off in their own lists, which begin with them. */
function ownPlace({ message, line }: Item): string | null {
  if (message !== null) return `/messages?waiting=open&after=${BigInt(message.id) + 1n}`;
  return line === null ? null : `/bank?account=${line.accountId}&show=bank`;
}

function isCase(item: Item): boolean {
  return ownPlace(item) === null;
}

/** What there is room for beside a case. */
const besideCase = ['age', 'kind', 'sum'];

function keyOf({ id, kind }: Item): string {
  return `${kind} ${id}`;
}

/** Comments that call the one who looks. Opened, they are seen. */
function Mentions({
  items,
  onOpen,
}: {
  readonly items: Work['mentions'];
  readonly onOpen: (caseId: string) => void;
}): ReactNode {
  const { review } = useText().operator;
  if (items.length === 0) return null;
  return (
    <Panel title={review.mentions}>
      <ul className="lines">
        {items.map(({ id, caseId, login, at, text }) => (
          <li key={id}>
            <strong>{login}</strong>
            <span className="mention-text">{text}</span>
            <span className="muted">
              <Instant at={at} />
            </span>
            <Button className="small" onClick={() => onOpen(caseId)}>
              {review.open}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
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

function useColumns(limits: Work['limits'], choose: (choice: ActChoice) => void): readonly Column<Item>[] {
  const text = useText();
  const bankName = useBankName();
  const { queue } = text.operator;
  return [
    {
      id: 'age',
      title: queue.age,
      cell: ({ since, kind }) => <CaseAge since={since} limit={limits.find((limit) => limit.kind === kind)} />,
      order: ({ since }) => since,
    },
    { id: 'kind', title: queue.kind, cell: (item) => <Kind item={item} />, order: (item) => workName(text, item) },
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
          {item.message !== null && <MessageActions message={item.message} />}
          {item.line !== null && <LineActs line={item.line} />}
          {actsOf(text, item).map((choice) => (
            <Button
              key={choice.key}
              className="small"
              tone={choice.tone ?? 'plain'}
              shortcut={choice.key}
              onClick={() => choose(choice)}
            >
              {choice.label}
            </Button>
          ))}
        </div>
      ),
    },
  ];
}

function Kind({ item }: { readonly item: Item }): ReactNode {
  const text = useText();
  const { review } = text.operator;
  const { claim } = item;
  const worker = claim === null ? false : claim.isOwn ? review.yours : review.worksOnIt(claim.login);
  return <TwoLines upper={workName(text, item)} lower={worker} />;
}

function Details({ item, bankName }: { readonly item: Item; readonly bankName: (code: string) => string }): ReactNode {
  const text = useText();
  const { deal, arrival, withdrawal, message, line } = item;
  if (message !== null) {
    return (
      <span className="two-lines message-text">
        <span>{message.text}</span>
        <span>
          {message.sender} · {message.phoneName}
        </span>
      </span>
    );
  }
  if (line !== null) {
    const told = [line.bookedOn, line.party, line.purpose].filter((one) => one !== '').join(' · ');
    return <TwoLines upper={line.held === null ? '' : text.bank.held[line.held]} lower={told} />;
  }
  if (arrival !== null) {
    const { exception, requisite } = arrival;
    return (
      <TwoLines
        upper={exception === null ? '' : text.trade.exceptions[exception]}
        lower={<Place number={requisite?.number ?? ''} of={requisite?.makerName} />}
      />
    );
  }
  if (withdrawal !== null) return <code>{withdrawal.address}</code>;
  if (deal === null) return null;
  const count = deal.attachments.length;
  const results: Readonly<Record<string, string>> = text.trade.disputeResults;
  const first =
    deal.dispute !== null && deal.status === 'dispute'
      ? ((text.trade.disputeReasons as Readonly<Record<string, string>>)[deal.dispute.reason] ?? deal.dispute.reason)
      : deal.objectedAt !== null
        ? (results[deal.dispute?.result ?? ''] ?? '')
        : [bankName(deal.paymentMethod), ...(count === 0 ? [] : [text.operator.queue.receipts(count)])].join(' · ');
  const { requisites, holder } = deal.requisites;
  return <TwoLines upper={first} lower={<Place number={requisites} of={holder} />} />;
}

function Place({ number, of }: { readonly number: string; readonly of: ReactNode }): ReactNode {
  return (
    <span>
      <RequisiteNumber value={number} /> · {of}
    </span>
  );
}

function sumOf({ deal, arrival, withdrawal, message, line }: Item) {
  return deal?.sum ?? arrival?.sum ?? withdrawal?.sum ?? message?.sum ?? line?.sum ?? null;
}

function actsOf(text: Dictionary, { deal, arrival, withdrawal }: Item): readonly ActChoice[] {
  if (deal !== null) return dealActs(text, deal);
  if (arrival !== null) return arrivalActs(text, arrival);
  return withdrawal === null ? [] : withdrawalActs(text, withdrawal);
}
