import { type ReactNode, useState } from 'react';
import type { Operations, OperatorDeal } from '../../../api/schema.ts';
import { formatMoney } from '../../../format.ts';
import { useLocale, useText } from '../../../text/locale.tsx';
import { ActDialog } from '../../../ui/dialog.tsx';
import { AmountField, AskedField, ReasonField, SelectField } from '../../../ui/field.tsx';
import { Facts } from '../../../ui/values.tsx';
import { DealFacts, newRateOf } from './deal-facts.tsx';

interface DealActProps {
  readonly deal: OperatorDeal;
  readonly onClose: () => void;
}

type Dispute = NonNullable<OperatorDeal['dispute']>;
type Verdict = Dispute['ifAccepted'];

/** What an answer does, in words. It depends on the claim, and on what the deal was before. */
export function Outcome({
  deal,
  answer,
}: {
  readonly deal: OperatorDeal;
  readonly answer: 'accept' | 'reject';
}): ReactNode {
  const { text } = useLocale();
  const endOf = useEnds(deal);
  const { acts, review } = text.operator;
  const { dispute } = deal;
  if (dispute === null) return null;
  if (answer === 'accept') return endOf(dispute.ifAccepted);
  const ends = dispute.ifRejected.map(endOf).join(' ');
  const before = acts.ifRejected(wordOf(text.statuses.deal, dispute.from));
  if (dispute.from === 'transfer_confirmed') return choiceOf(deal) === null ? `${review.dispute.youSay} ${ends}` : ends;
  return isEnded(dispute) || ends === '' ? ends || before : `${before} ${review.dispute.orSay} ${ends}`;
}

/** How the deal ends with a word about its money. */
function useEnds({ type, sum, receivedSum, dispute }: OperatorDeal): (verdict: Verdict) => string {
  const { locale, text } = useLocale();
  const { acts } = text.operator;
  return (verdict) => {
    if (type === 'out' || dispute === null) return acts.payoutEnds[verdict];
    const counted = receivedSum ?? sum;
    const claimed = dispute.reason === 'invalid_sum' && dispute.ifAccepted === verdict ? dispute.amount : null;
    const shown = formatMoney(locale, claimed === null ? counted : { ...counted, amount: claimed });
    const ends = acts.payinEnds;
    if (verdict === 'paid')
      return (dispute.isPart ? ends.part : wasCounted(dispute) ? ends.corrected : ends.paid)(shown);
    if (wasCounted(dispute)) return ends.takenBack(shown);
    return isEnded(dispute) ? ends.unchanged : ends.released;
  };
}

function wasCounted({ from }: Dispute): boolean {
  return from === 'completed';
}

/** Nothing is held for it, and it was not paid. */
function isEnded({ from }: Dispute): boolean {
  return from === 'canceled' || from === 'expired';
}

/** The one thing that rejecting the claim can say of a receipt or a proof. */
function choiceOf({ dispute }: OperatorDeal): Verdict | null {
  const [only, other] = dispute?.from === 'transfer_confirmed' ? dispute.ifRejected : [];
  return other === undefined ? (only ?? null) : null;
}

export function AcceptDialog({ deal, onClose }: DealActProps): ReactNode {
  const text = useText();
  const { acts, review } = text.operator;
  const { dispute } = deal;
  if (dispute === null) return null;
  const isPaid = dispute.ifAccepted === 'paid';
  return (
    <ActDialog
      title={review.dispute.acceptTitle}
      operation="acceptDispute"
      submit={review.dispute.accept}
      done={acts.decided}
      read={(values) => ({
        path: { id: deal.invoiceId },
        body: {
          amount: values.optionalAmount('amount'),
          next: values.optional('next') as 'pool' | 'cancel' | null,
          rate: isPaid && newRateOf(deal) !== null ? 'now' : null,
          isOthersMoney: values.isChecked('isOthersMoney'),
          isBorneByService: values.isChecked('isBorneByService'),
          openedAt: dispute.openedAt,
          reason: values.text('reason'),
        },
      })}
      onClose={onClose}
    >
      <ClaimFacts deal={deal} dispute={dispute} />
      <OthersMoneyField />
      <BorneField />
      {isPaid ? <PaidFields deal={deal} claimed={dispute.amount ?? ''} /> : deal.type === 'out' && <NextField />}
      <ReasonField />
    </ActDialog>
  );
}

