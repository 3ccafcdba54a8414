import type { Actor } from '../../src/domain/people/audit.ts';
import type { Instant } from '../../src/domain/text/timestamp.ts';

/** Who acts: two operators, since some acts need two people, a crook and those it makes up, and a person for each maker. */
export function operator(userId: number): Actor {
  return { userId, name: `operator-${userId}`, role: 'operator', makerId: null, merchantId: null };
}

export const crookId = 3;
/** Whose token was stolen. */
export const tokenOwnerId = 4;
const firstStrawMan = 1_000;

export function makerPerson(makerId: number): Actor {
  return { userId: 10 + makerId, name: `maker-${makerId}`, role: 'maker', makerId, merchantId: null };
}

export function merchantPerson(merchantId: number): Actor {
  return { userId: 50 + merchantId, name: `merchant-${merchantId}`, role: 'merchant', makerId: null, merchantId };
}

/** Whether two operators agree that the service bears what is missing: half of the times, and always so for one decision. */
export function borneBy(decisionId: string): { readonly lossMax: string | null } {
  return { lossMax: Number.parseInt(decisionId.slice(-4, -2), 16) < 128 ? '1000000000000000' : null };
}

/** What is true about the operators, whatever the service believes. */
export class Staff {
  /** Since when somebody made up has had an account; all others were there before everything. */
  readonly #madeAt = new Map<number, Instant>();
  /** Withdrawals of which two people are sure that the network does not have them. */
  readonly #agreed = new Set<string>();

  makeUp(now: Instant): number {
    const userId = firstStrawMan + this.#madeAt.size;
    this.#madeAt.set(userId, now);
    return userId;
  }

  madeAt(userId: number): Instant {
    return this.#madeAt.get(userId) ?? 0;
  }

  agree(withdrawalId: string): void {
    this.#agreed.add(withdrawalId);
  }

  isAgreed(withdrawalId: string): boolean {
    return this.#agreed.has(withdrawalId);
  }
}
