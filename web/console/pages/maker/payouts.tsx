import './maker.css';
import type { ReactNode } from 'react';
import { useBankName } from '../../api/names.ts';
import { useAct, useRead } from '../../api/queries.ts';
import type { OperatorDeal } from '../../api/schema.ts';
import { isPast } from '../../format.ts';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { DialogButton, DialogHolder } from '../../ui/dialog-button.tsx';
import { FaultList } from '../../ui/faults.tsx';
import { Receipts } from '../../ui/receipts.tsx';
import { Awaited, EmptyState } from '../../ui/states.tsx';
import { tell } from '../../ui/toast.tsx';
import { Badge, Countdown, Facts, Money, PageHead, RequisiteNumber } from '../../ui/values.tsx';
import { EvidenceDialog } from '../invoices/dispute-dialogs.tsx';
import { MakerTabs } from './maker-tabs.tsx';
import { GiveBack, ProofDialog } from './payout-dialogs.tsx';

/** Payouts: those the maker has taken, to be paid and proven, and those that wait for somebody to take them. */
export default function Payouts(): ReactNode {
  const text = useText();
  return (
    <>
      <PageHead title={text.maker.payouts.title} note={text.maker.payouts.waitingHint} />
      <MakerTabs />
      <DialogHolder>
        <Yours />
        <Lost />
        <Waiting />
      </DialogHolder>
    </>
  );
}

function Yours(): ReactNode {
  const text = useText();
  const deals = useRead('listDeals', { query: { status: 'running', type: 'out', limit: 200 } }, { isLive: true });
  return (
    <Tiles
      title={text.maker.payouts.yours}
      empty={text.maker.payouts.yoursEmpty}
      list={deals}
      tile={(deal) => <YourTile key={deal.id} deal={deal} />}
    />
  );
}

