import type { ReactNode } from 'react';
import type { OperatorArrival, OperatorDeal, OperatorWithdrawal } from '../../../api/schema.ts';
import { isPast } from '../../../format.ts';
import type { Dictionary } from '../../../text/en/dictionary.ts';
import type { Tone } from '../../../ui/button.tsx';
import { MatchDialog, ReturnDialog } from './arrival-acts.tsx';
import { AssignDialog, GiveBackDialog, NotPaidDialog, RejectTransferDialog, SettleDialog } from './deal-acts.tsx';
import { AcceptDialog, Outcome, RejectClaimDialog } from './dispute-acts.tsx';
import { ApproveDialog, RejectDialog, SendDialog } from './withdrawal-acts.tsx';

/** Something an operator can do with a thing, by a button or by one key. */
export interface ActChoice {
  readonly key: string;
  readonly label: string;
  readonly tone?: Tone;
  /** What comes of it, in words: said before it is chosen. */
  readonly outcome: ReactNode;
  readonly dialog: (onClose: () => void) => ReactNode;
}

export function dealActs(text: Dictionary, deal: OperatorDeal): readonly ActChoice[] {
  const { acts, review } = text.operator;
  const settle: ActChoice = {
    key: 'c',
    label: deal.type === 'in' ? acts.settle : acts.settlePayout,
    outcome: deal.type === 'in' ? review.outcomes.settlePayin : review.outcomes.settlePayout,
    dialog: (onClose) => <SettleDialog deal={deal} onClose={onClose} />,
  };
  const notPaid: ActChoice = {
    key: 'x',
    label: acts.notPaid.submit,
    outcome: deal.status === 'completed' ? acts.notPaidCredited : acts.notPaidHeld,
    tone: 'danger',
    dialog: (onClose) => <NotPaidDialog deal={deal} onClose={onClose} />,
  };
  const assign: ActChoice = {
    key: 't',
    label: acts.assign.submit,
    outcome: review.outcomes.assign,
    dialog: (onClose) => <AssignDialog deal={deal} onClose={onClose} />,
  };
  switch (deal.status) {
    case 'new':
      return [assign];
    case 'transfer_waiting':
      if (deal.type === 'in') return [settle];
      if (isPast(deal.proofDueAt)) return [{ ...notPaid, outcome: acts.notPaidUnproved }];
      return [
        {
          key: 'b',
          label: acts.giveBack.submit,
          outcome: review.outcomes.giveBack,
          tone: 'danger',
          dialog: (onClose) => <GiveBackDialog deal={deal} onClose={onClose} />,
        },
      ];
    case 'transfer_confirmed':
      if (deal.type === 'out') return [settle, notPaid];
      return [
        settle,
        {
          key: 'x',
          label: acts.rejectTransfer.submit,
          outcome: acts.rejectTransferHint,
          tone: 'danger',
          dialog: (onClose) => <RejectTransferDialog deal={deal} onClose={onClose} />,
        },
      ];
    case 'dispute':
      return [
        {
          key: 'a',
          label: review.dispute.accept,
          outcome: <Outcome deal={deal} answer="accept" />,
          dialog: (onClose) => <AcceptDialog deal={deal} onClose={onClose} />,
        },
        {
          key: 'x',
          label: review.dispute.reject,
          outcome: <Outcome deal={deal} answer="reject" />,
          dialog: (onClose) => <RejectClaimDialog deal={deal} onClose={onClose} />,
        },
      ];
    case 'completed':
      return deal.type === 'out' ? [notPaid] : [];
    case 'canceled':
    case 'expired':
      return [];
  }
}

export function arrivalActs(text: Dictionary, arrival: OperatorArrival): readonly ActChoice[] {
  if (arrival.status !== 'held') return [];
  const { acts, review } = text.operator;
  return [
    {
      key: 'm',
      label: acts.match,
      outcome: review.outcomes.match,
      dialog: (onClose) => <MatchDialog arrival={arrival} onClose={onClose} />,
    },
    {
      key: 'r',
      label: acts.return.submit,
      outcome: review.outcomes.return,
      tone: 'danger',
      dialog: (onClose) => <ReturnDialog arrival={arrival} onClose={onClose} />,
    },
  ];
}

/** The numbers of the wire: 2 is created, 3 is being sent. */
export function withdrawalActs(text: Dictionary, withdrawal: OperatorWithdrawal): readonly ActChoice[] {
  const { acts, review } = text.operator;
  if (withdrawal.status !== 2 && withdrawal.status !== 3) return [];
  const reject: ActChoice = {
    key: 'x',
    label: acts.reject.submit,
    outcome: review.outcomes.reject,
    tone: 'danger',
    dialog: (onClose) => <RejectDialog withdrawal={withdrawal} onClose={onClose} />,
  };
  const approve: ActChoice = {
    key: 'a',
    label: acts.approve.submit,
    outcome: review.outcomes.approve,
    dialog: (onClose) => <ApproveDialog withdrawal={withdrawal} onClose={onClose} />,
  };
  const send: ActChoice = {
    key: 's',
    label: acts.send.submit,
    outcome: review.outcomes.send,
    dialog: (onClose) => <SendDialog withdrawal={withdrawal} onClose={onClose} />,
  };
  return [withdrawal.status === 2 ? approve : send, reject];
}
