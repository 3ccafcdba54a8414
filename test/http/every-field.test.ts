import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FuzzAnswer, FuzzClient } from '../../fuzz/client.ts';
import { KnownThings } from '../../fuzz/known-things.ts';
import { goodRequest, type Place, placesOf, putAt } from '../../fuzz/make-request.ts';
import { type Operation, operations } from '../../fuzz/operations.ts';
import { type FuzzRequest, rawJson, told } from '../../fuzz/request.ts';
import { isFailure } from '../../fuzz/run-fuzz.ts';
import { fieldsOf, type Schema } from '../../fuzz/values.ts';
import { FuzzWorld, furnish } from '../../fuzz/world.ts';
import { SeededRandom } from '../../src/world/seeded-random.ts';
import { expectLawsHold } from '../support/database.ts';
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
    const sent = placesOf(base).flatMap((place) => valuesFor(operation, place).map((value) => ({ place, value })));
    const complaints: string[] = [];
    for (let first = 0; first < sent.length; first += atOnce) {
      const some = sent.slice(first, first + atOnce).map(async ({ place, value }) => {
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
