import { type ReactNode, useState } from 'react';
import { ActButton } from '../../ui/act-form.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { useOverlap, why } from './key-dialogs.tsx';

interface RotateSecretProps {
  readonly operation: 'rotateSecret' | 'rotateWebhookSecret';
  readonly id: number;
  readonly label: string;
  readonly title: string;
  readonly overlap: { readonly label: string; readonly hint: string };
  /** Above the new one, which is shown once. */
  readonly secretTitle: string;
  readonly codeField: ReactNode;
}

/** A new secret beside the former one, which works for a while. */
export function RotateSecret(props: RotateSecretProps): ReactNode {
  const { operation, id, label, title, overlap, secretTitle, codeField } = props;
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <div className="row-actions">
        <ActButton
          operation={operation}
          path={{ id }}
          words={{ title, submit: label }}
          fields={{ overlapHours: useOverlap(overlap.label, overlap.hint), ...why(codeField) }}
          onDone={(answer) => setSecret(answer.secret)}
        />
      </div>
      {secret !== null && <SecretDialog title={secretTitle} secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}
