import type pg from 'pg';
import { AppError } from '../errors/app-error.ts';
import { type Posting, storePostings } from '../storage/phones/phone-messages.ts';
import { Gather } from './gather.ts';

/** Two statements at a time keep one being stored while the next gathers. A body has 64 KB at most, so these are some megabytes. */
const gathering = { inFlightMax: 2, keysMax: 100 } as const;

/** Where phones post. What comes while a statement is under way is stored by the next one, all of it together. */
export class PhoneInbox {
  readonly #postings: Gather<Posting, true>;

  /** `stored` is called whenever messages have come. */
  constructor(pool: pg.Pool, stored: () => void) {
    this.#postings = new Gather(async (postings) => {
      const known = await storePostings(pool, postings);
      if (postings.some(({ messages }) => messages.length > 0)) stored();
      return postings.map(({ phoneId, tokenHash }) => (known.get(phoneId) === tokenHash ? true : undefined));
    }, gathering);
  }

  /** Answers when everything is stored. Refuses a phone that was revoked, or paired anew, a moment ago. */
  async post(posting: Posting): Promise<void> {
    if ((await this.#postings.get(posting)) === undefined) throw new AppError('unauthorized');
  }
}
