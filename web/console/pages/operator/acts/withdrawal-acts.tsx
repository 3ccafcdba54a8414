import { type ReactNode, useContext } from 'react';
import { useRead } from '../../../api/queries.ts';
import type { OperatorWithdrawal } from '../../../api/schema.ts';
import { useText } from '../../../text/locale.tsx';
import { ActForm, field, reason, usualReason } from '../../../ui/act-form.tsx';
import { InlineActs } from '../../../ui/dialog.tsx';
import { Badge, Facts, Id, Instant, Money } from '../../../ui/values.tsx';

const sending = 3;

interface WithdrawalActProps {
  readonly withdrawal: OperatorWithdrawal;
  readonly onClose: () => void;
}

export function ApproveDialog({ withdrawal, onClose }: WithdrawalActProps): ReactNode {
  const { acts } = useText().operator;
  return (
    <ActForm
      operation="approveWithdrawal"
      path={{ id: withdrawal.id }}
      words={acts.approve}
      fields={{ reason }}
      onClose={onClose}
    >
      <WithdrawalFacts withdrawal={withdrawal} />
    </ActForm>
  );
}

export function SendDialog({ withdrawal, onClose }: WithdrawalActProps): ReactNode {
  const text = useText();
  const { acts } = text.operator;
  return (
    <ActForm
      operation="sendWithdrawal"
      path={{ id: withdrawal.id }}
      words={acts.send}
      fields={{ txId: field.text(text.fields.txId), reason: usualReason(acts.send.submit) }}
      onClose={onClose}
    >
      <WithdrawalFacts withdrawal={withdrawal} />
    </ActForm>
  );
}

export function RejectDialog({ withdrawal, onClose }: WithdrawalActProps): ReactNode {
  const { acts } = useText().operator;
  return (
    <ActForm
      operation="rejectWithdrawal"
      path={{ id: withdrawal.id }}
      words={acts.reject}
      tone="danger"
      fields={{ reason }}
      onClose={onClose}
    >
      <WithdrawalFacts withdrawal={withdrawal} />
      <p className="muted">{withdrawal.status === sending ? acts.rejectSentHint : acts.rejectHint}</p>
    </ActForm>
  );
}

/** Beside the case itself it would be said twice. */
function WithdrawalFacts({ withdrawal }: { readonly withdrawal: OperatorWithdrawal }): ReactNode {
  return useContext(InlineActs) === null ? <WithdrawalFigures withdrawal={withdrawal} /> : null;
}

/** What an approver has to see: how much, where to, whether the address is known, who has agreed. */
export function WithdrawalFigures({ withdrawal }: { readonly withdrawal: OperatorWithdrawal }): ReactNode {
  const text = useText();
  const { acts } = text.operator;
  const full = useRead('readWithdrawal', { path: { id: withdrawal.id } });
  return (
    <Facts
      items={[
        [text.trade.sum, <Money key="sum" value={withdrawal.sum} />],
        [text.trade.fee, <Money key="fee" value={withdrawal.fee} />],
        [text.fields.address, <Id key="address" value={withdrawal.address} isWhole />],
        full.data === undefined
          ? null
          : [
              acts.approvals,
              <span key="approvals" className="two-lines">
                <span>{acts.approvalsOf(full.data.approvals.length, full.data.approvalsNeeded)}</span>
                <span>
                  <Badge tone={full.data.addressIsKnown ? 'ok' : 'wait'}>
                    {full.data.addressIsKnown ? acts.addressKnown : acts.addressNew}
                  </Badge>
                </span>
              </span>,
            ],
        full.data === undefined || full.data.waitsUntil === null
          ? null
          : [acts.waitsUntil, <Instant key="waits" at={full.data.waitsUntil} />],
      ]}
    />
  );
}
