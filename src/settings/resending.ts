import type { ByWhom } from '../domain/audit.ts';
import type { Instant } from '../domain/timestamp.ts';
import {
  failedChunkMax,
  resendFailedNotifications,
  resendNotification,
  resendOwnFailedNotifications,
  resendOwnNotification,
  type Wanted,
} from './resend-notifications.ts';
import type { Settings } from './settings.ts';

/** What people and merchants' programs ask for about deliveries; for a program `by` is null. */
export class Resending {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async resend(wanted: Wanted, at: Instant, by: ByWhom | null): Promise<void> {
    if (by === null) await this.#settings.routine(resendOwnNotification, wanted, at);
    else await this.#settings.run(resendNotification, wanted, by);
  }

  /** Everything of a store that was given up since then, so many at a time. Says how many. */
  async resendFailed(storeId: number, since: Instant, at: Instant, by: ByWhom | null): Promise<number> {
    const wish = { storeId, since, until: at };
    let count = 0;
    for (let found = failedChunkMax; found === failedChunkMax; count += found) {
      found =
        by === null
          ? await this.#settings.routine(resendOwnFailedNotifications, wish, at)
          : await this.#settings.run(resendFailedNotifications, wish, by);
    }
    return count;
  }
}
