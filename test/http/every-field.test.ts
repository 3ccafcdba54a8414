import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FuzzAnswer, FuzzClient } from '../../fuzz/client.ts';
import { KnownThings } from '../../fuzz/known-things.ts';
import { goodRequest, type Place, placesOf, putAt } from '../../fuzz/make-request.ts';
import { type Operation, operations } from '../../fuzz/operations.ts';
import { bytesOf, type FuzzRequest, rawJson, told } from '../../fuzz/request.ts';
import { isFailure } from '../../fuzz/run-fuzz.ts';
import { fieldsOf, type Schema } from '../../fuzz/values.ts';
import { FuzzWorld, furnish } from '../../fuzz/world.ts';
import { SeededRandom } from '../../src/world/seeded-random.ts';
import { expectLawsHold } from '../support/database.ts';
import { refusalsOfBody, spoken } from '../support/refused-fields.ts';
import { startTestService, type TestService } from '../support/service.ts';

/**
 * Every field of every operation, one at a time, with values that the database or the language would refuse. The fields come
 * from the descriptions, so a new one is here by being described.
 */
let service: TestService;
let client: FuzzClient;
let world: FuzzWorld;
const known = new KnownThings();

beforeAll(async () => {
  service = await startTestService({ NOTIFY_TIMEOUT_MS: '1000' });
  client = new FuzzClient(service.url);
  world = await FuzzWorld.open(service.db.pool);
  await furnish(client, known);
});
afterAll(async () => {
  client.close();
  await expectLawsHold(service.db.pool);
  await service.stop();
});

/** The first one cannot be stored anywhere; the others are extremes of what a field may be. */
const half = 'half a character \ud800';
const nothing = 'no\0thing';
const ofText = [half, nothing, '+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '92233720368547758.08'];
const ofNumbers = [half, 2 ** 31, 1e308, rawJson('1e400')];

const atOnce = 8;

/** One answer names no more than twenty fields. */
const namedMax = 15;

/** As its example has it, where it has one: with what is in the way of nothing else. */
function good(operation: Operation): FuzzRequest {
  const made = goodRequest(new SeededRandom(7), operation, known);
  const query = made.query.filter(([name]) => operation.query?.[name]?.isRequired === true);
  const example = operation.body.kind === 'json' ? operation.body.examples[0] : undefined;
  const body = example === undefined ? made.body : ({ kind: 'json', value: example } as const);
  return { ...made, query, body };
}

it.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s takes or refuses every value of every field',
  async (_, operation) => {
    await world.repair();
    const base = good(operation);
    // Where the good one is refused, too, what else is wrong with it may be said first.
    const isGood = (await client.send(base)).status === 200;
    const all = eachPlaceOf(base).flatMap((place) => valuesFor(operation, place).map((value) => ({ place, value })));
    const complaints = all.flatMap((one) => unnamedByShape(base, one));
    const reaching = all.filter(({ place, value }) => saidByShape(base, place, value).length === 0);
    // Those that the door refuses are named together.
    const [ofDoor, alone] = split(reaching, ({ place, value }) => place.in === 'body' && isUnstorable(value));
    for (const value of [half, nothing]) {
      const places = ofDoor.filter((one) => one.value === value).map(({ place }) => place);
      for (let first = 0; first < places.length; first += namedMax) {
        const some = places.slice(first, first + namedMax);
        const request = some.reduce((made, place) => putAt(made, place, value), base);
        const answer = await client.send(request);
        const isWrong = isFailure(answer) || !some.every((place) => isRefused(place, answer, true));
        if (isWrong) complaints.push(`${answer.status} ${answer.text}: ${told(request)}`);
      }
    }
    for (let first = 0; first < alone.length; first += atOnce) {
      const some = alone.slice(first, first + atOnce).map(async ({ place, value }) => {
        const request = putAt(base, place, value);
        const answer = await client.send(request);
        const isTaken = value === unstorable(place) && !isRefused(place, answer, isGood);
        const isWrong = isFailure(answer) || isTaken;
        if (isWrong) complaints.push(`${answer.status} ${answer.text}: ${told(request)}`);
      });
      await Promise.all(some);
    }
    expect(complaints).toEqual([]);
  },
);

