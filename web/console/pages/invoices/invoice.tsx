import { type ReactNode, useState } from 'react';
import { useBankName, useMakerName, useOptionName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import type { InvoiceLife, OperatorDeal } from '../../api/schema.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { Receipts } from '../../ui/receipts.tsx';
import { RepeatedReceipts } from '../../ui/repeated-receipts.tsx';
import { Awaited } from '../../ui/states.tsx';
import {
  Amount,
  Badge,
  Countdown,
  Facts,
  Figure,
  Id,
  Instant,
  Money,
  PageHead,
  Panel,
  Rate,
  RequisiteNumber,
  Status,
} from '../../ui/values.tsx';
import { useParameter } from '../../url-state.ts';
import { ConfirmPayout, EvidenceDialog, OpenDisputeDialog } from './dispute-dialogs.tsx';
import { Excess } from './excess.tsx';
import { OperatorActs } from './operator-acts.tsx';
import { OutcomePanel } from './outcome-panel.tsx';
import { Refunds } from './refunds.tsx';
import { TimeMachine } from './time-machine.tsx';

/** One invoice with its whole life: the deal and its receipts side by side, and everything that happened below. */
export default function Invoice(): ReactNode {
  const text = useText();
  const { role } = useMe();
  const found = useRead('readInvoice', { path: { id: useParameter('id') } }, { isLive: true });
  if (found.data === undefined) return <Awaited answer={found} />;
  const life = found.data;
  const deal = dealThatMatters(life);
  return (
    <>
      <PageHead
        title={
          <>
            {life.internalId || text.trade.invoice} <Status of="invoice" value={life.status} />
          </>
        }
        note={<Id value={life.id} isWhole />}
      >
        <DisputeButtons life={life} hasDeal={life.deals.length > 0} />
        {role === 'merchant' && deal?.type === 'out' && deal.status === 'transfer_confirmed' && (
          <ConfirmPayout deal={deal} />
        )}
        {role === 'operator' && deal !== null && <OperatorActs deal={deal} />}
      </PageHead>
      <OutcomePanel life={life} />
      <MoneyFigures life={life} />
      <div className="side-by-side">
        <div className="stack">
          <Panel title={text.invoices.currentDeal}>
            {deal === null ? <p className="muted">{text.invoices.noDeal}</p> : <DealView deal={deal} />}
          </Panel>
          <Excess life={life} />
          <Refunds life={life} />
          <Panel title={text.invoices.facts}>
            <InvoiceFacts life={life} />
          </Panel>
        </div>
        <div className="stack">
          <Panel title={text.trade.receipts}>
            {role === 'operator' && filesOf(life).length > 0 && <RepeatedReceipts invoiceId={life.id} />}
            <Receipts files={filesOf(life)} />
          </Panel>
          <Panel title={text.invoices.timeline}>
            <TimeMachine key={life.id} life={life} />
          </Panel>
        </div>
      </div>
    </>
  );
}

function DisputeButtons({ life, hasDeal }: { readonly life: InvoiceLife; readonly hasDeal: boolean }): ReactNode {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  if (!hasDeal) return null;
  const isDisputed = life.status === 'dispute';
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {isDisputed ? text.invoices.addEvidence : text.invoices.openDispute}
      </Button>
      {isOpen &&
        (isDisputed ? (
          <EvidenceDialog invoiceId={life.id} onClose={() => setOpen(false)} />
        ) : (
          <OpenDisputeDialog life={life} onClose={() => setOpen(false)} />
        ))}
    </>
  );
}

const settlements: ReadonlySet<string> = new Set(['payin_settle', 'payout_pay', 'correction_sum']);

function MoneyFigures({ life }: { readonly life: InvoiceLife }): ReactNode {
  const { trade } = useText();
  // A receipt is somebody's word: until the money is in the books, it is what they claim.
  const isInBooks = life.status === 'paid' || life.transfers.some(({ kind }) => settlements.has(kind));
  return (
    <dl className="figures">
      <Figure label={trade.sum} value={<Money value={life.sum} />} />
      <Figure label={isInBooks ? trade.received : trade.claimed} value={<Money value={life.receivedSumFromTaker} />} />
      <Figure label={trade.fee} value={<Money value={life.serviceFeeSum} />} />
      <Figure label={trade.toMerchant} value={<Money value={life.payoutSum} />} />
    </dl>
  );
}

