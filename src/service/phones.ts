import { randomUUID } from 'node:crypto';
import type { DeviceContext } from '../api/devices/endpoint.ts';
import { PhoneInbox } from '../engine/phone-inbox.ts';
import { countOpenMessages } from '../storage/reads/messages/message-reads.ts';
import { createMessageWorker } from '../workers/phones/messages.ts';
import { createPhoneWatch } from '../workers/phones/phone-watch.ts';
import type { Capability } from './capability.ts';
import type { Core } from './core.ts';

type PhoneApi = Pick<DeviceContext, 'inbox' | 'phoneRequestsPerMinute'>;

/** A phone that is back gets deals again as soon as this. */
const silenceEveryMs = 1_000;

/** Where phones post, and the loops that read it and notice a phone's silence. */
export function openPhones(core: Core): Capability<PhoneApi> {
  const { config, pool, engine, settings, catalogue, clock, newId, concerns, metrics, lookout, warns, log } = core;
  const reader = createMessageWorker({
    pool,
    engine,
    catalogue,
    clock,
    newId,
    newLease: randomUUID,
    read(outcome, phone) {
      metrics.countMessage(outcome.outcome);
      concerns.announce([`arrivals m${phone.makerId}`]);
      if (outcome.link !== 'broken') return;
      const { requisiteId, arrivalId } = outcome;
      log.warn(
        { phoneId: phone.id, makerId: phone.makerId, requisiteId, arrivalId },
        'a balance does not follow from the one before',
      );
    },
    failed: warns('messages of phones will be read again'),
  });
  const watch = createPhoneWatch({
    pool,
    settings,
    clock,
    told({ makerId, name, isSilent }) {
      concerns.announce([`settings m${makerId}`, 'audit o']);
      log.warn(
        { makerId, phone: name },
        isSilent ? 'a phone is silent: its requisites get no deals' : 'a phone is back',
      );
    },
    failed: warns('phones will be looked at again'),
  });
  metrics.gauge('phones_silent', 'Phones of makers that nothing is heard of', () => {
    return [...catalogue().phones.values()].filter(({ silentSince }) => silentSince !== null).length;
  });
  metrics.gauge('messages_open', 'Messages of phones that wait for a person; a thousand may be more', () =>
    countOpenMessages(pool),
  );
  const { phoneRequestsPerMinute } = config.operatorLimits;
  return {
    api: { inbox: new PhoneInbox(pool, () => reader.wake()), phoneRequestsPerMinute },
    loops: [lookout.wakes(reader, 'messages'), lookout.wakes(watch, 'silence', silenceEveryMs)],
  };
}
