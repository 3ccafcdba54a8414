import './time-machine.css';
import { type ReactNode, useState } from 'react';
import { useMakerName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import type { InvoiceLife } from '../../api/schema.ts';
import { formatInstant } from '../../format.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { Awaited } from '../../ui/states.tsx';
import { Facts, Money, Rate, Status } from '../../ui/values.tsx';
import { instantsOf, Timeline } from './timeline.tsx';

/** The timeline with a slider: each step of it is an instant at which something happened; the last one is now. */
export function TimeMachine({ life }: { readonly life: InvoiceLife }): ReactNode {
  const words = useText().invoices.timeMachine;
  const { locale } = useLocale();
  const [at, setAt] = useState<string | null>(null);
  const instants = instantsOf(life);
  const found = at === null ? -1 : instants.indexOf(at);
  const position = found === -1 ? instants.length : found;
  return (
    <>
      <div className="time-machine">
        <label>
          <span>{words.slider}</span>
          <input
            type="range"
            min={0}
            max={instants.length}
            value={position}
            aria-valuetext={at === null ? words.now : formatInstant(locale, at)}
            onChange={({ target }) => setAt(instants[Number(target.value)] ?? null)}
          />
        </label>
        <output>{at === null ? words.now : formatInstant(locale, at)}</output>
      </div>
      {at !== null && <Past id={life.id} at={at} onNow={() => setAt(null)} />}
      <Timeline life={life} until={at} />
    </>
  );
}

interface PastInput {
  readonly id: string;
  readonly at: string;
  readonly onNow: () => void;
}

function Past({ id, at, onNow }: PastInput): ReactNode {
  const words = useText().invoices.timeMachine;
  const { locale } = useLocale();
  const found = useRead('readInvoice', { path: { id }, query: { at } }, { keepsPrevious: true });
  if (found.data === undefined) return <Awaited answer={found} />;
  return (
    <section className="past" aria-label={words.asItWas} aria-busy={found.isPlaceholderData}>
      <div className="past-head">
        <strong>{words.asItWas}</strong>
        <span>{formatInstant(locale, found.data.past?.at ?? at)}</span>
        <Status of="invoice" value={found.data.status} />
        <Button onClick={onNow}>{words.backToNow}</Button>
      </div>
      <PastFigures life={found.data} />
      <PastNotes life={found.data} />
    </section>
  );
}

function PastFigures({ life }: { readonly life: InvoiceLife }): ReactNode {
  const { trade, invoices } = useText();
  const makerName = useMakerName();
  const accounts: Readonly<Record<string, string>> = trade.accounts;
  return (
    <>
      <Facts
        items={[
          [trade.sum, <Money key="sum" value={life.sum} />],
          life.receivedSumFromTaker === null
            ? null
            : [trade.received, <Money key="received" value={life.receivedSumFromTaker} />],
          life.serviceFeeSum === null ? null : [trade.fee, <Money key="fee" value={life.serviceFeeSum} />],
          life.payoutSum === null ? null : [trade.toMerchant, <Money key="payout" value={life.payoutSum} />],
        ]}
      />
      <h3>{invoices.otherDeals}</h3>
      {life.deals.length === 0 ? (
        <p className="muted">{invoices.noDeal}</p>
      ) : (
        <ul>
          {life.deals.map((deal) => (
            <li key={deal.id}>
              #{deal.ordinal} <Status of="deal" value={deal.status} /> <Money value={deal.sum} />{' '}
              <Rate value={deal.rate} /> {deal.makerId == null ? null : makerName(deal.makerId)}
            </li>
          ))}
        </ul>
      )}
      {(life.past?.balances ?? []).length > 0 && (
        <>
          <h3>{invoices.timeMachine.balances}</h3>
          <Facts
            items={(life.past?.balances ?? []).map(({ id, kind, ownerId, balance }) => [
              `${accounts[kind] ?? kind}${ownerId === 0 ? '' : ` #${ownerId}`}`,
              <Money key={id} value={balance} />,
            ])}
          />
        </>
      )}
    </>
  );
}

function PastNotes({ life }: { readonly life: InvoiceLife }): ReactNode {
  const words = useText().invoices.timeMachine;
  const names: Readonly<Record<string, string>> = words.fields;
  const ofToday = life.past?.ofToday ?? [];
  if (ofToday.length === 0) return null;
  return <p className="notice">{words.ofToday(ofToday.map((field) => names[field] ?? field).join(', '))}</p>;
}
