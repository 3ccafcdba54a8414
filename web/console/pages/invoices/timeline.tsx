import type { ReactNode } from 'react';
import type { InvoiceLife, OperatorDeal, OperatorTransfer } from '../../api/schema.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { useText } from '../../text/locale.tsx';
import { ActName, Instant, Money, RequisiteNumber, Status, type StatusTone } from '../../ui/values.tsx';
import { isByReceipt, isTakenBack } from './deal-story.ts';

interface Event {
  readonly key: string;
  readonly at: string;
  readonly tone: StatusTone;
  readonly title: ReactNode;
  readonly note?: ReactNode;
}

interface TimelineInput {
  readonly life: InvoiceLife;
  /** What came after this instant is faded. */
  readonly until?: string | null;
}

/** The instants at which something happened, each once, from the first. */
export function instantsOf(life: InvoiceLife): string[] {
  const instants = [
    life.createdAt,
    ...life.deals.flatMap(({ startedAt, confirmedAt, endedAt }) => [startedAt, confirmedAt, endedAt]),
    ...[...life.transfers, ...life.notifications, ...life.disputeFacts, ...(life.audit ?? [])].map(({ at }) => at),
    ...(life.arrivals ?? []).map(({ createdAt }) => createdAt),
  ].filter((at) => at !== null);
  return [...new Set(instants)].sort((left, right) => Date.parse(left) - Date.parse(right));
}

