import { type FormEvent, type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useAct, useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, field, reason } from '../../ui/act-form.tsx';
import { Button } from '../../ui/button.tsx';
import { ActFields, Dialog } from '../../ui/dialog.tsx';
import { FaultList } from '../../ui/faults.tsx';
import { ReasonField, TextField } from '../../ui/field.tsx';
import { FormValues } from '../../ui/form.ts';
import { useFormAct } from '../../ui/fresh-proof.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { tell } from '../../ui/toast.tsx';
import { Badge, Facts, Id, Panel } from '../../ui/values.tsx';

/** The merchant of a store: the secret its requests are signed with, the second factor of its withdrawals. */
export function MerchantPanel({ merchantId }: { readonly merchantId: number }): ReactNode {
  const text = useText();
  const { stores } = text.operator;
  const merchants = useRead('listMerchants', { query: { limit: 200 } });
  const merchant = merchants.data?.items.find(({ id }) => id === merchantId);
  const [secret, setSecret] = useState<string | null>(null);
  const [isEnrolling, setEnrolling] = useState(false);
  return (
    <Panel title={text.trade.merchant}>
      <Facts
        items={[
          [text.shell.name, merchant?.name ?? ''],
          [
            stores.merchantFactor,
            <Badge key="factor" tone={merchant?.hasSecondFactor === true ? 'ok' : 'wait'}>
              {merchant?.hasSecondFactor === true ? text.account.isOn : text.account.isOff}
            </Badge>,
          ],
        ]}
      />
      <div className="row-actions">
        <Button onClick={() => setEnrolling(true)}>{stores.setUpFactor}</Button>
        <ActButton
          operation="rotateSecret"
          path={{ id: merchantId }}
          words={{ submit: stores.rotate }}
          tone="danger"
          fields={{
            overlapHours: field.whole(stores.overlapHours, { hint: stores.overlapHint, defaultValue: '24' }),
            reason,
          }}
          onDone={(answer) => setSecret(answer.secret)}
          buttonTone="plain"
        />
      </div>
      {secret !== null && <SecretDialog title={stores.secret} secret={secret} onClose={() => setSecret(null)} />}
      {isEnrolling && <EnrolMerchant merchantId={merchantId} onClose={() => setEnrolling(false)} />}
    </Panel>
  );
}

/** Shown to the merchant on the operator's screen; the first code of the merchant's phone confirms it. */
function EnrolMerchant({
  merchantId,
  onClose,
}: {
  readonly merchantId: number;
  readonly onClose: () => void;
}): ReactNode {
  const text = useText();
  const begin = useAct('beginMerchantSecondFactor');
  const confirm = useFormAct('confirmMerchantSecondFactor');
  const [begun, setBegun] = useState<Answer<'beginMerchantSecondFactor'> | null>(null);
  const path = { id: merchantId };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormValues(event.currentTarget);
    const body = { ticket: begun?.ticket ?? '', code: values.text('code'), reason: values.text('reason') };
    confirm.submit(
      event.currentTarget,
      { path, body },
      {
        onSuccess: () => {
          tell(text.account.isSetUp);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={text.operator.stores.setUpFactor} onClose={onClose}>
      {begun === null ? (
        <div className="dialog-body">
          <p>{text.operator.stores.factorHint}</p>
          {begin.error !== null && <FaultList error={begin.error} />}
          <Button
            tone="primary"
            isBusy={begin.isPending}
            onClick={() => begin.mutate({ path }, { onSuccess: setBegun })}
          >
            {text.account.begin}
          </Button>
        </div>
      ) : (
        <form className="dialog-form" onSubmit={send}>
          <ActFields act={confirm.act} proof={confirm.proof}>
            <p>{text.account.scan}</p>
            <QrCode svg={begun.qrCode} label={text.account.qrCode} />
            <p className="muted">
              {text.account.orType} <Id value={begun.seed} isWhole />
            </p>
            <TextField name="code" label={text.account.firstCode} inputMode="numeric" maxLength={6} required />
            <ReasonField />
          </ActFields>
          <footer className="dialog-foot">
            <Button type="submit" tone="primary" isBusy={confirm.isPending}>
              {text.account.confirm}
            </Button>
          </footer>
        </form>
      )}
    </Dialog>
  );
}
