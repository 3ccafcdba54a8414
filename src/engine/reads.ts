import type pg from 'pg';
import type { Arrival } from '../domain/arrivals/arrival.ts';
import { type NamedInvoice, namedBy } from '../domain/invoices/repeats.ts';
import type { Instant } from '../domain/text/timestamp.ts';
import type { Withdrawal } from '../domain/withdrawals/withdrawal.ts';
import { refuseDetached, type StoresHeardOf } from '../storage/archive/whereabouts.ts';
import { orUnavailable } from '../storage/database/database-errors.ts';
import { findArrivalsOfDeals } from '../storage/reads/arrivals/arrival-reads.ts';
import {
  findByInternalId,
  findInvoiceIdOfDeal,
  findInvoices,
  type InvoiceWithDeals,
} from '../storage/reads/invoices/invoice-reads.ts';
import { findBalances, findWithdrawal } from '../storage/reads/ledger/account-reads.ts';
import { Gather } from './gather.ts';

/** Two queries at a time keep one being answered while the next gathers; more would only make the batches smaller. */
const gathering = { inFlightMax: 2, keysMax: 200 } as const;

interface InternalKey {
  readonly storeId: number;
  readonly internalId: string;
}

/** Look-ups outside a batch that many ask for at once. IDs must be well-formed UUIDs in lower case: callers check that first. */
export class Reads {
  readonly #pool: pg.Pool;
  readonly #invoices: Gather<string, InvoiceWithDeals>;
  readonly #named: Gather<InternalKey, NamedInvoice[]>;
  readonly #arrivals: Gather<string, Arrival[]>;
  readonly #clock: () => Instant;

  constructor(pool: pg.Pool, clock: () => Instant) {
    this.#clock = clock;
    this.#pool = pool;
    this.#invoices = new Gather(async (ids) => {
      const found = await orUnavailable(findInvoices(pool, [...new Set(ids)]));
      return ids.map((id) => found.get(id));
    }, gathering);
    this.#named = new Gather((keys) => orUnavailable(findByInternalId(pool, keys)), gathering);
    this.#arrivals = new Gather(async (dealIds) => {
      const found = await findArrivalsOfDeals(pool, [...new Set(dealIds)]);
      return dealIds.map((id) => found.filter(({ dealId }) => dealId === id));
    }, gathering);
  }

  /** The stores are those whose invoices the asker may hear of when they lie in a file. */
  async invoice(id: string, stores: StoresHeardOf): Promise<InvoiceWithDeals | undefined> {
    const found = await this.#invoices.get(id);
    if (found !== undefined) return found;
    const again = async () => (await this.#invoices.get(id)) ?? null;
    return (await orUnavailable(refuseDetached(this.#pool, { id, stores }, again))) ?? undefined;
  }

  /** The one that a repeat of its request would get, else the newest. */
  async invoiceNamed(key: InternalKey): Promise<InvoiceWithDeals | undefined> {
    const id = namedBy((await this.#named.get(key)) ?? [], this.#clock());
    return id === undefined ? undefined : await this.invoice(id, [key.storeId]);
  }

  async invoiceIdOfDeal(dealId: string, stores: StoresHeardOf): Promise<string | null> {
    const find = () => orUnavailable(findInvoiceIdOfDeal(this.#pool, dealId));
    return (await find()) ?? (await orUnavailable(refuseDetached(this.#pool, { id: dealId, stores }, find)));
  }

  /** The oldest first. */
  async arrivalsOf(dealId: string): Promise<readonly Arrival[]> {
    return (await this.#arrivals.get(dealId)) ?? [];
  }

  async withdrawal(id: string, storeId: number): Promise<Withdrawal | null> {
    return await orUnavailable(findWithdrawal(this.#pool, id, storeId));
  }

  async balances(accountIds: readonly number[]): Promise<Map<number, bigint>> {
    return await orUnavailable(findBalances(this.#pool, accountIds));
  }
}
