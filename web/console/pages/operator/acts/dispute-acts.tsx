import type { ReactNode } from 'react';
import type { Operations, OperatorDeal } from '../../../api/schema.ts';
import type { Dictionary } from '../../../text/en/dictionary.ts';
import { useText } from '../../../text/locale.tsx';
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
export function outcomeOf(text: Dictionary, { type, dispute }: OperatorDeal, answer: 'accept' | 'reject'): string {
  const { acts, review } = text.operator;
  if (dispute === null) return '';
  if (answer === 'accept') return acts.ifAccepted[type][dispute.ifAccepted];
  const [verdict, other] = dispute.ifRejected;
  if (verdict === undefined) return acts.ifRejected(wordOf(text.statuses.deal, dispute.from));
  return other === undefined ? acts.ifAccepted[type][verdict] : review.dispute.ifRejectedOpen;
}

/** What the claim says becomes true. */
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
          openedAt: dispute.openedAt,
          reason: values.text('reason'),
        },
      })}
      onClose={onClose}
    >
      <ClaimFacts deal={deal} dispute={dispute} answer="accept" />
      {/* Money is matched to the deal, or linked with it. */}
      <AskedField after={['arrival_matched', 'line_of_deal']} name="isOthersMoney" label={acts.isOthersMoney} />
      {isPaid ? (
        <PaidFields deal={deal} claimed={dispute.reason === 'invalid_sum' ? (dispute.amount ?? '') : ''} />
      ) : (
        deal.type === 'out' && <NextField />
      )}
      <ReasonField />
    </ActDialog>
  );
}

/** The claim is wrong; where a receipt or a proof is there, so is the word about its money. */
export function RejectClaimDialog({ deal, onClose }: DealActProps): ReactNode {
  const text = useText();
  const { acts, review } = text.operator;
  const { ACCEPTED: _accepted, AMOUNT_CHANGED: _changed, ...rejections } = text.trade.disputeResults;
  const { dispute } = deal;
  if (dispute === null) return null;
  const [only, other] = dispute.ifRejected;
  return (
    <ActDialog
      title={review.dispute.rejectTitle}
      operation="rejectDispute"
      submit={review.dispute.reject}
      tone="danger"
      done={acts.decided}
      read={(values) => {
        const verdict = other === undefined ? (only ?? null) : (values.optional('verdict') as Verdict | null);
        return {
          path: { id: deal.invoiceId },
          body: {
            result: values.text('result') as Operations['rejectDispute']['body']['result'],
            verdict,
            next: values.optional('next') as 'pool' | 'cancel' | null,
            rate: verdict === 'paid' && newRateOf(deal) !== null ? 'now' : null,
            openedAt: dispute.openedAt,
            reason: values.text('reason'),
          },
        };
      }}
      onClose={onClose}
    >
      <ClaimFacts deal={deal} dispute={dispute} answer="reject" />
      {other !== undefined && (
        <SelectField
          name="verdict"
          label={review.dispute.money}
          options={[
            ['', review.dispute.choose],
            ['paid', review.dispute.came],
            ['not_paid', review.dispute.notCame],
          ]}
          required
        />
      )}
      {only === 'not_paid' && deal.type === 'out' && <NextField />}
      <SelectField
        name="result"
        label={review.dispute.result}
        options={[['', review.dispute.choose], ...Object.entries(rejections)]}
        required
      />
      <ReasonField />
    </ActDialog>
  );
}

function ClaimFacts({
  deal,
  dispute,
  answer,
}: {
  readonly deal: OperatorDeal;
  readonly dispute: Dispute;
  readonly answer: 'accept' | 'reject';
}): ReactNode {
  const text = useText();
  const { acts } = text.operator;
  const settles = answer === 'accept' ? dispute.ifAccepted === 'paid' : dispute.ifRejected.includes('paid');
  return (
    <>
      <DealFacts deal={deal}>
        <Facts
          items={[
            [text.trade.why, wordOf(text.trade.disputeReasons, dispute.reason)],
            dispute.amount === null ? null : [text.invoices.claimedSum, dispute.amount],
          ]}
        />
        <p className="muted">{outcomeOf(text, deal, answer)}</p>
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
      hint={acts.acceptedSumHint}
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
