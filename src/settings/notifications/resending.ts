import type { ByWhom } from '../../domain/people/audit.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { beginOfLine, lockedRowsMax, type PlaceInLine } from '../../storage/settings/notifications/resending.ts';
import type { Settings } from '../settings.ts';
import {
  resendFailedNotifications,
  resendNotification,
  resendOwnFailedNotifications,
  resendOwnNotification,
  type Wanted,
} from './resend-notifications.ts';
import { hurryReceiver, resumeReceiver } from './resume-receiver.ts';

/** A million rows. Whatever is behind them is sent at its own time, most of it at once: it has been due for long. */
const hurriedPartsMax = 1_000;

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
    for (let found = lockedRowsMax; found === lockedRowsMax; count += found) {
      found =
        by === null
          ? await this.#settings.routine(resendOwnFailedNotifications, wish, at)
          : await this.#settings.run(resendFailedNotifications, wish, by);
    }
    return count;
  }

  /** A paused receiver gets notifications again, and what has piled up at once. */
  async resume(key: bigint, by: ByWhom): Promise<void> {
    await this.#settings.run(resumeReceiver, { key }, by);
    let after: PlaceInLine | null = beginOfLine;
    for (let part = 0; after !== null && part < hurriedPartsMax; part += 1) {
      // Each part has a time of its own: a mountain that is due at one instant could not be walked along by its times.
      after = await this.#settings.routine(hurryReceiver, { key, after, dueAt: by.at - part }, by.at);
    }
  }
}
