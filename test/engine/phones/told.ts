import type pg from 'pg';
import { expect } from 'vitest';
import type { Posted, TrueTransfer } from './message-world.ts';

interface Outcome {
  readonly outcome: string;
  readonly reason: string | null;
  readonly arrivalId: string | null;
  readonly status: 'matched' | 'held' | 'returned' | null;
  readonly dealId: string | null;
  readonly amount: bigint | null;
}

/** Of every message, in the order in which they were posted. */
export async function readOutcomes(pool: pg.Pool): Promise<readonly Outcome[]> {
  const { rows } = await pool.query(
    `select o.outcome, o.reason, o.arrival_id as "arrivalId", a.status, a.deal_id as "dealId", a.amount
     from phone_messages m left join message_outcomes o on o.message_id = m.id
     left join arrivals a on a.id = o.arrival_id order by m.id`,
  );
  return rows;
}

/** What was posted beside what became of it. */
export class Told {
  readonly #all: readonly { readonly posted: Posted; readonly became: Outcome }[];

  constructor(posted: readonly Posted[], outcomes: readonly Outcome[]) {
    expect(outcomes).toHaveLength(posted.length);
    this.#all = posted.map((one, index) => ({ posted: one, became: outcomes[index] as Outcome }));
  }

  check(): void {
    expect(this.#all.filter(({ became }) => became.outcome === null)).toEqual([]);
    for (const [transfer, became] of this.#byTransfer()) this.#checkTransfer(transfer, became);
    for (const { posted, became } of this.#all) {
      if (posted.label.kind === 'true') {
        expect(became.outcome, text(posted)).not.toBe('stopped');
      } else {
        // A lie may be an arrival that is held for a person; it never pays anything.
        expect(became.outcome, text(posted)).not.toBe('settled');
        expect(became.status, text(posted)).not.toBe('matched');
      }
    }
    const settled = this.#all.filter(({ became }) => became.outcome === 'settled');
    const deals = settled.map(({ became }) => became.dealId);
    expect(new Set(deals).size).toBe(deals.length);
    // Else nothing was tried: most of what can be known is settled without a person.
    expect(settled.length * 2).toBeGreaterThan(this.#byTransfer().size);
  }

  get summary(): string {
    const counts = new Map<string, number>();
    for (const { posted, became } of this.#all) {
      const name = `${posted.label.kind}: ${became.outcome}${became.outcome === 'held' ? ` ${became.reason}` : ''}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const sorted = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
    return sorted.map(([name, count]) => `${name} ${count}`).join(', ');
  }

  /** Once in the books, with its own sum and for its own deal; or, if it is not, somebody is asked. */
  #checkTransfer(transfer: TrueTransfer, became: readonly Outcome[]): void {
    const about = JSON.stringify(
      { transfer: { ...transfer, account: transfer.account.requisiteId }, became },
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
    const arrivals = new Set(became.flatMap(({ arrivalId }) => arrivalId ?? []));
    expect(arrivals.size, about).toBeLessThanOrEqual(1);
    const isAsked = became.some(({ outcome }) => ['held', 'unread', 'ambiguous'].includes(outcome));
    if (arrivals.size === 0) expect(isAsked, about).toBe(true);
    for (const one of became) {
      if (one.arrivalId !== null) expect(one.amount, about).toBe(transfer.amountMinor);
      if (one.outcome === 'settled') expect(one.dealId, about).toBe(transfer.dealId);
    }
  }

  #byTransfer(): Map<TrueTransfer, Outcome[]> {
    const byTransfer = new Map<TrueTransfer, Outcome[]>();
    for (const { posted, became } of this.#all) {
      if (posted.label.kind !== 'true') continue;
      const { transfer } = posted.label;
      byTransfer.set(transfer, [...(byTransfer.get(transfer) ?? []), became]);
    }
    return byTransfer;
  }
}

function text({ label, body }: Posted): string {
  return `${label.kind}: ${JSON.stringify(body)}`;
}
