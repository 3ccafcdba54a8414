import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { dayAt } from '../../calendar.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, type Field, field, usualReason } from '../../ui/act-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
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
    <ActButton
      operation="sendFailedNotificationsAgain"
      words={{ submit: words.sendFailed }}
      fields={{
        storeId: useStoreField(stores),
        since: field.own(
          <TextField
            name="since"
            type="date"
            label={words.since}
            defaultValue={dayAt(Date.now(), currentZone())}
            required
          />,
          (values) => startOfDay(values.text('since')),
        ),
        reason: usualReason(words.usualReason),
      }}
      onDone={({ count }) => tell(words.countSent(count))}
    />
  );
}

/** Tries an address before a shop relies on it, and shows what came of it. */
export function TryAddress({ stores }: StoresProps): ReactNode {
  const text = useText();
  const words = text.notifications;
  const [result, setResult] = useState<Answer<'tryNotificationAddress'> | null>(null);
  return (
    <>
      <ActButton
        operation="tryNotificationAddress"
        words={{ submit: words.test }}
        fields={{
          storeId: useStoreField(stores),
          notificationUrl: field.text(words.address, { type: 'url' }),
          notificationToken: field.text(words.token, { required: false }),
        }}
        onDone={setResult}
      />
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

function useStoreField(stores: StoresProps['stores']): Field<number> {
  const options = stores.map(({ id, name }) => [String(id), name] as const);
  return field.row(useText().trade.store, options);
}
