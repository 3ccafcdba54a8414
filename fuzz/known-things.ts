import { demoSecrets } from '../src/domain/installation/demo-secrets.ts';
import { totpCode, totpStep } from '../src/domain/people/totp.ts';
import type { SeededRandom } from '../src/world/seeded-random.ts';
import type { Operation } from './operations.ts';
import { pick } from './values.ts';

/** How many of a kind are remembered: the newest, which are most likely to be open still. */
const perKindMax = 100;

/**
 * What answers have told of: IDs by the word before them in a path. A fuzz that asks for what is not there would test little but
 * the look-up.
 */
export class KnownThings {
  readonly #idsByKind = new Map<string, string[]>();
  readonly #now: () => number;

  /** Codes of an authenticator are those of its clock. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** An ID for this place of a path; null when none is known. */
  param(random: SeededRandom, { path }: Operation, name: string): string | null {
    const [before = ''] = path.split(`/:${name}`);
    const ids = this.#idsByKind.get(before.slice(before.lastIndexOf('/') + 1)) ?? [];
    return ids.length === 0 ? null : pick(random, ids);
  }

  learn({ path }: Operation, answer: unknown): void {
    const segments = path.split('/').slice(3);
    const [kind = ''] = segments;
    // What an act on one of them answers is one of them; what lies below it, as in /stores/:id/keys, is of another kind.
    const below = segments.length > 2 && !segments.at(-1)?.startsWith(':') ? (segments.at(-1) ?? kind) : kind;
    for (const one of listOf(answer)) {
      this.#add(below, one.id);
      this.#add(kind, one.id);
      for (const [field, ids] of Object.entries(one)) {
        const [, named] = /^(\w+)Id$/.exec(field) ?? [];
        if (named !== undefined) this.#add(`${named}s`, ids);
      }
      for (const deal of listOf(one.deals)) this.#add('deals', deal.id);
      if (one.type === 'out') this.#add('payouts', one.id);
    }
  }

  /** The body with IDs that are known, and with what has to differ from one request to the next. */
  filled<Value>(random: SeededRandom, value: Value): Value {
    if (Array.isArray(value)) return value.map((one) => this.filled(random, one)) as Value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, this.#field(random, name, inner)]),
    ) as Value;
  }

  #field(random: SeededRandom, name: string, value: unknown): unknown {
    const [, kind] = /^(\w+)Id$/.exec(name) ?? [];
    const ids = this.#idsByKind.get(`${kind}s`) ?? [];
    if (ids.length > 0 && kind !== 'account') {
      const id = pick(random, ids);
      return typeof value === 'number' ? Number(id) : id;
    }
    if (name === 'internalId') return `order-${random.between(1, 100_000)}`;
    if (name === 'code2FA') return totpCode(demoSecrets.totpSeed, totpStep(this.#now()));
    if (name === 'amount' && typeof value === 'string')
      return `${random.between(100, 9_000)}.${random.between(10, 99)}`;
    // Nobody is called but this machine, on a port where nobody listens.
    if (/url$/i.test(name) && typeof value === 'string') return value.replace(/\/\/[^/]+/, '//127.0.0.1:9');
    return this.filled(random, value);
  }

  #add(kind: string, id: unknown): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const ids = this.#idsByKind.get(kind) ?? [];
    if (ids.includes(String(id))) return;
    ids.push(String(id));
    if (ids.length > perKindMax) ids.shift();
    this.#idsByKind.set(kind, ids);
  }
}

interface Thing {
  readonly id?: unknown;
  readonly type?: unknown;
  readonly deals?: unknown;
}

function listOf(answer: unknown): readonly Thing[] {
  if (Array.isArray(answer)) return answer.filter((one): one is Thing => typeof one === 'object' && one !== null);
  if (typeof answer !== 'object' || answer === null) return [];
  return 'items' in answer ? listOf(answer.items) : [answer];
}