/** Taken from the maker without a proof: a transfer that was made all the same has to be seen before somebody else makes it. */
function Lost(): ReactNode {
  const text = useText();
  const { payouts } = text.maker;
  const { data } = useRead('listDeals', { query: { status: 'canceled', type: 'out', limit: 20 } }, { isLive: true });
  const since = Date.now() - lateProofMs;
  const lost = (data?.items ?? []).filter(
    ({ confirmedAt, dispute, endedAt }) =>
      confirmedAt === null && dispute === null && endedAt !== null && Date.parse(endedAt) > since,
  );
  if (lost.length === 0) return null;
  return (
    <section className="stack" aria-label={payouts.lost}>
      <h2>{payouts.lost}</h2>
      <p className="muted">{payouts.lostHint}</p>
      <ul className="tiles">
        {lost.map((deal) => (
          <li key={deal.id} className="tile">
            <TileHead deal={deal}>{null}</TileHead>
            <PayoutFacts deal={deal} />
            <div className="tile-actions">
              <DialogButton label={payouts.havePaid}>
                {(onClose) => <ProofDialog deal={deal} onClose={onClose} />}
              </DialogButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** As long as the service looks at a proof that comes too late. */
const lateProofMs = 3 * 86_400_000;

function Waiting(): ReactNode {
  const text = useText();
  const payouts = useRead('listPayouts', { query: { limit: 50 } }, { isLive: true });
  return (
    <Tiles
      title={text.maker.payouts.waiting}
      empty={text.maker.payouts.waitingEmpty}
      list={payouts}
      tile={(deal) => <WaitingTile key={deal.id} deal={deal} />}
    />
  );
}

function Tiles({
  title,
  empty,
  list,
  tile,
}: {
  readonly title: string;
  readonly empty: string;
  readonly list: ReturnType<typeof useRead<'listPayouts'>>;
  readonly tile: (deal: OperatorDeal) => ReactNode;
}): ReactNode {
  const items = list.data?.items;
  return (
    <section className="stack" aria-label={title}>
      <h2>{title}</h2>
      {items === undefined && <Awaited answer={list} />}
      {items?.length === 0 && <EmptyState title={empty} />}
      {items !== undefined && items.length > 0 && <ul className="tiles">{items.map(tile)}</ul>}
    </section>
  );
}

function WaitingTile({ deal }: { readonly deal: OperatorDeal }): ReactNode {
  const text = useText();
  const take = useAct('takePayout');
  const done = () => tell(text.maker.payouts.taken);
  return (
    <li className="tile">
      <TileHead deal={deal}>
        <span className="muted">
          {text.maker.payouts.takeBefore} <Countdown until={deal.deadlineAt} />
        </span>
      </TileHead>
      <PayoutFacts deal={deal} />
      {take.error !== null && <FaultList error={take.error} />}
      <div className="tile-actions">
        <Button
          tone="primary"
          isBusy={take.isPending}
          onClick={() => take.mutate({ path: { id: deal.id }, body: { dealId: deal.id } }, { onSuccess: done })}
        >
          {text.maker.payouts.take}
        </Button>
      </div>
    </li>
  );
}

function YourTile({ deal }: { readonly deal: OperatorDeal }): ReactNode {
  const text = useText();
  const { payouts } = text.maker;
  const isProven = deal.status === 'transfer_confirmed';
  const isDisputed = deal.status === 'dispute';
  const isLate = isPast(deal.proofDueAt);
  return (
    <li className={isProven || isDisputed ? 'tile' : 'tile urgent'}>
      <TileHead deal={deal}>
        {isProven && <Badge tone={deal.objectedAt === null ? 'ok' : 'wait'}>{payouts.proven}</Badge>}
        {isDisputed && <Badge tone="bad">{text.maker.now.inDispute}</Badge>}
        {deal.proofDueAt !== null && !isLate && (
          <span>
            {payouts.proveWithin} <Countdown until={deal.proofDueAt} />
          </span>
        )}
        {isLate && <Badge tone="bad">{payouts.timeOver}</Badge>}
      </TileHead>
      {isLate && <p className="notice">{payouts.timeOverHint}</p>}
      <PayoutFacts deal={deal} />
      {deal.attachments.length > 0 && <Receipts files={deal.attachments} />}
      {deal.creditAt !== null && (
        <p className="muted">
          {payouts.creditedIn} <Countdown until={deal.creditAt} />
        </p>
      )}
      {deal.objectedAt !== null && (
        <p className="notice">
          {payouts.objected} {resultOf(text, deal)}
        </p>
      )}
      <div className="tile-actions">
        {isDisputed ? (
          <DialogButton label={text.invoices.addEvidence}>
            {(onClose) => <EvidenceDialog invoiceId={deal.invoiceId} onClose={onClose} />}
          </DialogButton>
        ) : isProven ? (
          <DialogButton label={payouts.anotherProof}>
            {(onClose) => <ProofDialog deal={deal} onClose={onClose} />}
          </DialogButton>
        ) : (
          <>
            <DialogButton label={payouts.prove} tone="primary">
              {(onClose) => <ProofDialog deal={deal} onClose={onClose} />}
            </DialogButton>
            <GiveBack deal={deal} />
          </>
        )}
      </div>
    </li>
  );
}

/** What the operator has answered to the objection: it may be papers that are waited for. */
function resultOf({ trade }: ReturnType<typeof useText>, { dispute }: OperatorDeal): string {
  const results: Readonly<Record<string, string>> = trade.disputeResults;
  const word = results[dispute?.result ?? ''];
  return word === undefined ? '' : `${trade.dispute}: ${word}.`;
}

function TileHead({ deal, children }: { readonly deal: OperatorDeal; readonly children: ReactNode }): ReactNode {
  const text = useText();
  return (
    <div className="tile-head">
      <span className="tile-sum">
        <Copyable value={deal.sum.amount} label={text.trade.sum}>
          <Money value={deal.sum} />
        </Copyable>
      </span>
      {children}
    </div>
  );
}

/** The number to pay to is copied whole with one touch: nobody types sixteen digits over. It comes with taking the payout. */
function PayoutFacts({ deal }: { readonly deal: OperatorDeal }): ReactNode {
  const text = useText();
  const bankName = useBankName();
  const { requisites, holder } = deal.requisites;
  const isOwn = deal.makerId != null;
  return (
    <Facts
      items={[
        [text.maker.payouts.payTo, isOwn ? <WholeNumber key="number" number={requisites} /> : requisites],
        [text.trade.bank, bankName(deal.paymentMethod)],
        [text.trade.holder, isOwn ? holder || '–' : text.maker.payouts.wholeWhenTaken],
        [text.maker.payouts.youGet, <Money key="sum" value={deal.makerSum} />],
        deal.makerId == null || deal.rewardSum === undefined
          ? null
          : [text.maker.payouts.reward, <Money key="reward" value={deal.rewardSum} />],
      ]}
    />
  );
}

function WholeNumber({ number }: { readonly number: string }): ReactNode {
  const text = useText();
  return (
    <Copyable value={number} label={text.maker.payouts.payTo}>
      <RequisiteNumber value={number} />
    </Copyable>
  );
}
