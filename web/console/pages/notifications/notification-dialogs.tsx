import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { dayAt } from '../../calendar.ts';
import { useText } from '../../text/locale.tsx';
import { ActDialog, Dialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { ReasonField, TextField } from '../../ui/field.tsx';
import { PickerField } from '../../ui/picker.tsx';
import { tell } from '../../ui/toast.tsx';
import { Badge, Facts } from '../../ui/values.tsx';
import { currentZone, startOfDay } from '../../zone.ts';

interface StoresProps {
  readonly stores: readonly { readonly id: number; readonly name: string }[];
}

/** Sends a store's failed ones again, from a day on: for a receiver that was down. */
export function SendFailedAgain({ stores }: StoresProps): ReactNode {
  const text = useText();
  const words = text.notifications;
  return (
    <DialogButton label={words.sendFailed}>
      {(onClose) => (
        <ActDialog
          title={words.sendFailed}
          operation="sendFailedNotificationsAgain"
          submit={words.sendFailed}
          read={(values) => ({
            body: {
              storeId: values.whole('storeId') ?? 0,
              since: startOfDay(values.text('since')),
              reason: values.text('reason'),
            },
          })}
          onDone={({ count }) => tell(words.countSent(count))}
          onClose={onClose}
        >
          <StoreField stores={stores} />
          <TextField
            name="since"
            type="date"
            label={words.since}
            defaultValue={dayAt(Date.now(), currentZone())}
            required
          />
          <ReasonField usual={words.usualReason} />
        </ActDialog>
      )}
    </DialogButton>
  );
}

/** Tries an address before a shop relies on it, and shows what came of it. */
export function TryAddress({ stores }: StoresProps): ReactNode {
  const text = useText();
  const words = text.notifications;
  const [result, setResult] = useState<Answer<'tryNotificationAddress'> | null>(null);
  return (
    <>
      <DialogButton label={words.test}>
        {(onClose) => (
          <ActDialog
            title={words.test}
            operation="tryNotificationAddress"
            submit={words.test}
            read={(values) => ({
              body: {
                storeId: values.whole('storeId') ?? 0,
                notificationUrl: values.text('notificationUrl'),
                notificationToken: values.text('notificationToken'),
              },
            })}
            onDone={setResult}
            onClose={onClose}
          >
            <StoreField stores={stores} />
            <TextField name="notificationUrl" type="url" label={words.address} required />
            <TextField name="notificationToken" label={words.token} />
          </ActDialog>
        )}
      </DialogButton>
      {result !== null && <TryResult result={result} onClose={() => setResult(null)} />}
    </>
  );
}

function TryResult({
  result,
  onClose,
}: {
  readonly result: Answer<'tryNotificationAddress'>;
  readonly onClose: () => void;
}): ReactNode {
  const text = useText();
  const words = text.notifications;
  const outcomes: Readonly<Record<string, string>> = words.outcomes;
  return (
    <Dialog title={words.testResult} onClose={onClose}>
      <div className="dialog-body">
        <Facts
          items={[
            [
              words.outcome,
              <Badge key="outcome" tone={result.outcome === 'delivered' ? 'ok' : 'bad'}>
                {outcomes[result.outcome] ?? result.outcome}
              </Badge>,
            ],
            ['HTTP', result.status ?? '–'],
            [words.took, text.shell.ms(result.durationMs)],
          ]}
        />
        <pre className="receipt-text">{result.answer}</pre>
      </div>
    </Dialog>
  );
}

function StoreField({ stores }: StoresProps): ReactNode {
  const text = useText();
  return (
    <PickerField
      name="storeId"
      label={text.trade.store}
      options={stores.map(({ id, name }) => [String(id), name])}
      required
    />
  );
}
