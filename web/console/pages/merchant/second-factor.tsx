import { type FormEvent, type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useAct } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { ActFields } from '../../ui/dialog.tsx';
import { FaultList } from '../../ui/faults.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormValues } from '../../ui/form.ts';
import { useFormAct } from '../../ui/fresh-proof.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { tell } from '../../ui/toast.tsx';
import { Badge, Id, Panel } from '../../ui/values.tsx';
import type { Merchant } from './own-merchant.ts';

/** The second factor of the business, which confirms withdrawals; not the one somebody signs in with. */
export function MerchantSecondFactor({ merchant }: { readonly merchant: Merchant }): ReactNode {
  const text = useText();
  return (
    <Panel title={text.merchant.secondFactor.title}>
      <Badge tone={merchant.hasSecondFactor ? 'ok' : 'wait'}>
        {merchant.hasSecondFactor ? text.account.isOn : text.account.isOff}
      </Badge>
      <p className="muted">
        {merchant.hasSecondFactor ? text.merchant.secondFactor.lost : text.merchant.secondFactor.why}
      </p>
      {!merchant.hasSecondFactor && <SetUp merchantId={merchant.id} />}
    </Panel>
  );
}

function SetUp({ merchantId }: { readonly merchantId: number }): ReactNode {
  const text = useText();
  const begin = useAct('beginMerchantSecondFactor');
  const [begun, setBegun] = useState<Answer<'beginMerchantSecondFactor'> | null>(null);
  if (begun !== null) return <Confirm merchantId={merchantId} begun={begun} />;
  return (
    <>
      {begin.error !== null && <FaultList error={begin.error} />}
      <Button
        tone="primary"
        isBusy={begin.isPending}
        onClick={() => begin.mutate({ path: { id: merchantId } }, { onSuccess: setBegun })}
      >
        {text.account.begin}
      </Button>
    </>
  );
}

function Confirm({
  merchantId,
  begun,
}: {
  readonly merchantId: number;
  readonly begun: Answer<'beginMerchantSecondFactor'>;
}): ReactNode {
  const text = useText();
  const confirm = useFormAct('confirmMerchantSecondFactor');
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = new FormValues(event.currentTarget).text('code');
    const body = { ticket: begun.ticket, code, reason: text.merchant.secondFactor.reason };
    const input = { path: { id: merchantId }, body };
    confirm.submit(event.currentTarget, input, { onSuccess: () => tell(text.account.isSetUp) });
  };
  return (
    <form className="enrolment" onSubmit={send}>
      <p>{text.account.scan}</p>
      <QrCode svg={begun.qrCode} label={text.account.qrCode} />
      <p className="muted">
        {text.account.orType} <Id value={begun.seed} isWhole />
      </p>
      <ActFields act={confirm.act} proof={confirm.proof}>
        <CodeField label={text.account.firstCode} />
      </ActFields>
      <Button type="submit" tone="primary" isBusy={confirm.isPending}>
        {text.account.confirm}
      </Button>
    </form>
  );
}

/** Six digits from the authenticator app. */
export function CodeField({
  name = 'code',
  label,
  hint,
}: {
  readonly name?: string;
  readonly label?: string;
  readonly hint?: string;
}): ReactNode {
  const text = useText();
  return (
    <TextField
      name={name}
      label={label ?? text.fields.code}
      {...(hint === undefined ? {} : { hint })}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      required
    />
  );
}

/** Asked for where it is needed; who has no second factor is not asked. */
export function OwnCode({ merchant }: { readonly merchant: Merchant }): ReactNode {
  const text = useText();
  return merchant.hasSecondFactor ? <CodeField hint={text.merchant.secondFactor.codeHint} /> : null;
}
