import type { SeededRandom } from '../src/world/seeded-random.ts';

/** What is read of a JSON schema; typebox writes nothing else into those of requests. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly examples?: readonly unknown[];
}

/** A value that the schema allows, as far as it can tell: a pattern is met by what the field is usually like. */
export function validValue(random: SeededRandom, schema: Schema, name: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return pick(random, schema.enum);
  const branches = schema.anyOf ?? schema.allOf;
  if (branches !== undefined) return validValue(random, pick(random, branches), name);
  switch (typeOf(random, schema)) {
    case 'object':
      return validObject(random, schema);
    case 'array': {
      const least = schema.minItems ?? 0;
      const length = random.between(least, Math.min(schema.maxItems ?? 3, least + 2));
      return Array.from({ length }, () => validValue(random, schema.items ?? {}, name));
    }
    case 'boolean':
      return random.happens(0.5);
    case 'integer':
    case 'number':
      return validNumber(random, schema);
    case 'null':
      return null;
    default:
      return validText(random, schema, name);
  }
}

function validObject(random: SeededRandom, schema: Schema): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const isNeeded = schema.required?.includes(name) === true;
    if (isNeeded || random.happens(0.5)) made[name] = validValue(random, inner, name);
  }
  const [ofAnyName] = Object.values(schema.patternProperties ?? {});
  if (ofAnyName !== undefined && random.happens(0.5)) made['en'] = validValue(random, ofAnyName, 'en');
  return made;
}

function validNumber(random: SeededRandom, { minimum = 0, maximum = 1_000_000 }: Schema): number {
  // Small ones are rows that there are, the ends are what the schema promises to take.
  const small = Math.min(maximum, Math.max(minimum, random.between(1, 5)));
  return random.happens(0.7) ? small : pick(random, [minimum, maximum, random.between(minimum, maximum)]);
}

function validText(random: SeededRandom, schema: Schema, name: string): string {
  const usual = usualTexts.find(([pattern]) => pattern.test(name))?.[1];
  if (usual !== undefined && random.happens(0.9)) return pick(random, usual);
  const lengthMax = Math.min(schema.maxLength ?? 50, 5_000);
  const length = random.happens(0.1) ? lengthMax : random.between(schema.minLength ?? 1, Math.min(lengthMax, 20));
  return Array.from({ length }, () => pick(random, letters)).join('');
}

const letters = [...'abcdefghijklmnopqrstuvwxyzABCZ0123456789-_. Ёжик'];

/** By the name of a field: what it usually holds. Addresses lead to this machine alone. */
const usualTexts: readonly (readonly [RegExp, readonly string[]])[] = [
  [/url$/i, ['', 'http://127.0.0.1:9/', 'https://127.0.0.1:9/x?y=1']],
  [/origins?$/i, ['https://shop.example', 'http://127.0.0.1:9']],
  [/currency$|^currencies$/i, ['RUB', 'USDT', 'KZT']],
  [/^(since|from|to|arrivedAt)$/, ['2026-11-15T00:00:00Z', '2020-01-01T00:00:00+03:00']],
  [/amount|sum|min$|max$|above$|fixed$/i, ['1', '100.00', '1000.00', '5000', '0.01']],
  [/rate$/i, ['95.50', '93.5']],
  [/network/i, ['TRC20']],
  [/paymentOption|^option/i, ['SBP', 'TO_CARD', 'TO_ACCOUNT', 'SBP_QR']],
  [/paymentMethod|bank/i, ['sberbank', 'tinkoff', 'alfabank', 'unknown']],
  [/code2FA|^code$/, ['000000', '123456']],
  [/address/i, ['TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7']],
  [/requisites$|number/i, ['2200000000000004', '+79000000001']],
  [/login/i, ['operator', 'maker', 'merchant', 'anna', 'boris']],
  [/password/i, ['a long pass phrase', 'another long pass phrase']],
  [/colour/i, ['#0a7cff']],
  [/language/i, ['en', 'ru']],
  [/zone/i, ['UTC', 'Europe/Moscow']],
  [/hash|txId|transaction/i, ['7c2d4206c03a883b9066d6c0a31f4bd1c9a5b1e4f0d6a8c7e2b39f5d1046ea8b']],
];

function typeOf(random: SeededRandom, { type, properties }: Schema): string {
  if (type === undefined) return properties === undefined ? 'string' : 'object';
  return typeof type === 'string' ? type : pick(random, type);
}

export function pick<Item>(random: SeededRandom, items: readonly Item[]): Item {
  const item = items[random.between(0, items.length - 1)];
  if (item === undefined && items.length === 0) throw new Error('there is nothing to pick from');
  return item as Item;
}

/** Where in a body a field is. */
export type Path = readonly (string | number)[];

/** Every place in a value, inner ones included, the value itself left out. */
export function placesIn(value: unknown, before: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...before, Array.isArray(value) ? Number(key) : key];
    return [path, ...placesIn(inner, path)];
  });
}

/** Every field that a schema names, inner ones included; of arrays the first item. */
export function fieldsOf(schema: Schema, before: Path = []): readonly { path: Path; schema: Schema }[] {
  const whole = [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  return whole.flatMap((one) => [
    ...Object.entries(one.properties ?? {}).flatMap(([name, inner]) => {
      const path = [...before, name];
      return [{ path, schema: inner }, ...fieldsOf(inner, path)];
    }),
    ...(one.items === undefined ? [] : fieldsWithin(one.items, [...before, 0])),
    ...Object.values(one.patternProperties ?? {}).flatMap((inner) => fieldsWithin(inner, [...before, 'en'])),
  ]);
}

function fieldsWithin(schema: Schema, path: Path): readonly { path: Path; schema: Schema }[] {
  return [{ path, schema }, ...fieldsOf(schema, path)];
}

/** The value with another one at this place; what is missing on the way there is made. */
export function withValue(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put;
  if (typeof key === 'number') {
    const items: unknown[] = Array.isArray(value) ? [...value] : [];
    items[key] = withValue(items[key], rest, put);
    return items;
  }
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  // Not by a plain assignment: `__proto__` has to be a field like any other.
  const inner = withValue((fields as Readonly<Record<string, unknown>>)[key], rest, put);
  return Object.fromEntries([...Object.entries(fields).filter(([name]) => name !== key), [key, inner]]);
}

/** The value without what is at this place. */
export function withoutValue(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return value;
  if (rest.length === 0) {
    if (Array.isArray(value)) return value.filter((_, index) => index !== key);
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  }
  return withValue(value, [key], withoutValue((value as Readonly<Record<string, unknown>>)[key], rest));
}
