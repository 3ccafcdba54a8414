import type { Invoice } from '../../src/domain/invoices/invoice.ts';
import { storeOf } from '../../src/domain/merchants/store.ts';
import { isJump } from '../../src/domain/rates/rate-feed.ts';
import { rateJumpMaxBps, type Thief } from '../people/thief.ts';
import type { Commit, Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const tokenLaws = {
  rate: 'no deal starts with a rate that one hand has moved beyond the bound',
  requisite: 'no deal starts on a number that one hand has put in',
} as const;

/** The spreads of stores. */
const spreadMaxBps = 100;

/** What a stolen token has done, in the deals that start after it. */
export class TokenLaws implements Law {
  readonly #thief: Thief;

  constructor(thief: Thief) {
    this.#thief = thief;
  }

  committed({ store, catalogue, deals }: Commit): void {
    for (const { deal, before } of deals) {
      if (deal.type === 'out' || before !== undefined) continue;
      const isTheirs = this.#thief.isOwn(deal.requisiteId);
      mustHold(!isTheirs, tokenLaws.requisite, deal.id, () => `requisite ${deal.requisiteId}`);
      const invoice = store.invoices.get(deal.invoiceId) as Invoice;
      const pair = `${storeOf(catalogue, invoice.storeId).settlementCurrency}/${deal.currency}`;
      const held = catalogue.rates.get(pair);
      if (held === undefined || !this.#thief.isOwnRate(held)) continue;
      const agreed = this.#thief.agreedRates(pair);
      const isNear = agreed.some((rates) => !isJump(rates.in.rate, deal.rate, rateJumpMaxBps + spreadMaxBps));
      mustHold(isNear, tokenLaws.rate, deal.id, () => `${pair} at ${deal.rate}`);
    }
  }
}
