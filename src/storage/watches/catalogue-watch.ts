import { Channel } from '../database/channel.ts';

/**
 * Calls back when somebody changes the catalogue, in this process or another. It only saves time: every batch compares
 * versions anyway. After a lost connection it listens anew and calls back once, because a change may have been missed.
 */
export function watchCatalogue(connectionString: () => string, changed: () => void): Channel {
  const channel = new Channel(connectionString);
  channel.add({ name: 'quittance_catalogue', heard: changed, listening: changed });
  return channel;
}
