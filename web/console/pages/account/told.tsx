import './told.css';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { readyServiceWorker } from '../../service-worker.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { ActButton, field } from '../../ui/act-form.tsx';
import { Button } from '../../ui/button.tsx';
import { column } from '../../ui/columns.tsx';
import { ActFields, Dialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { FaultList } from '../../ui/faults.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { FormValues } from '../../ui/form.ts';
import { FreshProofFields, useFormAct, wantsFreshProof } from '../../ui/fresh-proof.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { Loading, Trouble } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { tell } from '../../ui/toast.tsx';
import { PageHead, Panel } from '../../ui/values.tsx';

type Wishes = Answer<'readOwnWishes'>;
type Channel = Wishes['channels'][number];
type ChannelKind = Channel['kind'];

/** What somebody wants to hear of, and where. */
export default function Told(): ReactNode {
  const words = useText().told;
  const found = useRead('readOwnWishes');
  return (
    <>
      <PageHead title={words.title} note={words.note} />
      {found.data === undefined && (found.error === null ? <Loading /> : <Trouble error={found.error} />)}
      {found.data !== undefined && (
        <>
          <Panel
            title={words.channels}
            actions={<AddChannel offered={found.data.offered} pushKey={found.data.pushKey} />}
          >
            <div className="stack">
              <p className="muted">{words.channelsHint}</p>
              <Channels channels={found.data.channels} />
            </div>
          </Panel>
          <Matrix key={JSON.stringify(found.data)} found={found.data} />
        </>
      )}
    </>
  );
}

function Channels({ channels }: { readonly channels: readonly Channel[] }): ReactNode {
  const words = useText().told;
  return (
    <Table
      label={words.channels}
      name="channels-"
      rows={channels}
      error={null}
      rowKey={({ id }) => id}
      empty={words.noChannels}
      columns={[
        column.word('kind', words.how, words.kinds),
        column.named('address', words.address, (address: string) => (address === '' ? '–' : address)),
        column.badge('isConfirmed', words.state, (is) => (is ? ['ok', words.confirmed] : ['wait', words.waits]), {
          id: 'state',
        }),
      ]}
      acts={(channel) => <ChannelActs channel={channel} />}
    />
  );
}

function ChannelActs({ channel }: { readonly channel: Channel }): ReactNode {
  const words = useText().told;
  const { id, kind, address, isConfirmed } = channel;
  return (
    <div className="row-actions">
      {!isConfirmed && kind !== 'telegram' && (
        <ActButton
          operation="confirmChannel"
          path={{ id }}
          words={words.confirm}
          fields={{ code: field.text(words.code, { hint: words.codeHint, inputMode: 'numeric', maxLength: 6 }) }}
          isSmall
        />
      )}
      <ActButton
        operation="removeChannel"
        path={{ id }}
        words={{
          title: words.removeTitle(address === '' ? words.kinds[kind] : address),
          submit: words.remove,
          done: words.removed,
        }}
        isSmall
      >
        <p>{words.removeNote}</p>
      </ActButton>
    </div>
  );
}

function AddChannel({ offered, pushKey }: Pick<Wishes, 'offered' | 'pushKey'>): ReactNode {
  const words = useText().told;
  const [made, setMade] = useState<Answer<'addChannel'> | null>(null);
  return (
    <>
      <DialogButton label={words.add} tone="primary">
        {(onClose) => <AddDialog offered={offered} pushKey={pushKey} onMade={setMade} onClose={onClose} />}
      </DialogButton>
      {made?.secret != null && (
        <SecretDialog title={words.secretTitle} secret={made.secret} onClose={() => setMade(null)} />
      )}
      {made?.link != null && (
        <Dialog title={words.kinds.telegram} onClose={() => setMade(null)}>
          <div className="dialog-body">
            <p>
              <a className="button primary" href={made.link} target="_blank" rel="noreferrer">
                {words.openBot}
              </a>
            </p>
            <p className="muted">{words.botWaits}</p>
          </div>
        </Dialog>
      )}
    </>
  );
}

interface AddDialogProps extends Pick<Wishes, 'offered' | 'pushKey'> {
  readonly onMade: (made: Answer<'addChannel'>) => void;
  readonly onClose: () => void;
}

function AddDialog({ offered, pushKey, onMade, onClose }: AddDialogProps): ReactNode {
  const { text, locale } = useLocale();
  const words = text.told;
  const add = useFormAct('addChannel');
  const [kind, setKind] = useState<ChannelKind>(offered[0] ?? 'webhook');
  const [hindrance, setHindrance] = useState<Hindrance | null>(null);
  const [isAsking, setAsking] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setHindrance(null);
    setAsking(true);
    const where = kind === 'push' ? await subscribe(pushKey) : { address: new FormValues(form).optional('address') };
    setAsking(false);
    if (typeof where === 'string') return setHindrance(where);
    const body = { kind, language: locale === 'ru' ? ('ru' as const) : ('en' as const), ...where };
    add.submit(
      form,
      { body },
      {
        onSuccess: (made: Answer<'addChannel'>) => {
          tell(words.added);
          onMade(made);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={words.add} onClose={onClose}>
      <form className="dialog-form" onSubmit={(event) => void send(event)}>
        <ActFields act={add.act} proof={add.proof}>
          <SelectField
            name="kind"
            label={words.how}
            options={offered.map((one) => [one, words.kinds[one]])}
            defaultValue={kind}
            onChange={(value) => setKind(value as ChannelKind)}
          />
          <AddressField key={kind} kind={kind} />
          {kind === 'push' && hindrance !== null && (
            <p role="alert" className="hint fault">
              {words.hindrances[hindrance]}
            </p>
          )}
        </ActFields>
        <footer className="dialog-foot">
          <Button onClick={onClose}>{text.shell.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={isAsking || add.isPending}>
            {words.add}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** What has to be typed for this way of telling: nothing for those that find their address themselves. */
function AddressField({ kind }: { readonly kind: ChannelKind }): ReactNode {
  const words = useText().told;
  switch (kind) {
    case 'email':
      return <TextField name="address" label={words.address} hint={words.emailHint} type="email" required />;
    case 'webhook':
      return <TextField name="address" label={words.address} hint={words.webhookHint} type="url" required />;
    case 'push':
      return <p className="muted">{words.pushHint}</p>;
    case 'telegram':
      return <p className="muted">{words.telegramHint}</p>;
  }
}

/** Why a browser cannot be told: it never could, its person has not allowed it, or nothing came of it this time. */
type Hindrance = 'unsupported' | 'refused' | 'failed';

/** What the browser gives for its push service, or what keeps it from that. */
async function subscribe(pushKey: string | null) {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isAble || pushKey === null) return 'unsupported';
  try {
    // Before anything else: browsers ask their person only right after a click.
    if ((await Notification.requestPermission()) !== 'granted') return 'refused';
    const { pushManager } = await readyServiceWorker();
    const options = { userVisibleOnly: true, applicationServerKey: pushKey };
    const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON();
    if (endpoint === undefined || keys?.['p256dh'] === undefined || keys['auth'] === undefined) return 'failed';
    return { address: endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } };
  } catch {
    return 'failed';
  }
}

function Matrix({ found }: { readonly found: Wishes }): ReactNode {
  const text = useText();
  const words = text.told;
  const { act, proof, isPending, submit } = useFormAct('setOwnWishes');
  const channels = found.channels.filter(({ isConfirmed }) => isConfirmed);
  if (channels.length === 0) return null;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormValues(event.currentTarget);
    const wishes = found.kinds.map((kind) => ({
      kind,
      channelIds: channels.map(({ id }) => id).filter((id) => values.isChecked(`${kind} ${id}`)),
    }));
    const body = { wishes, lowBalanceBelow: values.whole('lowBalanceBelow') };
    submit(event.currentTarget, { body }, { onSuccess: () => tell(words.saved) });
  };
  return (
    <Panel title={words.wishes}>
      <form className="stack" onSubmit={send}>
        <MatrixTable found={found} channels={channels} />
        {found.kinds.includes('balance') && (
          <TextField
            name="lowBalanceBelow"
            label={words.below}
            hint={words.belowHint}
            inputMode="numeric"
            pattern="[0-9]{1,9}"
            defaultValue={found.lowBalanceBelow ?? ''}
          />
        )}
        {wantsFreshProof(act.error) ? (
          <FreshProofFields proof={proof} />
        ) : (
          act.error !== null && <FaultList error={act.error} />
        )}
        <div className="row-actions">
          <Button type="submit" tone="primary" isBusy={isPending}>
            {text.shell.save}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function MatrixTable({
  found,
  channels,
}: {
  readonly found: Wishes;
  readonly channels: readonly Channel[];
}): ReactNode {
  const words = useText().told;
  const isWished = (kind: string, id: number) =>
    found.wishes.some((wish) => wish.kind === kind && wish.channelIds.includes(id));
  return (
    <div className="told-matrix">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.what}</th>
            {channels.map((channel) => (
              <th key={channel.id} scope="col">
                {words.kinds[channel.kind]}
                {channel.address !== '' && <div>{shorter(channel.address)}</div>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.kinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">{words.facts[kind]}</th>
              {channels.map(({ id, kind: way, address }) => (
                <td key={id}>
                  <input
                    type="checkbox"
                    name={`${kind} ${id}`}
                    defaultChecked={isWished(kind, id)}
                    aria-label={`${words.facts[kind]}: ${words.kinds[way]} ${address}`}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const shownCharacters = 24;

function shorter(address: string): string {
  return address.length > shownCharacters ? `${address.slice(0, shownCharacters)}…` : address;
}
