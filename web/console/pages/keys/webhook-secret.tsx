import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useText } from '../../text/locale.tsx';
import { Instant, Panel } from '../../ui/values.tsx';
import { RotateSecret } from './rotate-secret.tsx';

interface WebhookSecretProps {
  readonly store: Answer<'getStore'>;
  readonly title: string;
  readonly codeField: ReactNode;
}

/** What the notifications of a store are signed with. */
export function WebhookSecret({ store, title, codeField }: WebhookSecretProps): ReactNode {
  const words = useText().keys;
  return (
    <Panel title={title}>
      <p>{store.hasWebhookSecret ? words.webhookOwn : words.webhookMerchants}</p>
      {store.formerWebhookUntil !== null && (
        <p>
          {words.webhookBoth} <Instant at={store.formerWebhookUntil} />
        </p>
      )}
      <p className="muted">{words.webhookHint}</p>
      <RotateSecret
        operation="rotateWebhookSecret"
        id={store.id}
        label={words.webhookRotate}
        title={title}
        overlap={{ label: words.webhookOld, hint: words.webhookHint }}
        secretTitle={words.webhookTitle}
        codeField={codeField}
      />
    </Panel>
  );
}
