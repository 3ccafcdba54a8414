import './maker.css';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useHeardWhileHidden } from '../../api/live.ts';
import { useBankName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import type { OperatorDeal } from '../../api/schema.ts';
import { registerServiceWorker } from '../../service-worker.ts';
import { useText } from '../../text/locale.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { DialogButton, DialogHolder } from '../../ui/dialog-button.tsx';
import { Receipts } from '../../ui/receipts.tsx';
import { Awaited, EmptyState } from '../../ui/states.tsx';
import { Age, Badge, Countdown, Facts, Money, PageHead, RequisiteNumber } from '../../ui/values.tsx';
import { EvidenceDialog } from '../invoices/dispute-dialogs.tsx';
import { SilentPhones } from '../phones/phone-list.tsx';
import { ArrivedDialog, EnterArrivalDialog, OtherSumDialog } from './arrival-dialogs.tsx';
import { DisputeAnswer } from './dispute-answer.tsx';
import { MakerTabs } from './maker-tabs.tsx';
import { useNewDealAlert, useSoundSwitch } from './new-deals.ts';
import { OwnBalance } from './own-balance.tsx';
import { OwnSwitch } from './own-switch.tsx';
import { SoundSwitch } from './sound-switch.tsx';

/** The payins that run on the maker's requisites: who has to be answered first comes first. */
export default function DealsNow(): ReactNode {
  const text = useText();
  const deals = useRead('listDeals', { query: { status: 'running', type: 'in', limit: 200 } }, { isLive: true });
  const running = deals.data?.items.filter(({ isActive }) => isActive).toSorted(byUrgency);
  const sound = useSoundSwitch();
  useHeardWhileHidden(sound.isOn);
  useNewDealAlert(
    useMemo(() => deals.data?.items.map(({ id }) => id), [deals.data]),
    sound.isOn,
    text.maker.now.newDeal,
  );
  useEffect(registerServiceWorker, []);
  return (
    <>
      <PageHead
        title={text.maker.now.title}
        note={running === undefined || running.length === 0 ? text.maker.now.note : text.maker.now.runs(running.length)}
      >
        <OwnSwitch />
        <SoundSwitch isOn={sound.isOn} turn={sound.turn} />
        <DialogButton label={text.maker.arrivals.enter.submit}>
          {(onClose) => <EnterArrivalDialog onClose={onClose} />}
        </DialogButton>
      </PageHead>
      <MakerTabs />
      <SilentPhones />
      <OwnBalance />
      <DialogHolder>
        {running === undefined ? (
          <Awaited answer={deals} />
        ) : running.length === 0 ? (
          <EmptyState title={text.maker.now.empty} hint={text.maker.now.emptyHint} />
        ) : (
          <ul className="tiles" aria-label={text.maker.now.title}>
            {running.map((deal) => (
              <DealTile key={deal.id} deal={deal} />
            ))}
          </ul>
        )}
      </DialogHolder>
    </>
  );
}

/**
 * A dispute whose answer is due stops the maker's traffic; a payer who says to have paid waits for the maker; the others have
 * until their deadline; any other dispute waits for an operator.
 */
function byUrgency(left: OperatorDeal, right: OperatorDeal): number {
  const rank = ({ status, dispute }: OperatorDeal) => {
    if (status === 'dispute') return dispute?.answerDueAt == null ? 3 : 0;
    return status === 'transfer_confirmed' ? 1 : 2;
  };
  const since = (deal: OperatorDeal) => deal.confirmedAt ?? deal.deadlineAt;
  return rank(left) - rank(right) || since(left).localeCompare(since(right));
}

function DealTile({ deal }: { readonly deal: OperatorDeal }): ReactNode {
  const text = useText();
  const bankName = useBankName();
  return (
    <li className={deal.status === 'transfer_confirmed' ? 'tile urgent' : 'tile'}>
      <div className="tile-head">
        <span className="tile-sum">
          <Copyable value={deal.sum.amount} label={text.trade.sum}>
            <Money value={deal.sum} />
          </Copyable>
        </span>
        <DealState deal={deal} />
      </div>
      <div>
        <div className="tile-number">
          <Copyable value={deal.requisites.requisites} label={text.trade.requisite}>
            <RequisiteNumber value={deal.requisites.requisites} />
          </Copyable>
        </div>
        <div className="muted">
          {bankName(deal.paymentMethod)} · {deal.requisites.holder}
        </div>
      </div>
      {deal.attachments.length > 0 && <Receipts files={deal.attachments} />}
      {deal.status === 'dispute' ? <Disputed deal={deal} /> : <Arrived deal={deal} />}
    </li>
  );
}

function DealState({ deal }: { readonly deal: OperatorDeal }): ReactNode {
  const text = useText();
  if (deal.status === 'dispute') return <Badge tone="bad">{text.maker.now.inDispute}</Badge>;
  if (deal.confirmedAt !== null) {
    return (
      <Badge tone="wait">
        <span>
          {text.maker.now.saysPaid} · <Age since={deal.confirmedAt} />
        </span>
      </Badge>
    );
  }
  return (
    <span className="muted">
      {text.maker.now.leftOf} <Countdown until={deal.deadlineAt} />
    </span>
  );
}

function Arrived({ deal }: { readonly deal: OperatorDeal }): ReactNode {
  const text = useText();
  return (
    <div className="tile-actions">
      <DialogButton label={text.maker.now.arrived.submit} tone="primary">
        {(onClose) => <ArrivedDialog deal={deal} onClose={onClose} />}
      </DialogButton>
      <DialogButton label={text.maker.now.otherSum}>
        {(onClose) => <OtherSumDialog deal={deal} onClose={onClose} />}
      </DialogButton>
    </div>
  );
}

function Disputed({ deal }: { readonly deal: OperatorDeal }): ReactNode {
  const text = useText();
  const { dispute } = deal;
  const reasons: Readonly<Record<string, string>> = text.trade.disputeReasons;
  return (
    <>
      {dispute !== null && (
        <Facts
          items={[
            [text.trade.why, reasons[dispute.reason] ?? dispute.reason],
            dispute.amount === null ? null : [text.invoices.claimedSum, dispute.amount],
          ]}
        />
      )}
      <p className="muted">{text.maker.now.operatorDecides}</p>
      <DisputeAnswer deal={deal} />
      <div className="tile-actions">
        <DialogButton label={text.invoices.addEvidence}>
          {(onClose) => <EvidenceDialog invoiceId={deal.invoiceId} onClose={onClose} />}
        </DialogButton>
      </div>
    </>
  );
}
