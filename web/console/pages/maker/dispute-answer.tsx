import type { ReactNode } from 'react';
import type { OperatorDeal } from '../../api/schema.ts';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { AreaField, SelectField, TextField } from '../../ui/field.tsx';
import { Badge, Countdown } from '../../ui/values.tsx';

interface OfDeal {
  readonly deal: OperatorDeal;
}

/** What the maker says to a dispute, and how long there is for it. */
export function DisputeAnswer({ deal }: OfDeal): ReactNode {
  const { answer: words } = useText().disputes;
  const dispute = deal.dispute;
  if (dispute === null) return null;
  return (
    <>
      <p>
        {dispute.answer !== null && <Badge tone="ok">{words.answered[dispute.answer.kind]}</Badge>}
        {dispute.answerDueAt !== null && <Due until={dispute.answerDueAt} />}
      </p>
      <div className="tile-actions">
        <DialogButton label={words.agree}>
          {(onClose) => <AnswerDialog deal={deal} kind="agreed" onClose={onClose} />}
        </DialogButton>
        <DialogButton label={words.refuse} tone="danger">
          {(onClose) => <AnswerDialog deal={deal} kind="refused" onClose={onClose} />}
        </DialogButton>
      </div>
    </>
  );
}

function Due({ until }: { readonly until: string }): ReactNode {
  const { answer: words } = useText().disputes;
  return (
    <Badge tone="bad">
      <span>
        {words.due} <Countdown until={until} />
      </span>
    </Badge>
  );
}

function AnswerDialog({
  deal,
  kind,
  onClose,
}: OfDeal & { readonly kind: 'agreed' | 'refused'; readonly onClose: () => void }): ReactNode {
  const { answer: words } = useText().disputes;
  const isRefusal = kind === 'refused';
  return (
    <ActDialog
      title={isRefusal ? words.refuseTitle : words.agreeTitle}
      operation="answerDispute"
      submit={isRefusal ? words.refuse : words.agree}
      tone={isRefusal ? 'danger' : 'primary'}
      done={words.done}
      read={(values) => {
        const form = new FormData();
        form.set('answer', kind);
        form.set('text', values.text('text'));
        if (isRefusal) form.set('refusal', values.text('refusal'));
        const file = isRefusal ? values.file('attachment') : null;
        if (file !== null) form.set('attachment', file);
        return { path: { id: deal.invoiceId }, body: form };
      }}
      onClose={onClose}
    >
      <p className="muted">{isRefusal ? words.refuseHint : words.agreeHint}</p>
      {isRefusal && (
        <SelectField name="refusal" label={words.reason} options={Object.entries(words.reasons)} required />
      )}
      <AreaField name="text" label={words.words} rows={3} required />
      {isRefusal && <TextField name="attachment" type="file" label={words.statement} />}
    </ActDialog>
  );
}
