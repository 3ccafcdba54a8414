import type { Instant } from '../text/timestamp.ts';
import type { BoundToken } from './token.ts';

export const roles = { operator: 'operator', maker: 'maker', merchant: 'merchant' } as const;
export type Role = keyof typeof roles;

/** Who does something. A maker and a merchant act only on what is theirs. */
export interface Actor {
  /** Null for the command line and the service itself. */
  readonly userId: number | null;
  /** The login, or who else it was: `cli`, `service`. */
  readonly name: string;
  readonly role: Role;
  readonly makerId: number | null;
  readonly merchantId: number | null;
  /** Of a script: the bounds of the token that it has shown. */
  readonly token?: BoundToken;
}

/** Who acts, why and when: what every act is written down with. */
export interface ByWhom {
  readonly actor: Actor;
  readonly reason: string;
  readonly at: Instant;
  /**
   * Of an act that is dangerous only sometimes: whether the person has just shown to be there. A script can be asked for no proof:
   * it can make the request for a second person, and nothing else. Absent: the endpoint has seen to it.
   */
  readonly presence?: 'shown' | 'not_shown' | 'script';
}

/** One entry of the audit log: who did what to what, and why. */
export interface AuditEntry {
  readonly at: Instant;
  readonly actor: Actor;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly reason: string;
  readonly details: Readonly<Record<string, string | number | boolean | null>> | null;
}

/** A person with access to the command line may do everything. */
export const cliActor: Actor = { userId: null, name: 'cli', role: 'operator', makerId: null, merchantId: null };

export const serviceActor: Actor = {
  userId: null,
  name: 'service',
  role: 'operator',
  makerId: null,
  merchantId: null,
};

/** The sandbox itself, which plays the fate that an amount has chosen. */
export const sandboxActor: Actor = {
  userId: null,
  name: 'sandbox',
  role: 'operator',
  makerId: null,
  merchantId: null,
};

/** A phone speaks for its maker: its messages cost that maker alone. No login has a space. */
export function phoneActor({ id, makerId }: { readonly id: number; readonly makerId: number }): Actor {
  return { userId: null, name: `phone ${id}`, role: 'maker', makerId, merchantId: null };
}
const phoneName = /^phone \d+$/;

/** Parties without a login. */
const voices: ReadonlySet<string> = new Set(['merchant', 'payer', serviceActor.name, sandboxActor.name]);

/** The names that logs and timelines use for parties without a login and for roles: a user of such a name would be taken for them. */
const reservedNames: ReadonlySet<string> = new Set([...voices, cliActor.name, 'system', ...Object.keys(roles)]);

/** Not for a new user. Those who had such a login before keep it. */
export function isReservedName(login: string): boolean {
  return reservedNames.has(login);
}

/**
 * The author of something as a merchant or a maker sees it: their own people by login, all others by role. A merchant does not
 * learn which maker is behind a payment or which operator decided about it, nor does a maker learn of operators. A name that no
 * user has is an operator's: the command line's, or a program's.
 */
export function authorFor(reader: 'maker' | 'merchant', name: string, role: Role | undefined): string {
  const isPhone = phoneName.test(name);
  if (role === reader || (isPhone && reader === 'maker')) return name;
  if (isPhone) return 'maker';
  return role ?? (voices.has(name) ? name : 'operator');
}

/**
 * Whether a merchant is shown this name (`authorFor`) for somebody of its own side: its people, its program, its payers. The
 * papers of others are for those who decide.
 */
export function isOfMerchantsSide(shown: string): boolean {
  return !otherSides.has(shown);
}
const otherSides: ReadonlySet<string> = new Set([roles.operator, roles.maker, serviceActor.name, sandboxActor.name]);
