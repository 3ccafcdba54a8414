import { AppError } from '../../errors/app-error.ts';
import { tellAccess } from '../../storage/settings/alerts/told.ts';
import {
  deleteOldestDevices,
  lockDevice,
  type SeenDevice,
  updateTold,
  upsertDevice,
} from '../../storage/settings/people/devices.ts';
import { insertSession, type NewSession } from '../../storage/settings/people/sessions.ts';
import { lockPassword } from '../../storage/settings/people/users.ts';
import { routineAct } from '../setting-act.ts';

interface Opening {
  readonly session: NewSession;
  readonly deviceHash: string;
  /** The device has shown the cookie that it was given when it signed in before. */
  readonly isKnownDevice: boolean;
  /** Of the password that was shown; null where none was. */
  readonly passwordHash: string | null;
}

/**
 * A user has signed in. Comparing a password takes long: if it was changed in that time, which has ended all sessions, none begins
 * by the old one. A device that has not been there before is in the audit log, and the person's other devices are told.
 */
export const openSession = routineAct({
  lock: 'rows',
  async load(tx, { session: { userId }, deviceHash }: Opening) {
    const passwordHash = await lockPassword(tx, userId);
    return { passwordHash, deviceId: await lockDevice(tx, { userId, deviceHash }) };
  },
  decide({ session, deviceHash, isKnownDevice, passwordHash }, found) {
    if (passwordHash !== null && passwordHash !== found.passwordHash) throw new AppError('sign_in_failed');
    const { userId, userAgent, address, createdAt: at } = session;
    const isNew = found.deviceId === null && !isKnownDevice;
    const device: SeenDevice = { userId, deviceHash, userAgent, address, at };
    const noticed = {
      action: 'notice-device',
      subjectKind: 'user',
      subjectId: userId,
      details: { address, userAgent },
    };
    return { kind: 'changed', result: undefined, change: { session, device, isNew }, news: isNew ? [noticed] : [] };
  },
  async store(tx, { session, device, isNew }) {
    const deviceId = await upsertDevice(tx, device, isNew);
    await insertSession(tx, session, deviceId);
    if (!isNew) return;
    await deleteOldestDevices(tx, session.userId);
    await tellAccess(tx, { userId: session.userId, what: 'device', by: session.address, at: session.createdAt });
  },
});

/** The person has seen which devices are new, on the device of this session. */
export const hearOfDevices = routineAct({
  lock: 'rows',
  load: async (_tx, _input: { readonly sessionHash: string }) => null,
  decide: ({ sessionHash }, _rows, { at }) =>
    ({ kind: 'changed', result: undefined, change: { sessionHash, at } }) as const,
  store: (tx, { sessionHash, at }) => updateTold(tx, sessionHash, at),
});
