import type { Arrival } from '../../src/domain/arrivals/arrival.ts';
import type { Instant } from '../../src/domain/text/timestamp.ts';
import type { StoreSum } from '../../src/domain/withdrawals/withdrawal.ts';
import type { IntentLaws } from '../laws/cause-laws.ts';
import type { Network } from '../network.ts';
import type { Plan } from '../plan.ts';
import type { Random } from '../random.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { Timeline } from '../timeline.ts';
import type { Bank, Line } from './bank.ts';
import type { Staff } from './staff.ts';

/** What the interface reads about people and sums before an act on a withdrawal is decided. */
export interface FactsBefore {
  readonly trustedSince: Instant;
  readonly ofDay: readonly StoreSum[];
  readonly isAgreed: boolean;
}

/** What people see of the world, and of each other. */
export interface Surroundings {
  readonly plan: Plan;
  readonly timeline: Timeline;
  readonly store: MemoryStore;
  readonly network: Network;
  readonly bank: Bank;
  readonly intents: IntentLaws;
  readonly staff: Staff;
  readonly makers: { isLiar(makerId: number): boolean; hasPhone(makerId: number): boolean };
  readonly statements: {
    readonly laws: { isSpent(arrival: Arrival): boolean };
    arrived(line: Line, makerId: number): boolean;
  };
  readonly operators: {
    lookAfter(random: Random, invoiceId: string): void;
    findLateMoney(random: Random, dealId: string): void;
    evidence(random: Random, invoiceId: string): void;
  };
  /** Later, on the grid that people move on. */
  soon(random: Random, soonestMs: number, latestMs: number, run: () => void): void;
  newId(random: Random): string;
  count(what: string): void;
  knownAs(invoiceId: string, kind: string): void;
  judge(check: () => void): void;
  settle(): void;
  readBefore(facts: FactsBefore): FactsBefore;
}
