import type { Mode } from '../domain/installation/mode.ts';
import { retryPausesMs } from '../domain/notifications/delivery.ts';
import { quote, readChoice, readInteger, readMilliseconds, readText, type Settings } from './values.ts';

const hourMs = 3_600_000;

export function readNotify(settings: Settings, mode: Mode) {
  const hours = (key: string, fallback: number) =>
    readInteger(settings, key, { fallback, min: 1, max: 24 * 3650, unit: 'hours' }) * hourMs;
  const connections = { fallback: 16, min: 1, max: 256, unit: 'connections to one receiver' };
  const inHand = { fallback: 2000, min: 10, max: 100_000, unit: 'notifications' };
  const privateDefault = mode === 'sandbox' ? 'allowed' : 'refused';
  return {
    timeoutMs: readMilliseconds(settings, 'NOTIFY_TIMEOUT_MS', 10_000, [100, 60_000]),
    connectionsPerReceiver: readInteger(settings, 'NOTIFY_CONNECTIONS', connections),
    inHandMax: readInteger(settings, 'NOTIFY_IN_HAND_MAX', inHand),
    retryPausesMs: readPauses(settings, 'NOTIFY_RETRY_PAUSES_MS'),
    /** After how long without success a receiver is paused. */
    pauseAfterMs: hours('NOTIFY_PAUSE_AFTER_HOURS', 120),
    /** How long the delivery log is kept. */
    logKeptMs: hours('NOTIFY_LOG_HOURS', 30 * 24),
    allowsPrivate: readChoice(settings, 'NOTIFY_PRIVATE', ['allowed', 'refused'], privateDefault) === 'allowed',
  };
}

/** Milliseconds, separated by commas. */
function readPauses(settings: Settings, key: string): readonly number[] {
  const text = readText(settings, key);
  if (text === null) return retryPausesMs;
  const pauses = text.split(',').map((part) => (/^\s*\d{1,9}\s*$/.test(part) ? Number(part) : Number.NaN));
  if (pauses.length <= 100 && !pauses.some(Number.isNaN)) return pauses;
  settings.faults.push(`${key} is ${quote(text)}; give up to 100 pauses in milliseconds, separated by commas.`);
  return retryPausesMs;
}
