import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useBankName, useMakerName, useOptionName } from '../../../api/names.ts';
import type { OperatorArrival, OperatorDeal } from '../../../api/schema.ts';
import type { Dictionary } from '../../../text/en/dictionary.ts';
import { useText } from '../../../text/locale.tsx';
import { Button } from '../../../ui/button.tsx';
import { Receipts } from '../../../ui/receipts.tsx';
import { RepeatedReceipts } from '../../../ui/repeated-receipts.tsx';
import { Amount, Badge, Facts, Id, Instant, Money, Panel, Status } from '../../../ui/values.tsx';
import { ArrivalFigures } from '../acts/arrival-acts.tsx';
import { DealFigures } from '../acts/deal-facts.tsx';
import { WithdrawalFigures } from '../acts/withdrawal-acts.tsx';
import type { Case } from './case-age.tsx';
import { PayerBefore } from './payer-before.tsx';

/** All that is known about a case: the receipt large on one side, what to compare it with on the other. */
export function CaseContent({
  of,
  onMatch,
}: {
  readonly of: Case;
  /** An arrival is to be matched with this deal. */
  readonly onMatch: (dealId: string) => void;
}): ReactNode {
  const text = useText();
  const { review } = text.operator;
  const files = filesOf(of);
  const isDeal = of.kind !== 'arrival' && of.kind !== 'withdrawal' && of.deal !== null;
  return (
    <div className={files.length > 0 ? 'review-body with-receipt' : 'review-body'}>
      {files.length > 0 && (
        <div className="review-receipts">
          {of.deal !== null && <RepeatedReceipts invoiceId={of.deal.invoiceId} />}
          <Receipts files={files} />
        </div>
      )}
      <div className="review-facts">
        {of.withdrawal !== null && (
          <Panel title={text.trade.withdrawal}>
            <WithdrawalFigures withdrawal={of.withdrawal} />
          </Panel>
        )}
        {of.arrival !== null && (
          <Panel title={text.trade.arrival}>
            <ArrivalFigures arrival={of.arrival} />
            {of.doubt !== null && <Doubt doubt={of.doubt} />}
          </Panel>
        )}
        {of.deal !== null && <DealPanel of={of} deal={of.deal} />}
        {of.facts.length > 0 && <Said of={of} />}
        {isDeal && of.deal?.type === 'in' && (
          <Panel title={review.bank}>
            <Arrivals items={of.arrivals} of={of} nothing={review.bankNothing} />
          </Panel>
        )}
        {of.arrival !== null && <Candidates of={of} arrival={of.arrival} onMatch={onMatch} />}
        {of.withdrawal === null && of.kind !== 'payout' && (
          <Panel title={review.makersArrivals}>
            <Arrivals items={of.makersArrivals} of={of} nothing={review.makersNothing} />
          </Panel>
        )}
        {of.invoice !== null && <PayerBefore of={of} />}
      </div>
    </div>
  );
}

/** What the bank's statement says against an arrival that only a maker has told of. */
function Doubt({ doubt: { kind, day, dealId } }: { readonly doubt: NonNullable<Case['doubt']> }): ReactNode {
  const { review } = useText().operator;
  return (
    <p className="overdue">
      {review.doubts[kind](day)}{' '}
      {dealId !== null && <Link href={`/deals/${dealId}`}>{`${review.doubtDeal} …${dealId.slice(-8)}`}</Link>}
    </p>
  );
}

function DealPanel({ of, deal }: { readonly of: Case; readonly deal: NonNullable<Case['deal']> }): ReactNode {
  const text = useText();
  const { review } = text.operator;
  const [bankName, optionName, makerName] = [useBankName(), useOptionName(), useMakerName()];
  const { dispute } = deal;
  const isPayin = deal.type === 'in';
  return (
    <>
      <Panel
        title={of.arrival === null ? review.deal : review.likely}
        actions={<Status of="deal" value={deal.status} />}
      >
        <DealFigures deal={deal} />
        <Facts
          items={[
            [text.trade.bank, `${bankName(deal.paymentMethod)} · ${optionName(deal.paymentOption)}`],
            deal.makerId === null || deal.makerId === undefined ? null : [text.trade.maker, makerName(deal.makerId)],
            [text.trade.startedAt, <Instant key="started" at={deal.startedAt} />],
            dispute === null ? null : [text.trade.dispute, wordOf(text.trade.disputeReasons, dispute.reason)],
            dispute === null || deal.makerId == null
              ? null
              : [text.disputes.answer.maker, answerText(text, dispute.answer)],
            dispute?.amount
              ? [text.invoices.claimedSum, <Amount key="claimed" value={dispute.amount} currency={deal.sum.currency} />]
              : null,
            of.invoice === null ? null : [text.trade.internalId, of.invoice.internalId || '–'],
          ]}
        />
      </Panel>
      {of.sums !== null && (
        <Panel title={review.sums}>
          <Facts
            items={[
              [
                isPayin ? review.fromMaker : review.fromStore,
                <Money key="from" value={isPayin ? of.sums.maker : of.sums.store} />,
              ],
              [
                isPayin ? review.toStore : review.toMaker,
                <Money key="to" value={isPayin ? of.sums.store : of.sums.maker} />,
              ],
              [review.fee, <Money key="fee" value={of.sums.fee} />],
              of.sums.reward === null ? null : [review.reward, <Money key="reward" value={of.sums.reward} />],
            ]}
          />
        </Panel>
      )}
    </>
  );
}