/** All that happened to an invoice, from the first: who, when, why, each transfer, each word to the merchant. */
export function Timeline({ life, until = null }: TimelineInput): ReactNode {
  const text = useText();
  const events = [
    ...ofDeals(text, life),
    ...life.transfers.map((transfer) => ofTransfer(text, transfer)),
    ...ofNotifications(text, life),
    ...ofPeople(text, life),
  ].sort((left, right) => Date.parse(left.at) - Date.parse(right.at));
  const isLater = (at: string) => until !== null && Date.parse(at) > Date.parse(until);
  return (
    <ol className="timeline">
      {events.map(({ key, at, tone, title, note }) => (
        <li key={key} className={isLater(at) ? 'later' : undefined}>
          <Instant at={at} />
          <span className={`dot ${tone}`} />
          <div>
            <div className="event-title">{title}</div>
            {note !== undefined && <div className="event-note">{note}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}

function ofDeals(text: Dictionary, life: InvoiceLife): Event[] {
  const { events } = text.invoices;
  const created: Event = {
    key: 'created',
    at: life.createdAt,
    tone: 'info',
    title: events.created,
    note: (
      <>
        {text.trade.directions[life.type]} · <Money value={life.sum} /> · {life.storeName}
      </>
    ),
  };
  const ofDeal = life.deals.flatMap((deal): Event[] => {
    const number = <RequisiteNumber key={deal.id} value={deal.requisites.requisites} />;
    const started: Event = {
      key: `${deal.id} s`,
      at: deal.startedAt,
      tone: 'info',
      title: events.dealStarted,
      note: number,
    };
    const confirmed: Event[] =
      deal.confirmedAt === null || (deal.type === 'in' && !isByReceipt(deal))
        ? []
        : [{ key: `${deal.id} c`, at: deal.confirmedAt, tone: 'wait', title: events.dealConfirmed, note: number }];
    const ended: Event[] =
      deal.endedAt === null
        ? []
        : [
            {
              key: `${deal.id} e`,
              at: deal.endedAt,
              tone: endTones[endOf(deal)],
              title: events.dealEnded[endOf(deal)],
              note: isTakenBack(deal) ? number : <Status of="deal" value={deal.status} />,
            },
          ];
    return [started, ...confirmed, ...ended, ...takenBack(text, life, deal)];
  });
  return [created, ...ofDeal];
}

/** Decided when it was: until then the money counted. */
function takenBack(text: Dictionary, life: InvoiceLife, deal: OperatorDeal): Event[] {
  const decided = life.disputeFacts.filter(({ dealId, kind }) => dealId === deal.id && kind === 'accepted').at(-1);
  if (!isTakenBack(deal) || decided === undefined) return [];
  const { dealTakenBack: title } = text.invoices.events;
  return [{ key: `${deal.id} b`, at: decided.at, tone: 'bad', title, note: <Status of="deal" value={deal.status} /> }];
}

const endTones = { completed: 'ok', canceled: 'off', expired: 'off', refused: 'bad' } as const;

/** A receipt without money is another story than a payer who changed their mind. */
function endOf(deal: OperatorDeal): keyof Dictionary['invoices']['events']['dealEnded'] {
  const status = deal.status === 'dispute' || isTakenBack(deal) ? deal.dispute?.from : deal.status;
  if (status === 'completed' || status === 'expired') return status;
  return deal.type === 'in' && isByReceipt(deal) ? 'refused' : 'canceled';
}

function ofTransfer(text: Dictionary, transfer: OperatorTransfer): Event {
  const { kind, subjectId, at, sum, debit, credit } = transfer;
  const accountName = (side: OperatorTransfer['debit']) => {
    const words: string | undefined = (text.trade.accounts as Readonly<Record<string, string>>)[side.kind];
    return `${words ?? side.kind}${side.ownerId === 0 ? '' : ` #${side.ownerId}`}`;
  };
  return {
    key: `${subjectId} ${kind}`,
    at,
    tone: 'off',
    title: (
      <>
        {(text.trade.transfers as Readonly<Record<string, string>>)[kind] ?? kind} <Money value={sum} />
      </>
    ),
    note: `${accountName(debit)} → ${accountName(credit)}`,
  };
}

function ofNotifications(text: Dictionary, life: InvoiceLife): Event[] {
  const outcomes: Readonly<Record<string, string>> = text.notifications.outcomes;
  return life.notifications.flatMap(({ sequence, status, at, attempts }): Event[] => [
    {
      key: `notification ${sequence}`,
      at,
      tone: 'info',
      title: text.invoices.events.notification,
      note: (
        <>
          #{sequence} <Status of="invoice" value={status} />
        </>
      ),
    },
    ...attempts.map(
      // Sent again, its attempts are counted from the first once more: here they are counted through.
      ({ at: triedAt, outcome, status: httpStatus, durationMs }, index): Event => ({
        key: `attempt ${sequence} ${index}`,
        at: triedAt,
        tone: outcome === 'delivered' ? 'ok' : 'bad',
        title: `${text.invoices.events.attempt} #${sequence}, ${index + 1}`,
        note: [
          outcomes[outcome] ?? outcome,
          ...(httpStatus === null ? [] : [`HTTP ${httpStatus}`]),
          text.shell.ms(durationMs),
        ].join(' · '),
      }),
    ),
  ]);
}

function ofPeople(text: Dictionary, life: InvoiceLife): Event[] {
  const { events, authors } = text.invoices;
  const facts = life.disputeFacts.map(
    ({ dealId, at, actor, kind, text: words }, index): Event => ({
      key: `fact ${dealId} ${index}`,
      at,
      tone: kind === 'accepted' ? 'ok' : 'bad',
      title: events[kind],
      note: `${authors[actor] ?? actor}${words === '' ? '' : `: ${words}`}`,
    }),
  );
  const arrivals = (life.arrivals ?? []).map(
    ({ id, createdAt, sum, reference, enteredBy, status }): Event => ({
      key: `arrival ${id}`,
      at: createdAt,
      tone: 'ok',
      title: (
        <>
          {events.arrival} <Money value={sum} /> <Status of="arrival" value={status} />
        </>
      ),
      note: `${enteredBy} · ${reference}`,
    }),
  );
  const audit = (life.audit ?? []).map(
    ({ id, at, actor, action, reason }): Event => ({
      key: `audit ${id}`,
      at,
      tone: 'info',
      title: (
        <>
          {actor} <ActName action={action} />
        </>
      ),
      note: reason,
    }),
  );
  return [...facts, ...arrivals, ...audit];
}
