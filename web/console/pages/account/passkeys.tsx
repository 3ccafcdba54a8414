import { type FormEvent, type ReactNode, useState } from 'react';
import type { Answer, ApiError } from '../../api/client.ts';
import { useAct, useRead } from '../../api/queries.ts';
import { createPasskey, localNamedPage, passkeyState } from '../../passkeys.ts';
import { programOf } from '../../program.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, field } from '../../ui/act-form.tsx';
import { Button } from '../../ui/button.tsx';
import { column } from '../../ui/columns.tsx';
import { ActFields, Dialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { FaultList } from '../../ui/faults.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormValues } from '../../ui/form.ts';
import { useFormAct } from '../../ui/fresh-proof.tsx';
import { Table } from '../../ui/table.tsx';
import { tell } from '../../ui/toast.tsx';
import { Badge, Instant } from '../../ui/values.tsx';
import { EnrolmentCodeField, enrolmentOf } from './enrolment.tsx';

type Passkey = Answer<'listOwnPasskeys'>['items'][number];

/** The own passkeys: where they are, when they were used, and one more. */
export function Passkeys(): ReactNode {
  const words = useText().access.passkeys;
  const found = useRead('listOwnPasskeys');
  return (
    <div className="stack">
      <p className="muted">{words.hint}</p>
      {found.data?.items.length === 0 ? <p>{words.empty}</p> : <PasskeyTable found={found} />}
      <AddPasskey />
    </div>
  );
}

function PasskeyTable({ found }: { readonly found: ReturnType<typeof useRead<'listOwnPasskeys'>> }): ReactNode {
  const text = useText();
  const words = text.access.passkeys;
  return (
    <Table
      label={words.title}
      name="passkeys-"
      rows={found.data?.items}
      error={found.error}
      rowKey={({ id }) => id}
      empty={words.empty}
      columns={[
        {
          id: 'name',
          title: text.fields.name,
          cell: ({ name, isSuspected }) => (
            <>
              {name} {isSuspected && <Badge tone="bad">{words.suspected}</Badge>}
            </>
          ),
        },
        column.at('createdAt', text.trade.createdAt),
        {
          id: 'lastUsedAt',
          title: words.lastUsed,
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : <Instant at={lastUsedAt} />),
        },
      ]}
      acts={(passkey) => <PasskeyActs passkey={passkey} />}
    />
  );
}

/** A button where passkeys work, and what to do where they do not. */
export function AddPasskey({ onDone }: { readonly onDone?: () => void }): ReactNode {
  const words = useText().access.passkeys;
  const state = passkeyState();
  const there = localNamedPage();
  if (state === 'unsupported') return <p className="muted">{words.unsupported}</p>;
  if (state === 'insecure') {
    return (
      <>
        <p className="muted">{words.unavailable}</p>
        {there !== null && (
          <p>
            <a href={there}>{words.openThere(new URL(there).origin)}</a>
          </p>
        )}
      </>
    );
  }
  return (
    <DialogButton label={words.add} tone="primary">
      {(onClose) => <AddDialog onClose={onClose} {...(onDone === undefined ? {} : { onDone })} />}
    </DialogButton>
  );
}

function AddDialog({ onClose, onDone }: { readonly onClose: () => void; readonly onDone?: () => void }): ReactNode {
  const text = useText();
  const words = text.access.passkeys;
  const begin = useFormAct('beginPasskey');
  const add = useAct('addPasskey');
  const [refused, setRefused] = useState<ApiError | null>(null);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormValues(event.currentTarget);
    const name = values.text('name');
    setRefused(null);
    const finish = async (options: Answer<'beginPasskey'>) => {
      try {
        await add.mutateAsync({ body: { name, passkey: await createPasskey(options) } });
        tell(words.added);
        onDone?.();
        onClose();
      } catch (error) {
        setRefused(error as ApiError);
      }
    };
    begin.submit(event.currentTarget, enrolmentOf(values), { onSuccess: finish });
  };
  return (
    <Dialog title={words.add} onClose={onClose}>
      <form className="dialog-form" onSubmit={send}>
        <ActFields act={begin.act} proof={begin.proof}>
          <TextField
            name="name"
            label={text.fields.name}
            hint={words.nameHint}
            defaultValue={programOf(navigator.userAgent)}
            maxLength={100}
            required
          />
          <EnrolmentCodeField />
          {refused !== null && <FaultList error={refused} />}
        </ActFields>
        <footer className="dialog-foot">
          <Button onClick={onClose}>{text.shell.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={begin.isPending || add.isPending}>
            {words.add}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function PasskeyActs({ passkey: { id, name } }: { readonly passkey: Passkey }): ReactNode {
  const text = useText();
  const words = text.access.passkeys;
  return (
    <div className="row-actions">
      <ActButton
        operation="renamePasskey"
        label={words.rename}
        path={{ id }}
        words={{ title: words.rename, submit: text.shell.save, done: words.renamed }}
        fields={{ name: field.text(text.fields.name, { defaultValue: name, maxLength: 100 }) }}
        isSmall
      />
      <ActButton operation="removePasskey" path={{ id }} words={words.remove} tone="danger" isSmall>
        <p>
          {words.removeHint} <strong>{name}</strong>
        </p>
      </ActButton>
    </div>
  );
}