/** The claim is wrong. The word about the money is given with it, but for an answer that asks for papers. */
export function RejectClaimDialog({ deal, onClose }: DealActProps): ReactNode {
  const text = useText();
  const { acts, review } = text.operator;
  const { ACCEPTED: _accepted, AMOUNT_CHANGED: _changed, ...rejections } = text.trade.disputeResults;
  const [result, setResult] = useState('');
  const [chosen, setChosen] = useState<Verdict | ''>('');
  const { dispute } = deal;
  if (dispute === null) return null;
  const isWithoutWord = result.startsWith('WAITING_') || isEnded(dispute);
  const only = isWithoutWord ? null : choiceOf(deal);
  const verdict = isWithoutWord ? null : (only ?? (chosen || null));
  return (
    <ActDialog
      title={review.dispute.rejectTitle}
      operation="rejectDispute"
      submit={review.dispute.reject}
      tone="danger"
      done={acts.decided}
      read={(values) => ({
        path: { id: deal.invoiceId },
        body: {
          result: values.text('result') as Operations['rejectDispute']['body']['result'],
          verdict,
          amount: values.optionalAmount('amount'),
          next: values.optional('next') as 'pool' | 'cancel' | null,
          rate: verdict === 'paid' && newRateOf(deal) !== null ? 'now' : null,
          isOthersMoney: values.isChecked('isOthersMoney'),
          isBorneByService: values.isChecked('isBorneByService'),
          openedAt: dispute.openedAt,
          reason: values.text('reason'),
        },
      })}
      onClose={onClose}
    >
      <ClaimFacts deal={deal} dispute={dispute} />
      <SelectField
        name="result"
        label={review.dispute.result}
        options={[['', review.dispute.choose], ...Object.entries(rejections)]}
        onChange={setResult}
        required
      />
      {result.startsWith('WAITING_') && <p className="notice">{review.dispute.papers(deal.type)}</p>}
      {!isWithoutWord && only === null && dispute.ifRejected.length > 0 && (
        <MoneyField deal={deal} dispute={dispute} onChange={setChosen} />
      )}
      {verdict === 'paid' && <PaidFields deal={deal} claimed="" />}
      {verdict === 'not_paid' && deal.type === 'out' && <NextField />}
      <OthersMoneyField />
      <BorneField />
      <ReasonField />
    </ActDialog>
  );
}

/** What became of the money, with all that comes of it. A deal without a receipt can go on as it was. */
function MoneyField({
  deal,
  dispute,
  onChange,
}: {
  readonly deal: OperatorDeal;
  readonly dispute: Dispute;
  readonly onChange: (verdict: Verdict | '') => void;
}): ReactNode {
  const text = useText();
  const { acts, review } = text.operator;
  const endOf = useEnds(deal);
  const isReceipt = dispute.from === 'transfer_confirmed';
  const none = isReceipt ? review.dispute.choose : acts.ifRejected(wordOf(text.statuses.deal, dispute.from));
  return (
    <SelectField
      name="verdict"
      label={review.dispute.money}
      options={[['', none], ...dispute.ifRejected.map((verdict) => [verdict, endOf(verdict)] as const)]}
      onChange={(value) => onChange(value as Verdict | '')}
      required={isReceipt}
    />
  );
}

/** Money is matched to the deal, or linked with it. */
function OthersMoneyField(): ReactNode {
  const { acts } = useText().operator;
  return <AskedField after={['arrival_matched', 'line_of_deal']} name="isOthersMoney" label={acts.isOthersMoney} />;
}

/** The maker, or the store, has less than goes back. */
export function BorneField(): ReactNode {
  const { acts } = useText().operator;
  return (
    <AskedField after={['maker_funds', 'insufficient_funds']} name="isBorneByService" label={acts.isBorneByService} />
  );
}

/** Both answers are said before either is given. */
function ClaimFacts({ deal, dispute }: { readonly deal: OperatorDeal; readonly dispute: Dispute }): ReactNode {
  const text = useText();
  const { acts, review } = text.operator;
  const settles = dispute.ifAccepted === 'paid' || dispute.ifRejected.includes('paid');
  return (
    <>
      <DealFacts deal={deal}>
        <Facts
          items={[
            [text.trade.why, wordOf(text.trade.disputeReasons, dispute.reason)],
            dispute.amount === null ? null : [text.invoices.claimedSum, dispute.amount],
            [review.dispute.accept, <Outcome key="accept" deal={deal} answer="accept" />],
            [review.dispute.reject, <Outcome key="reject" deal={deal} answer="reject" />],
          ]}
        />
      </DealFacts>
      {settles && newRateOf(deal) !== null && <p className="overdue">{acts.newRateDisputeHint}</p>}
    </>
  );
}

/** What a payout costs is agreed: only of a payin another sum can have come. */
function PaidFields({ deal, claimed }: { readonly deal: OperatorDeal; readonly claimed: string }): ReactNode {
  const { acts } = useText().operator;
  if (deal.type === 'out') return null;
  return (
    <AmountField
      name="amount"
      label={acts.acceptedSum}
      currency={deal.sum.currency}
      hint={claimed === '' ? acts.acceptedSumHint : acts.claimedSumHint}
      defaultValue={claimed}
    />
  );
}

export function NextField(): ReactNode {
  const { acts, review } = useText().operator;
  return (
    <SelectField
      name="next"
      label={acts.next}
      options={[
        ['', review.dispute.choose],
        ['pool', acts.toPool],
        ['cancel', acts.andCancel],
      ]}
      required
    />
  );
}

function wordOf(words: Readonly<Record<string, string>>, code: string): string {
  return words[code] ?? code;
}