function DealView({ deal }: { readonly deal: OperatorDeal }): ReactNode {
  const { trade, invoices } = useText();
  const [bankName, optionName] = [useBankName(), useOptionName()];
  const isWaiting = deal.status === 'transfer_waiting' || deal.status === 'new';
  return (
    <Facts
      items={[
        [trade.status, <Status key="status" of="deal" value={deal.status} />],
        [trade.requisite, <RequisiteNumber key="number" value={deal.requisites.requisites} />],
        [trade.holder, deal.requisites.holder || '–'],
        [trade.bank, `${bankName(deal.paymentMethod)} · ${optionName(deal.paymentOption)}`],
        [trade.sum, <Money key="sum" value={deal.sum} />],
        deal.receivedSum === null ? null : [trade.received, <Money key="received" value={deal.receivedSum} />],
        [trade.rate, <Rate key="rate" value={deal.rate} />],
        deal.makerId === null || deal.makerId === undefined
          ? null
          : [trade.maker, <MakerLink key="maker" id={deal.makerId} />],
        [trade.startedAt, <Instant key="started" at={deal.startedAt} />],
        isWaiting ? [trade.deadlineAt, <Countdown key="deadline" until={deal.deadlineAt} />] : null,
        deal.creditAt === null ? null : [invoices.creditAt, <Countdown key="credit" until={deal.creditAt} />],
        deal.objectedAt === null ? null : [invoices.objectedAt, <Instant key="objected" at={deal.objectedAt} />],
        deal.dispute === null
          ? null
          : [
              trade.dispute,
              <span key="dispute" className="two-lines">
                <span>{(trade.disputeReasons as Readonly<Record<string, string>>)[deal.dispute.reason]}</span>
                <span>
                  {deal.dispute.result === null
                    ? null
                    : (trade.disputeResults as Readonly<Record<string, string>>)[deal.dispute.result]}
                </span>
              </span>,
            ],
        deal.dispute?.amount
          ? [invoices.claimedSum, <Amount key="claim" value={deal.dispute.amount} currency={deal.sum.currency} />]
          : null,
      ]}
    />
  );
}

/** Only operators are told who holds a requisite; nobody else's deals name a maker. */
function MakerLink({ id }: { readonly id: number }): ReactNode {
  const makerName = useMakerName();
  return <span>{makerName(id)}</span>;
}

function InvoiceFacts({ life }: { readonly life: InvoiceLife }): ReactNode {
  const { trade, invoices } = useText();
  return (
    <Facts
      items={[
        [trade.type, trade.directions[life.type]],
        [trade.store, life.storeName],
        [trade.internalId, life.internalId || '–'],
        [trade.payer, life.userId || '–'],
        [trade.createdAt, <Instant key="created" at={life.createdAt} />],
        [trade.expireAt, <Instant key="expires" at={life.expireAt} />],
        [trade.updatedAt, <Instant key="updated" at={life.updatedAt} />],
        life.reason === null ? null : [invoices.sumReason, invoices.sumReasons[life.reason]],
        life.isSumChanged || life.partSum !== null || life.excess !== null
          ? [invoices.askedSum, <Money key="asked" value={life.askedSum} />]
          : null,
        life.partSum === null ? null : [invoices.partSum, <Money key="part" value={life.partSum} />],
        life.isSumChanged
          ? [
              trade.sum,
              <Badge key="changed" tone="wait">
                {invoices.sumChanged}
              </Badge>,
            ]
          : null,
        [
          invoices.payersPage,
          <a key="page" href={life.invoiceUrl} target="_blank" rel="noreferrer">
            {new URL(life.invoiceUrl).pathname}
          </a>,
        ],
      ]}
    />
  );
}

/** The one that is under way or was paid, else the last. */
function dealThatMatters({ deals }: InvoiceLife): OperatorDeal | null {
  const paid = deals.filter(({ status }) => status === 'completed').at(-1);
  return deals.find(({ isActive }) => isActive) ?? paid ?? deals.at(-1) ?? null;
}

/** Receipts and all that was added in disputes, each file once. */
function filesOf(life: InvoiceLife) {
  const files = [
    ...life.deals.flatMap((deal) => [...deal.attachments, deal.dispute?.attachment ?? null]),
    ...life.disputeFacts.map(({ attachment }) => attachment),
  ].filter((file) => file !== null);
  return [...new Map(files.map((file) => [file.link.split('?')[0], file])).values()];
}
