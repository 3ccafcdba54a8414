import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useBankName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import { groupDigits } from '../../format.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, field } from '../../ui/act-form.tsx';
import { Button } from '../../ui/button.tsx';
import { ActDialog, Dialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { TextField, WholeField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { Countdown, copy } from '../../ui/values.tsx';

export type Phone = Answer<'listPhones'>['items'][number];
type Ticket = Answer<'createPhone'>;

const parts = ['list', 'sender', 'title', 'text', 'receivedAt', 'sentAt', 'id'] as const;

/** A maker adds an own phone; an operator says whose it is. */
export function AddPhone({ makerId }: { readonly makerId?: number }): ReactNode {
  const words = useText().phones;
  const [ticket, setTicket] = useState<Ticket | null>(null);
  return (
    <>
      <ActButton
        operation="createPhone"
        words={{ submit: words.add }}
        buttonTone="primary"
        fields={{
          name: field.text(words.name, { hint: words.nameHint, maxLength: 100 }),
          ...(makerId === undefined ? {} : { makerId: field.fixed(makerId) }),
        }}
        onDone={setTicket}
      />
      {ticket !== null && <TicketDialog ticket={ticket} onClose={() => setTicket(null)} />}
    </>
  );
}

/** The code to scan, for as long as it works. */
function TicketDialog({ ticket, onClose }: { readonly ticket: Ticket; readonly onClose: () => void }): ReactNode {
  const { phones: words, shell } = useText();
  return (
    <Dialog title={words.scanTitle} onClose={onClose}>
      <div className="dialog-body">
        <QrCode svg={ticket.qrCode} label={shell.qrCode} />
        <p className="hint">
          {words.scanHint} <Countdown until={ticket.expiresAt} />
        </p>
      </div>
      <footer className="dialog-foot">
        <Button onClick={() => void copy(ticket.url, shell)}>{shell.copy}</Button>
        <Button tone="primary" onClick={onClose}>
          {shell.close}
        </Button>
      </footer>
    </Dialog>
  );
}

export function PhoneActions({ phone }: { readonly phone: Phone }): ReactNode {
  const words = useText().phones;
  const [ticket, setTicket] = useState<Ticket | null>(null);
  if (phone.status === 'revoked') return null;
  return (
    <div className="row-actions">
      <DialogButton label={words.settings} isSmall>
        {(onClose) => <ChangePhone phone={phone} onClose={onClose} />}
      </DialogButton>
      <ActButton
        operation="renewPhoneTicket"
        path={{ id: phone.id }}
        words={{ submit: words.newCode }}
        onDone={setTicket}
        isSmall
      >
        <p className="hint">{words.scanHint}</p>
      </ActButton>
      <ActButton
        operation="revokePhone"
        path={{ id: phone.id }}
        words={{ title: words.revokeTitle(phone.name), submit: words.revoke, done: words.revoked }}
        tone="danger"
        isSmall
      >
        <p className="hint">{words.revokeHint}</p>
      </ActButton>
      {ticket !== null && <TicketDialog ticket={ticket} onClose={() => setTicket(null)} />}
    </div>
  );
}

function ChangePhone({ phone, onClose }: { readonly phone: Phone; readonly onClose: () => void }): ReactNode {
  const { phones: words, shell } = useText();
  const listed = useRead('listRequisites', { query: { makerId: phone.makerId, limit: 200 } });
  const own = listed.data?.items;
  const read = (values: FormValues) => ({
    path: { id: phone.id },
    body: {
      name: values.text('name'),
      timeZone: values.text('timeZone'),
      silentAfterSeconds: values.whole('silentAfterSeconds') ?? phone.silentAfterSeconds,
      fields: Object.fromEntries(parts.map((part) => [part, values.optional(`field ${part}`)])),
      ...(own === undefined ? {} : { requisites: chosenRequisites(phone, own, values) }),
    },
  });
  return (
    <ActDialog
      title={phone.name}
      operation="changePhone"
      submit={shell.save}
      done={words.changed}
      read={read}
      onClose={onClose}
    >
      <TextField name="name" label={words.name} defaultValue={phone.name} maxLength={100} required />
      <fieldset className="checks">
        <legend>{words.requisites}</legend>
        <p className="hint">{words.digitsHint}</p>
        {own === undefined && <p className="hint">{listed.isError ? words.requisitesStay : shell.loading}</p>}
        {own?.map((requisite) => (
          <RequisiteChoice key={requisite.id} phone={phone} requisite={requisite} />
        ))}
      </fieldset>
      <WholeField
        name="silentAfterSeconds"
        label={words.silentAfter}
        hint={words.silentAfterHint}
        defaultValue={phone.silentAfterSeconds}
        required
      />
      <TextField name="timeZone" label={words.timeZone} defaultValue={phone.timeZone} required />
      <details>
        <summary>{words.fields}</summary>
        <p className="hint">{words.fieldsHint}</p>
        {parts.map((part) => (
          <TextField
            key={part}
            name={`field ${part}`}
            label={words.fieldNames[part]}
            defaultValue={phone.fields[part] ?? ''}
          />
        ))}
      </details>
    </ActDialog>
  );
}

type Requisite = Answer<'listRequisites'>['items'][number];

/** Those that are ticked, and those that the phone has and the list does not show. */
function chosenRequisites(phone: Phone, listed: readonly Requisite[], values: FormValues): Phone['requisites'] {
  const ticked = listed
    .filter(({ id }) => values.isChecked(`requisite ${id}`))
    .map(({ id }) => ({
      requisiteId: id,
      digits: values
        .text(`digits ${id}`)
        .split(/[,;]/)
        .map((one) => one.replace(/\s/g, ''))
        .filter((one) => one !== ''),
    }));
  const unseen = phone.requisites.filter(({ requisiteId }) => listed.every(({ id }) => id !== requisiteId));
  return [...ticked, ...unseen];
}

interface ChoiceProps {
  readonly phone: Phone;
  readonly requisite: Requisite;
}

function RequisiteChoice({ phone, requisite: { id, number, bank } }: ChoiceProps): ReactNode {
  const words = useText().phones;
  const bankName = useBankName();
  const chosen = phone.requisites.find(({ requisiteId }) => requisiteId === id);
  return (
    <div className="phone-requisite">
      <label className="check">
        <input type="checkbox" name={`requisite ${id}`} defaultChecked={chosen !== undefined} />
        <span className="two-lines">
          <span className="number">{groupDigits(number)}</span>
          <span>{bankName(bank)}</span>
        </span>
      </label>
      <input
        type="text"
        name={`digits ${id}`}
        aria-label={words.digitsOf(groupDigits(number))}
        placeholder={words.digits}
        defaultValue={chosen?.digits.join(', ') ?? ''}
        inputMode="numeric"
        autoComplete="off"
      />
    </div>
  );
}
