import type { FormEvent, ReactNode } from 'react';
import { useAct } from '../../../api/queries.ts';
import type { Operations, OperatorDeal } from '../../../api/schema.ts';
import { useText } from '../../../text/locale.tsx';
import { Button } from '../../../ui/button.tsx';
import { ActFields, Dialog, submitByKey } from '../../../ui/dialog.tsx';
import { FormValues } from '../../../ui/form.ts';
import { tell } from '../../../ui/toast.tsx';
import { newRateOf } from './deal-facts.tsx';

/** One form for two operations: which one it is, the decision says. */
export function DecisionForm({
  deal,
  onClose,
  children,
}: {
  readonly deal: OperatorDeal;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const text = useText();
  const accept = useAct('acceptDispute');
  const reject = useAct('rejectDispute');
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormValues(event.currentTarget);
    const [path, reason, decision] = [{ id: deal.invoiceId }, values.text('reason'), values.text('decision')];
    const onSuccess = () => {
      tell(text.operator.acts.decided);
      onClose();
    };
    accept.reset();
    reject.reset();
    if (decision === 'accept') {
      const isNotPaid = deal.dispute?.ifAccepted === 'not_paid';
      const rate = isNotPaid || newRateOf(deal) === null ? null : 'now';
      accept.mutate({ path, body: { amount: values.optionalAmount('amount'), rate, reason } }, { onSuccess });
    } else if (decision === 'pool' || decision === 'cancel') {
      accept.mutate({ path, body: { next: decision, reason } }, { onSuccess });
    } else {
      const result = decision as Operations['rejectDispute']['body']['result'];
      reject.mutate({ path, body: { result, reason } }, { onSuccess });
    }
  };
  return (
    <Dialog title={text.operator.acts.decideTitle} onClose={onClose}>
      <form className="dialog-form" onSubmit={send} onKeyDown={submitByKey}>
        <ActFields act={{ error: accept.error ?? reject.error }}>{children}</ActFields>
        <footer className="dialog-foot">
          <Button onClick={onClose}>{text.shell.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={accept.isPending || reject.isPending}>
            {text.operator.acts.decide}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