function Said({ of }: { readonly of: Case }): ReactNode {
  const text = useText();
  return (
    <Panel title={text.operator.review.said}>
      <ol className="comments">
        {of.facts.map(({ at, actor, kind, text: words }) => (
          <li key={`${at} ${kind} ${words}`}>
            <p className="muted">
              {text.invoices.events[kind]} · {actor} · <Instant at={at} />
            </p>
            <p>{kind === 'opened' ? wordOf(text.trade.disputeReasons, words) : words}</p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Sums that are the case's own stand out: that is what one looks for. */
function Arrivals({
  items,
  of,
  nothing,
}: {
  readonly items: readonly OperatorArrival[];
  readonly of: Case;
  readonly nothing: string;
}): ReactNode {
  const { review } = useText().operator;
  const others = items.filter(({ id }) => id !== of.id);
  if (others.length === 0) return <p className="muted">{nothing}</p>;
  const sum = of.arrival?.sum ?? of.deal?.sum;
  return (
    <ul className="lines">
      {others.map((one) => (
        <li key={one.id}>
          <Link href={`/arrivals?id=${one.id}`}>
            <Money value={one.sum} />
          </Link>
          <span className="muted">
            <Instant at={one.arrivedAt} /> · {one.reference}
          </span>
          {sum?.amount === one.sum.amount && sum.currency === one.sum.currency && (
            <Badge tone="info">{review.sameSum}</Badge>
          )}
          <Status of="arrival" value={one.status} />
        </li>
      ))}
    </ul>
  );
}

function Candidates({
  of,
  arrival,
  onMatch,
}: {
  readonly of: Case;
  readonly arrival: OperatorArrival;
  readonly onMatch: (dealId: string) => void;
}): ReactNode {
  const { review, acts } = useText().operator;
  return (
    <Panel title={review.candidates}>
      {of.candidates.length === 0 && <p className="muted">{review.candidatesNothing}</p>}
      <ul className="lines">
        {of.candidates.map((deal) => (
          <li key={deal.id}>
            <Link href={`/invoices/${deal.invoiceId}`}>
              <Money value={deal.sum} />
            </Link>
            <span className="muted">
              <Instant at={deal.startedAt} /> · <Id value={deal.id} />
            </span>
            {deal.sum.amount === arrival.sum.amount && <Badge tone="info">{review.sameSum}</Badge>}
            <Status of="deal" value={deal.status} />
            {of.kind === 'arrival' && deal.status !== 'completed' && (
              <Button className="small" onClick={() => onMatch(deal.id)}>
                {acts.match}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type Answered = NonNullable<OperatorDeal['dispute']>['answer'];

function answerText({ disputes: { answer: words } }: Dictionary, answer: Answered): string {
  if (answer === null) return words.none;
  return [words.said[answer.kind], answer.reason === null ? '' : words.reasons[answer.reason]]
    .filter(Boolean)
    .join(': ');
}

/** Receipts, and what was given in a dispute, each file once. */
function filesOf({ kind, deal, facts }: Case) {
  if (deal === null || kind === 'arrival') return [];
  const files = [
    ...deal.attachments,
    deal.dispute?.attachment ?? null,
    ...facts.map(({ attachment }) => attachment),
  ].filter((file) => file !== null);
  return [...new Map(files.map((file) => [file.link.split('?')[0], file])).values()];
}

function wordOf(words: Readonly<Record<string, string>>, code: string): string {
  return words[code] ?? code;
}
