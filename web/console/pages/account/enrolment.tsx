import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Answer, Input } from '../../api/client.ts';
import { useAct } from '../../api/queries.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { ActFields } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormValues } from '../../ui/form.ts';
import { useFormAct } from '../../ui/fresh-proof.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useTellFaults } from '../../ui/tell-faults.ts';
import { tell } from '../../ui/toast.tsx';
import { Id } from '../../ui/values.tsx';

/** Sets up the second factor: show the seed as a QR code, take the first code. Nothing is kept before that code is right. */
export function Enrolment({ onDone }: { readonly onDone?: () => void }): ReactNode {
  const text = useText();
  const begin = useFormAct('beginSecondFactor');
  const [begun, setBegun] = useState<Answer<'beginSecondFactor'> | null>(null);
  if (begun !== null) return <Confirm begun={begun} {...(onDone === undefined ? {} : { onDone })} />;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    begin.submit(event.currentTarget, enrolmentOf(new FormValues(event.currentTarget)), { onSuccess: setBegun });
  };
  return (
    <form className="enrolment" onSubmit={send}>
      <ActFields act={begin.act} proof={begin.proof}>
        <EnrolmentCodeField />
      </ActFields>
      <Button type="submit" tone="primary" isBusy={begin.isPending}>
        {text.account.begin}
      </Button>
    </form>
  );
}

/** Under which the code of somebody who has just joined a team waits to be used. */
export const handedCodeKey = 'enrolment-code';

export function enrolmentOf(values: FormValues): Input<'beginSecondFactor'> & Input<'beginPasskey'> {
  return { body: { enrolmentCode: values.optional('enrolmentCode') } };
}

/** A password alone sets up no second factor in production: where the code comes from, and one by mail where that is possible. */
export function EnrolmentCodeField(): ReactNode {
  const words = useText().account.enrolmentCode;
  const { needsEnrolmentCode, enrolmentMail } = useMe();
  const client = useQueryClient();
  const mail = useAct('mailEnrolmentCode');
  const tellFaults = useTellFaults();
  if (!needsEnrolmentCode) return null;
  const send = () => mail.mutate({}, { onSuccess: ({ address }) => tell(words.sent(address)), onError: tellFaults });
  return (
    <>
      <TextField
        name="enrolmentCode"
        label={words.label}
        hint={enrolmentMail === null ? words.askOperator : words.orMail}
        defaultValue={client.getQueryData<string | null>([handedCodeKey]) ?? ''}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
      />
      {enrolmentMail !== null && (
        <p>
          <Button onClick={send} isBusy={mail.isPending}>
            {words.send(enrolmentMail)}
          </Button>
        </p>
      )}
    </>
  );
}

function Confirm({
  begun,
  onDone,
}: {
  readonly begun: Answer<'beginSecondFactor'>;
  readonly onDone?: () => void;
}): ReactNode {
  const text = useText();
  const confirm = useAct('confirmSecondFactor');
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { ticket: begun.ticket, code: new FormValues(event.currentTarget).text('code') };
    confirm.mutate(
      { body },
      {
        onSuccess: () => {
          tell(text.account.isSetUp);
          onDone?.();
        },
      },
    );
  };
  return (
    <form className="enrolment" onSubmit={send}>
      <p>{text.account.scan}</p>
      <QrCode svg={begun.qrCode} label={text.account.qrCode} />
      <p className="muted">
        {text.account.orType} <Id value={begun.seed} isWhole />
      </p>
      <ActFields act={confirm}>
        <TextField
          name="code"
          label={text.account.firstCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          required
        />
      </ActFields>
      <Button type="submit" tone="primary" isBusy={confirm.isPending}>
        {text.account.confirm}
      </Button>
    </form>
  );
}