/** Once each: an example names places that the description names, too. */
function eachPlaceOf(base: FuzzRequest): readonly Place[] {
  return [...new Map(placesOf(base).map((place) => [`${place.in} ${nameOf(place)}`, place])).values()];
}

interface Spoiled {
  readonly place: Place;
  readonly value: unknown;
}

/** A body that its shape refuses goes no further: that each operation then says so is seen once for each, below. */
function saidByShape(base: FuzzRequest, place: Place, value: unknown): readonly string[] {
  const { operation } = base;
  if (place.in !== 'body' || operation.body.kind !== 'json') return [];
  return refusalsOfBody(operation, JSON.parse(bytesOf(putAt(base, place, value)).bytes.toString('utf8')));
}

function unnamedByShape(base: FuzzRequest, { place, value }: Spoiled): readonly string[] {
  const said = saidByShape(base, place, value);
  if (value !== half || said.length === 0) return [];
  const [outer = ''] = nameOf(place).split('.');
  const isNamed = said.some((one) => one.endsWith(` ${nameOf(place)}`) || one.includes(` ${outer}.`));
  return isNamed ? [] : [`${said.join(', ')} does not name ${nameOf(place)}`];
}

function isUnstorable(value: unknown): boolean {
  return value === half || value === nothing;
}

function split<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): readonly [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** One field of each: what a schema says of the others is read without a service, in `src/api/refused-fields.test.ts`. */
const withFields = operations.flatMap((operation) => {
  if (operation.body.kind !== 'json') return [];
  const [place] = fieldsOf(operation.body.schema as Schema).filter(({ schema }) => schema.type !== undefined);
  return place === undefined ? [] : [[operation.operationId, operation, place.path] as const];
});

it.each(withFields)(
  '%s says over HTTP what is wrong with a field, by its code and name',
  async (_, operation, path) => {
    const base = good(operation);
    const request = putAt(base, { in: 'body', path }, [[]]);
    const expected = refusalsOfBody(operation, request.body.kind === 'json' ? request.body.value : null);
    const { status, json } = await client.send(request);
    expect(expected.join()).toContain(` ${path.join('.')}`);
    expect({ status, said: (json as Parameters<typeof spoken>[0][]).map(spoken) }).toEqual({
      status: 400,
      said: expected,
    });
  },
);

it('finds fields in every part of a request', () => {
  const places = operations.flatMap((operation) => placesOf(good(operation)));
  for (const where of ['params', 'query', 'header', 'body', 'form'] as const) {
    expect(places.filter((place) => place.in === where).length).toBeGreaterThan(10);
  }
});

function valuesFor({ body }: Operation, place: Place): readonly unknown[] {
  if (place.in !== 'body' || body.kind !== 'json') return ofText;
  const name = nameOf(place);
  const { type } = fieldsOf(body.schema as Schema).find(({ path }) => path.join('.') === name)?.schema ?? {};
  return [type].flat().some((one) => one === 'integer' || one === 'number') ? ofNumbers : ofText;
}

/** In an address half a character cannot be spelled: its bytes are no UTF-8, and stay the harmless letters that they are. */
function unstorable(place: Place): string {
  return place.in === 'query' || place.in === 'params' ? nothing : half;
}

/** What somebody typed is refused by the name of the field; in a path it is not found; a file's name is mended. */
function isRefused(place: Place, { status, json }: FuzzAnswer, isGood: boolean): boolean {
  if (place.in === 'header' || (place.in === 'form' && place.name === 'attachment')) return true;
  if (status < 400 || !Array.isArray(json)) return false;
  const faults = json as readonly { readonly code: string; readonly field?: string }[];
  // Where it is within something that the example leaves out, other parts of that are missed as well.
  const [outer = ''] = nameOf(place).split('.');
  const isNamed = faults.some(({ field = '' }) => field === nameOf(place) || field.startsWith(`${outer}.`));
  if (place.in === 'params') return faults.some(({ code }) => code === 'not_found');
  return isNamed || !isGood;
}

function nameOf(place: Place): string {
  return place.in === 'body' ? place.path.join('.') : place.name;
}
