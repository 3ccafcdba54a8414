import { toString as toQrCode } from 'qrcode';
import { Type } from 'typebox';
import { type MessagePart, messageParts, pairingPath, phoneLimits } from '../../../domain/phones/phone.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { AppError } from '../../../errors/app-error.ts';
import { listPhones, type SeenPhone } from '../../../storage/reads/phones/phone-reads.ts';
import { at, exampleUrl } from '../../examples.ts';
import { idInPath } from '../../parameters.ts';
import type { ShapeOf } from '../../schemas.ts';
import type { OperatorCall } from '../endpoint.ts';
import { figure, nullable, rowId, text, timestampOrNull, words } from '../fields.ts';

const phoneStatuses = {
  waiting: 'waiting',
  heard: 'heard',
  silent: 'silent',
  revoked: 'revoked',
} as const;

export const PhoneName = text(100, 'For people');

export const PhoneRequisites = Type.Array(
  Type.Object({
    requisiteId: rowId('Requisite whose messages come to the phone'),
    digits: Type.Array(Type.String({ maxLength: 20 }), {
      maxItems: phoneLimits.digitsPerRequisite,
      description: 'Last digits that the bank writes for it; empty: those of its card or account number',
    }),
  }),
  { maxItems: phoneLimits.requisitesPerPhone, description: 'Whose messages come to it' },
);

const fieldMeanings: Readonly<Record<MessagePart, string>> = {
  list: 'The list of messages, where there is one',
  sender: 'Who sent it: a number, a name or the package of an app',
  title: 'The title of a notification',
  text: 'The text',
  receivedAt: 'When the phone had it',
  sentAt: 'When it was sent',
  id: "The forwarder's own ID of it",
};

/** A path of names, as in `payload.message`. */
function fieldName(part: MessagePart) {
  const schema = { type: ['string', 'null'], maxLength: 100, description: fieldMeanings[part] };
  return Type.Optional(Type.Unsafe<string | null>(schema));
}

export const FieldNames = Type.Object(Object.fromEntries(messageParts.map((part) => [part, fieldName(part)])), {
  description: "The forwarder's names of the parts of a message, where they are not the usual ones",
});

export const PhoneShape = Type.Object(
  {
    id: figure('ID'),
    makerId: figure('Whose it is'),
    name: words('For people'),
    status: Type.Enum(Object.keys(phoneStatuses) as (keyof typeof phoneStatuses)[], {
      description: '`waiting` for its ticket to be used; `heard`; `silent` for longer than its limit; `revoked`',
    }),
    fields: FieldNames,
    timeZone: words('Of the times that banks write'),
    silentAfterSeconds: figure('Silent for longer, its requisites get no new deals'),
    silentSince: nullable(words('When'), 'When it was last heard of, while it is silent'),
    lastSeenAt: nullable(words('When'), 'When it was last heard of'),
    pairedAt: nullable(words('When'), 'When it got its token'),
    createdAt: words('When it was added'),
    requisites: PhoneRequisites,
  },
  { $id: 'Phone' },
);
export type PhoneShape = ShapeOf<typeof PhoneShape>;

export const TicketShape = Type.Object({
  id: figure('Phone ID'),
  url: words('Opened on the phone it pairs it, once; shown here only, as a QR code or a link'),
  qrCode: words('The same as a QR code, in SVG'),
  expiresAt: words('Until when it can be used'),
});

export const phoneInPath = idInPath('Phone ID');

export function phoneDTO(phone: SeenPhone): PhoneShape {
  const { id, makerId, name, fields, timeZone, silentAfterMs, requisites } = phone;
  return {
    id,
    makerId,
    name,
    status: statusOf(phone),
    fields,
    timeZone,
    silentAfterSeconds: silentAfterMs / 1000,
    silentSince: timestampOrNull(phone.silentSince),
    lastSeenAt: timestampOrNull(phone.lastSeenAt),
    pairedAt: timestampOrNull(phone.pairedAt),
    createdAt: formatTimestamp(phone.createdAt),
    requisites,
  };
}

function statusOf({ revokedAt, pairedAt, silentSince }: SeenPhone): keyof typeof phoneStatuses {
  if (revokedAt !== null) return 'revoked';
  if (pairedAt === null) return 'waiting';
  return silentSince === null ? 'heard' : 'silent';
}

/** As it is now. */
export async function readPhone({ context, actor }: OperatorCall, id: number): Promise<PhoneShape> {
  const makerId = actor.role === 'maker' ? actor.makerId : null;
  const [phone] = await listPhones(context.pool, { makerId, id });
  if (phone === undefined) throw new AppError('not_found');
  return phoneDTO(phone);
}

/** Behind the mark, which browsers do not send: the ticket is in no log of a server on the way. */
export async function ticketDTO(
  { context }: OperatorCall,
  { id, ticket, ticketUntil }: { readonly id: number; readonly ticket: string; readonly ticketUntil: number },
) {
  const url = `${context.publicUrl()}${pairingPath(ticket)}`;
  const qrCode = await toQrCode(url, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  return { id, url, qrCode, expiresAt: formatTimestamp(ticketUntil) };
}

export const examplePhone: PhoneShape = {
  id: 3,
  makerId: 1,
  name: 'Pixel on the shelf',
  status: 'heard',
  fields: {},
  timeZone: 'Europe/Moscow',
  silentAfterSeconds: 120,
  silentSince: null,
  lastSeenAt: at('12:06:30'),
  pairedAt: at('11:00:00'),
  createdAt: at('10:58:00'),
  requisites: [{ requisiteId: 1, digits: ['4821'] }],
};

export const exampleTicket = {
  id: 3,
  url: `${exampleUrl}/console/pair#the-ticket-of-the-phone`,
  qrCode: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 37 37"></svg>',
  expiresAt: at('12:10:00'),
};
