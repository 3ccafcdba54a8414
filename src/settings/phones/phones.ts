import { dangerOfMakersPhone } from '../../domain/authority/second-person.ts';
import { requireOwnMaker } from '../../domain/authority/setting-acts.ts';
import {
  isSilent,
  type MessagePart,
  messageParts,
  type PhoneRequisite,
  pairingPath,
  phoneLimits,
  phoneSecretHash,
  readDigits,
  ticketLifetimeMs,
} from '../../domain/phones/phone.ts';
import { isZone } from '../../domain/text/time-zone.ts';
import { formatTimestamp } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import { lockMaker } from '../../storage/settings/makers/makers.ts';
import {
  countPhones,
  endPhone,
  findLastSeen,
  findRequisiteOwners,
  type ListedPhone,
  lockPhone,
  phones,
  replaceRequisites,
  updatePaired,
} from '../../storage/settings/phones/phones.ts';
import { takeId } from '../../storage/settings/settings-transaction.ts';
import { changed, routineAct, settingAct, unchanged } from '../setting-act.ts';

const drawTicket = (chance: { text(bytes: number): string }) => ({ ticket: chance.text(24) });

/** A phone to be, with a ticket that is worth one token. Only the hash of it is kept; who approves an operator's sees its link. */
export const createPhone = settingAct({
  name: 'create-phone',
  draw: drawTicket,
  load: async (tx, { makerId }: { readonly makerId: number; readonly name: string }) => ({
    id: await takeId(tx, 'phones'),
    maker: await lockMaker(tx, makerId),
    count: await countPhones(tx, makerId),
  }),
  danger: (_input, _rows, { actor }) => dangerOfMakersPhone(actor),
  decide({ makerId, name }, { id, maker, count }, { actor, at, drawn: { ticket } }) {
    requireOwnMaker(actor, makerId);
    if (maker === null) throw new AppError('not_found', { field: 'makerId' });
    const limit = phoneLimits.phonesPerMaker;
    if (count >= limit) throw new AppError('too_many_phones', { limit });
    const ticketUntil = at + ticketLifetimeMs;
    const phone = { id, makerId, name, ticketHash: phoneSecretHash(ticket), ticketUntil, createdAt: at };
    const facts = { subjectKind: 'phone', subjectId: id, details: { makerId, name } };
    return changed(shownTicket(id, ticket, ticketUntil), phone, facts);
  },
  store: (tx, phone) => phones.insert(tx, phone),
});

/** Another ticket: the phone was set up anew, or the first was not used in time. The token works until the ticket is used. */
export const renewPhoneTicket = settingAct({
  name: 'create-phone-ticket',
  draw: drawTicket,
  load: (tx, { id }: { readonly id: number }) => lockPhone(tx, { id }),
  danger: (_input, _phone, { actor }) => dangerOfMakersPhone(actor),
  decide({ id }, found, { actor, at, drawn: { ticket } }) {
    const phone = requirePhone(found);
    requireOwnMaker(actor, phone.makerId);
    const ticketUntil = at + ticketLifetimeMs;
    const change = { id, ticketHash: phoneSecretHash(ticket), ticketUntil };
    const details = { until: formatTimestamp(ticketUntil) };
    return changed(shownTicket(id, ticket, ticketUntil), change, { subjectKind: 'phone', subjectId: id, details });
  },
  store: (tx, { id, ...ticket }) => phones.patch(tx, { id }, ticket),
});

function shownTicket(id: number, ticket: string, ticketUntil: number) {
  return { id, ticket, ticketUntil, secret: pairingPath(ticket) };
}

/** The phone shows its ticket and gets its token, in the answer and nowhere else. Nobody has signed in on it. */
export const pairPhone = routineAct({
  draw: (chance) => ({ token: `qd_${chance.text(32)}` }),
  load: (tx, { ticket }: { readonly ticket: string }) => lockPhone(tx, { ticketHash: phoneSecretHash(ticket) }),
  decide(_input, phone, { at, drawn: { token } }) {
    if (phone === null || phone.revokedAt !== null || phone.ticketUntil === null || phone.ticketUntil <= at) {
      throw new AppError('phone_ticket_ended', { field: 'ticket' });
    }
    const { id, name, makerId, fields } = phone;
    return {
      kind: 'changed',
      result: { id, name, makerId, fields, token },
      change: { id, tokenHash: phoneSecretHash(token), at },
      news: [{ action: 'pair-phone', subjectKind: 'phone', subjectId: id, details: { makerId, name } }],
    };
  },
  store: updatePaired,
});

interface PhoneChange {
  readonly id: number;
  readonly name?: string | undefined;
  /** Names of the parts; null or an empty text: the usual ones. */
  readonly fields?: Readonly<Partial<Record<MessagePart, string | null>>> | undefined;
  readonly timeZone?: string | undefined;
  readonly silentAfterSeconds?: number | undefined;
  readonly requisites?: readonly PhoneRequisite[] | undefined;
}

