import { type ReactNode, useState } from 'react';
import { useText } from '../../text/locale.tsx';
import { Button, type Tone } from '../../ui/button.tsx';
import { ActDialog, Dialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { AmountField, TextField } from '../../ui/field.tsx';
import { copy } from '../../ui/values.tsx';

interface PaymentLinkProps {
  readonly store: { readonly id: number; readonly currency: string };
  readonly tone?: Tone;
}

/** A payin by hand: for a customer who is sent the link, and for the first payment of a new service. */
export function PaymentLinkButton({ store, tone = 'plain' }: PaymentLinkProps): ReactNode {
  const text = useText();
  const words = text.operator.paymentLink;
  const [url, setUrl] = useState<string | null>(null);
  return (
    <>
      <DialogButton label={words.title} tone={tone}>
        {(onClose) => (
          <ActDialog
            title={words.title}
            operation="createPaymentLink"
            submit={words.create}
            read={(values) => ({
              path: { id: store.id },
              body: {
                amount: values.amount('amount'),
                currency: store.currency,
                ...(values.text('internalId') === '' ? {} : { internalId: values.text('internalId') }),
              },
            })}
            onDone={(made) => setUrl(made.url)}
            onClose={onClose}
          >
            <AmountField name="amount" label={text.fields.amount} currency={store.currency} required />
            <TextField name="internalId" label={text.trade.internalId} />
          </ActDialog>
        )}
      </DialogButton>
      {url !== null && (
        <Dialog title={words.title} onClose={() => setUrl(null)}>
          <div className="dialog-body">
            <a href={url} target="_blank" rel="noreferrer" className="number long">
              {url}
            </a>
            <p className="hint">{words.hint}</p>
          </div>
          <footer className="dialog-foot">
            <Button onClick={() => copy(url, text.shell.copied)}>{text.shell.copy}</Button>
            <Button tone="primary" onClick={() => setUrl(null)}>
              {text.shell.close}
            </Button>
          </footer>
        </Dialog>
      )}
    </>
  );
}
