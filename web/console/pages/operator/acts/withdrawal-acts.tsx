import { type ReactNode, useContext } from 'react';
import { useRead } from '../../../api/queries.ts';
import type { OperatorWithdrawal } from '../../../api/schema.ts';
import { useText } from '../../../text/locale.tsx';
import { ActDialog, InlineActs } from '../../../ui/dialog.tsx';
import { ReasonField, TextField } from '../../../ui/field.tsx';
import { Badge, Facts, Id, Instant, Money } from '../../../ui/values.tsx';

const sending = 3;

interface WithdrawalActProps {
  readonly withdrawal: OperatorWithdrawal;
  readonly onClose: () => void;
}

export function ApproveDialog({ withdrawal, onClose }: WithdrawalActProps): ReactNode {
  const text = useText();
  return (
    <ActDialog
      title={text.operator.acts.approveTitle}
      operation="approveWithdrawal"
      submit={text.operator.acts.approve}
      done={text.operator.acts.approved}
      read={(values) => ({ path: { id: withdrawal.id }, body: { reason: values.text('reason') } })}
      onClose={onClose}
    >
      <WithdrawalFacts withdrawal={withdrawal} />
      <ReasonField />
    </ActDialog>
  );
}

export function SendDialog({ withdrawal, onClose }: WithdrawalActProps): ReactNode {
  const text = useText();
  return (
    <ActDialog
      title={text.operator.acts.sendTitle}
      operation="sendWithdrawal"
      submit={text.operator.acts.send}
      done={text.operator.acts.sent}
      read={(values) => ({
        path: { id: withdrawal.id },
        body: { txId: values.text('txId'), reason: values.text('reason') },
      })}
      onClose={onClose}
    >
      <WithdrawalFacts withdrawal={withdrawal} />
      <TextField name="txId" label={text.fields.txId} required />
      <ReasonField usual={text.operator.acts.send} />
    </ActDialog>
  );
}

export function RejectDialog({ withdrawal, onClose }: WithdrawalActProps): ReactNode {
  const text = useText();
  return (
    <ActDialog
      title={text.operator.acts.rejectTitle}
      operation="rejectWithdrawal"
      submit={text.operator.acts.reject}
      tone="danger"
      done={text.operator.acts.rejected}
      read={(values) => ({ path: { id: withdrawal.id }, body: { reason: values.text('reason') } })}
      onClose={onClose}
    >
      <WithdrawalFacts withdrawal={withdrawal} />
      <p className="muted">
        {withdrawal.status === sending ? text.operator.acts.rejectSentHint : text.operator.acts.rejectHint}
      </p>
      <ReasonField />
    </ActDialog>
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
