import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { ReasonField } from '../../ui/field.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { Instant, Panel } from '../../ui/values.tsx';
import { OverlapField } from './key-dialogs.tsx';

interface WebhookSecretProps {
  readonly store: Answer<'getStore'>;
  readonly title: string;
  readonly codeField: ReactNode;
}

/** What the notifications of a store are signed with. */
export function WebhookSecret({ store, title, codeField }: WebhookSecretProps): ReactNode {
  const words = useText().keys;
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Panel title={title}>
      <p>{store.hasWebhookSecret ? words.webhookOwn : words.webhookMerchants}</p>
      {store.formerWebhookUntil !== null && (
        <p>
          {words.webhookBoth} <Instant at={store.formerWebhookUntil} />
        </p>
      )}
      <p className="muted">{words.webhookHint}</p>
      <div className="row-actions">
        <DialogButton label={words.webhookRotate}>
          {(onClose) => (
            <ActDialog
              title={title}
              operation="rotateWebhookSecret"
              submit={words.webhookRotate}
              read={(values) => ({
                path: { id: store.id },
                body: {
                  overlapHours: values.whole('overlapHours') ?? 0,
                  reason: values.text('reason'),
                  code: values.optional('code'),
                },
              })}
              onDone={(answer) => setSecret(answer.secret)}
              onClose={onClose}
            >
              <OverlapField label={words.webhookOld} hint={words.webhookHint} />
              <ReasonField />
              {codeField}
            </ActDialog>
          )}
        </DialogButton>
      </div>
      {secret !== null && <SecretDialog title={words.webhookTitle} secret={secret} onClose={() => setSecret(null)} />}
    </Panel>
  );
}
