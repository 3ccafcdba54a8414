import {
  deleteOldestDevices,
  lockDevice,
  type SeenDevice,
  updateTold,
  upsertDevice,
} from '../storage/settings/devices.ts';
import { insertSession, type NewSession } from '../storage/settings/sessions.ts';
import { routineAct } from './setting-act.ts';

interface Opening {
  readonly session: NewSession;
  readonly deviceHash: string;
  /** The device has shown the cookie that it was given when it signed in before. */
  readonly isKnownDevice: boolean;
}

/** Somebody has signed in. A device that has not been there before is in the audit log, and the person's other devices are told. */
export const openSession = routineAct({
  lock: 'rows',
  load: (tx, { session, deviceHash }: Opening) => lockDevice(tx, { userId: session.userId, deviceHash }),
  decide({ session, deviceHash, isKnownDevice }, deviceId) {
    const { userId, userAgent, address, createdAt: at } = session;
    const isNew = deviceId === null && !isKnownDevice;
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
    if (isNew) await deleteOldestDevices(tx, session.userId);
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
