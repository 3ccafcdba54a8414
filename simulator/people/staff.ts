import type { Actor } from '../../src/domain/audit.ts';

/** Who acts: two operators, since some acts need two people, and a person for each maker. */
export function operator(userId: 1 | 2): Actor {
  return { userId, name: `operator-${userId}`, role: 'operator', makerId: null, merchantId: null };
}

export function makerPerson(makerId: number): Actor {
  return { userId: 10 + makerId, name: `maker-${makerId}`, role: 'maker', makerId, merchantId: null };
}

export function merchantPerson(merchantId: number): Actor {
  return { userId: 50 + merchantId, name: `merchant-${merchantId}`, role: 'merchant', makerId: null, merchantId };
}
