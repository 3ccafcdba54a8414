import '../maker/maker.css';
import '../phones/phones.css';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Answer, type ApiError, call } from '../../api/client.ts';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { FaultList } from '../../ui/faults.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Opened on the phone itself: the ticket becomes its token, once, by somebody's touch and not by a preview of the link. */
export default function Pair({ ticket }: { readonly ticket: string }): ReactNode {
  const words = useText().phones.pair;
  const pair = useMutation<Answer<'pairPhone'>, ApiError>({
    mutationFn: () => call('pairPhone', { body: { ticket } }),
    // The ticket is used, and has no business in the history of the browser.
    onSuccess: () => history.replaceState(null, '', location.pathname),
  });
  return (
    <main className="alone">
      <div className="card">
        <h1 className="brand">
          <Icon name="mark" /> {words.title}
        </h1>
        {pair.data === undefined ? (
          <>
            <p>{words.beginHint}</p>
            {pair.error !== null && <FaultList error={pair.error} />}
            <Button tone="primary" isBusy={pair.isPending} onClick={() => pair.mutate()}>
              {words.begin}
            </Button>
          </>
        ) : (
          <Paired phone={pair.data} />
        )}
      </div>
    </main>
  );
}

/** What goes into the forwarder, each part to be copied with one touch. */
function Paired({ phone }: { readonly phone: Answer<'pairPhone'> }): ReactNode {
  const words = useText().phones.pair;
  const { token, messagesUrl, heartbeatUrl } = phone;
  const body =
    '{"from":"%from%","text":"%text%","sentStamp":%sentStamp%,"receivedStamp":%receivedStamp%,"sim":"%sim%"}';
  return (
    <>
      <p>
        <strong>{words.done(phone.name)}</strong>
      </p>
      <p>{words.once}</p>
      <Setting label={words.address} value={messagesUrl} />
      <Setting label={words.header} value={`{"Authorization":"Bearer ${token}"}`} />
      <Setting label={words.body} value={body} hint={words.bodyHint} />
      <Setting label={words.withToken} value={`${messagesUrl}?token=${token}`} />
      <Setting label={words.heartbeat} value={heartbeatUrl} />
    </>
  );
}

function Setting({
  label,
  value,
  hint,
}: {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
}): ReactNode {
  return (
    <div className="setting-to-copy">
      <span className="muted">{label}</span>
      <Copyable value={value} label={label}>
        <code>{value}</code>
      </Copyable>
      {hint !== undefined && <span className="hint">{hint}</span>}
    </div>
  );
}