/** What is absent stays as it is. */
export const changePhone = settingAct({
  name: 'change-phone',
  load: async (tx, { id, requisites = [] }: PhoneChange) => ({
    phone: await lockPhone(tx, { id }),
    owners: await findRequisiteOwners(
      tx,
      requisites.map(({ requisiteId }) => requisiteId),
    ),
  }),
  decide(change, { phone: found, owners }, { actor }) {
    const phone = requirePhone(found);
    requireOwnMaker(actor, phone.makerId);
    const settings = changedSettings(phone, change);
    const requisites = change.requisites?.map(({ requisiteId, digits }, index) => {
      const field = `requisites.${index}.requisiteId`;
      if (change.requisites?.slice(0, index).some((one) => one.requisiteId === requisiteId)) {
        throw new AppError('requisite_twice', { field });
      }
      const owner = owners.find(({ id }) => id === requisiteId);
      if (owner?.makerId !== phone.makerId) throw new AppError('not_found', { field });
      if (owner.phoneId !== null && owner.phoneId !== phone.id) {
        throw new AppError('requisite_of_another_phone', { field, phone: owner.phone ?? '' });
      }
      return { requisiteId, digits: readDigits(digits, `requisites.${index}.digits`) };
    });
    const details = {
      name: settings.name,
      fields: JSON.stringify(settings.fields),
      timeZone: settings.timeZone,
      silentAfterSeconds: settings.silentAfterMs / 1000,
      ...(requisites === undefined ? {} : { requisites: requisites.map(({ requisiteId }) => requisiteId).join(', ') }),
    };
    const facts = { subjectKind: 'phone', subjectId: phone.id, details };
    return changed(undefined, { settings, requisites }, facts);
  },
  async store(tx, { settings, requisites }) {
    await phones.patch(tx, { id: settings.id }, settings);
    if (requisites !== undefined) await replaceRequisites(tx, settings.id, requisites);
  },
});

function changedSettings(phone: ListedPhone, change: PhoneChange) {
  const { name = phone.name, timeZone = phone.timeZone, silentAfterSeconds } = change;
  if (!isZone(timeZone)) throw new AppError('invalid_time_zone', { field: 'timeZone' });
  const fields = change.fields === undefined ? phone.fields : namedParts(change.fields);
  const silentAfterMs = silentAfterSeconds === undefined ? phone.silentAfterMs : silentAfterSeconds * 1000;
  return { id: phone.id, name, fields, timeZone, silentAfterMs };
}

function namedParts(fields: NonNullable<PhoneChange['fields']>): ListedPhone['fields'] {
  const named = messageParts.flatMap((part) => {
    const name = fields[part]?.trim() ?? '';
    return name === '' ? [] : [[part, name]];
  });
  return Object.fromEntries(named);
}

/** Its token opens nothing from now on; its messages stay, and its requisites are worked by hand again. */
export const revokePhone = settingAct({
  name: 'revoke-phone',
  load: (tx, { id }: { readonly id: number }) => lockPhone(tx, { id }),
  decide({ id }, phone, { actor, at }) {
    if (phone === null) throw new AppError('not_found');
    requireOwnMaker(actor, phone.makerId);
    if (phone.revokedAt !== null) return unchanged(undefined);
    const details = { makerId: phone.makerId, name: phone.name };
    return changed(undefined, { id, at }, { subjectKind: 'phone', subjectId: id, details });
  },
  async store(tx, { id, at }) {
    await replaceRequisites(tx, id, []);
    await endPhone(tx, id, at);
  },
});

/** Nothing was heard of a phone for longer than its limit, or it is back. Answers with what it is now. */
export const notePhoneSilence = routineAct({
  load: async (tx, { id }: { readonly id: number }) => ({
    phone: await lockPhone(tx, { id }),
    lastSeenAt: await findLastSeen(tx, id),
  }),
  decide({ id }, { phone, lastSeenAt }, { at }) {
    if (phone === null || phone.pairedAt === null || phone.revokedAt !== null) return unchanged(null);
    const { makerId, name, pairedAt } = phone;
    const silent = isSilent(phone, { lastSeenAt, pairedAt }, at);
    if (silent === (phone.silentSince !== null)) return unchanged(null);
    const heardAt = Math.max(lastSeenAt ?? pairedAt, pairedAt);
    const details = { makerId, name, heardAt: formatTimestamp(heardAt), requisites: phone.requisites.length };
    return {
      kind: 'changed',
      result: { makerId, name, isSilent: silent },
      change: { id, silentSince: silent ? heardAt : null },
      news: [{ action: silent ? 'phone-silent' : 'phone-back', subjectKind: 'phone', subjectId: id, details }],
    };
  },
  store: (tx, { id, silentSince }) => phones.patch(tx, { id }, { silentSince }),
});

function requirePhone(phone: ListedPhone | null): ListedPhone {
  if (phone === null) throw new AppError('not_found');
  if (phone.revokedAt !== null) throw new AppError('phone_revoked');
  return phone;
}
