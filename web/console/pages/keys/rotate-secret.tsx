import { type ReactNode, useState } from 'react';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { ReasonField } from '../../ui/field.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { OverlapField } from './key-dialogs.tsx';

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
        <DialogButton label={label}>
          {(onClose) => (
            <ActDialog
              title={title}
              operation={operation}
              submit={label}
              read={(values) => ({
                path: { id },
                body: {
                  overlapHours: values.whole('overlapHours') ?? 0,
                  reason: values.text('reason'),
                  code: values.optional('code'),
                },
              })}
              onDone={(answer) => setSecret(answer.secret)}
              onClose={onClose}
            >
              <OverlapField label={overlap.label} hint={overlap.hint} />
              <ReasonField />
              {codeField}
            </ActDialog>
          )}
        </DialogButton>
      </div>
      {secret !== null && <SecretDialog title={secretTitle} secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}
