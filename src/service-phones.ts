import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { ApiContext } from './api/context.ts';
import type { DeviceContext } from './api/devices/endpoint.ts';
import type { Config } from './config/config.ts';
import type { Catalogue } from './domain/catalogue.ts';
import type { Concern } from './domain/concerns.ts';
import type { Engine } from './engine/engine.ts';
import { PhoneInbox } from './engine/phone-inbox.ts';
import type { Metrics } from './http/metrics.ts';
import type { Settings } from './settings/settings.ts';
import type { ConcernWatch } from './storage/concern-watch.ts';
import { countOpenMessages } from './storage/reads/message-reads.ts';
import type { Lookout } from './workers/lookout.ts';
import type { Loop } from './workers/loop.ts';
import { createMessageWorker } from './workers/messages.ts';
import { createPhoneWatch } from './workers/phone-watch.ts';

interface PhoneParts {
  readonly pool: pg.Pool;
  readonly engine: Engine;
  readonly settings: Settings;
  readonly catalogue: () => Catalogue;
  readonly clock: () => number;
  readonly newId: () => string;
  readonly concerns: Pick<ConcernWatch, 'announce'>;
  readonly metrics: Metrics;
  readonly lookout: Lookout;
  readonly log: Logger;
}

/** A phone that is back gets deals again as soon as this. */
const silenceEveryMs = 1_000;

/** Where phones post, and the loops that read it and notice a phone's silence. */
export function openPhones(
  { operatorLimits }: Pick<Config, 'operatorLimits'>,
  parts: PhoneParts,
): { readonly deviceApi: Omit<DeviceContext, keyof ApiContext>; readonly workers: readonly Loop[] } {
  const { pool, metrics, log, concerns, catalogue, lookout } = parts;
  const announce = (changed: readonly Concern[]) => concerns.announce(changed);
  const reader = createMessageWorker({
    ...parts,
    newLease: randomUUID,
    read(outcome, phone) {
      metrics.countMessage(outcome.outcome);
      announce([`arrivals m${phone.makerId}`]);
      if (outcome.link !== 'broken') return;
      const { requisiteId, arrivalId } = outcome;
      log.warn(
        { phoneId: phone.id, makerId: phone.makerId, requisiteId, arrivalId },
        'a balance does not follow from the one before',
      );
    },
    failed: (err) => log.warn({ err }, 'messages of phones will be read again'),
  });
  const watch = createPhoneWatch({
    ...parts,
    told({ makerId, name, isSilent }) {
      announce([`settings m${makerId}`, 'audit o']);
      log.warn(
        { makerId, phone: name },
        isSilent ? 'a phone is silent: its requisites get no deals' : 'a phone is back',
      );
    },
    failed: (err) => log.warn({ err }, 'phones will be looked at again'),
  });
  metrics.gauge('phones_silent', 'Phones of makers that nothing is heard of', () => {
    return [...catalogue().phones.values()].filter(({ silentSince }) => silentSince !== null).length;
  });
  metrics.gauge('messages_open', 'Messages of phones that wait for a person; a thousand may be more', () =>
    countOpenMessages(pool).catch(() => Number.NaN),
  );
  const { phoneRequestsPerMinute } = operatorLimits;
  const inbox = new PhoneInbox(pool, () => reader.wake());
  const workers = [lookout.wakes(reader, 'messages'), lookout.wakes(watch, 'silence', silenceEveryMs)];
  return { deviceApi: { inbox, phoneRequestsPerMinute }, workers };
}
