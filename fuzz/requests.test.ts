import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../src/world/seeded-random.ts';
import { KnownThings } from './known-things.ts';
import { goodRequest, makeRequest } from './make-request.ts';
import { operations } from './operations.ts';
import { readOptions } from './options.ts';
import { bytesOf, type FuzzRequest, pathOf, rawJson } from './request.ts';
import { shrink } from './run-fuzz.ts';

// The clock stands: two equal requests must not differ by their codes.
const known = new KnownThings(() => Date.UTC(2026, 10, 14));
const operationOf = (id: string) => {
  const operation = operations.find(({ operationId }) => operationId === id);
  if (operation === undefined) throw new Error(`there is no ${id}`);
  return operation;
};

describe('requests of the fuzz', () => {
  it('are the same for the same seed, and others for another', () => {
    const made = (seed: number) =>
      operations.map((operation, index) => {
        const { kind, request } = makeRequest(new SeededRandom(seed).fork(index), operation, known);
        return [kind, pathOf(request), request.headers, bytesOf(request).bytes.toString('base64')];
      });
    expect(made(1)).toEqual(made(1));
    expect(made(1)).not.toEqual(made(2));
  });

  it('are made for every operation of all four interfaces', () => {
    expect(new Set(operations.map(({ face }) => face))).toEqual(new Set(['merchant', 'operator', 'public', 'device']));
    expect(operations.length).toBeGreaterThan(140);
    for (const operation of operations) {
      const request = goodRequest(new SeededRandom(3), operation, known);
      expect(pathOf(request)).toMatch(/^\/api\/(merchant|operator|public|devices)\/[^:]*$/);
    }
  });

  it('can hold what no program would write', () => {
    const request: FuzzRequest = {
      ...goodRequest(new SeededRandom(3), operationOf('createInvoice'), known),
      query: [['a', 'x\ud800']],
      body: { kind: 'json', value: { amount: rawJson('1e400'), half: '\ud800' } },
    };
    expect(pathOf(request)).toContain('a=x%ed%a0%80');
    expect(bytesOf(request).bytes.toString()).toBe('{"amount":1e400,"half":"\\ud800"}');
  });
});

describe('a failure', () => {
  const request: FuzzRequest = {
    ...goodRequest(new SeededRandom(3), operationOf('createInvoice'), known),
    query: [['a', '1']],
    headers: { 'idempotency-key': 'k' },
    body: { kind: 'json', value: { a: [1, { deep: 'aaaa!bbbb' }], b: { c: 2 }, d: null } },
  };
  const failingFor = (isBad: (text: string) => boolean) => ({
    send: async (sent: FuzzRequest) => {
      const status = isBad(bytesOf(sent).bytes.toString()) ? 500 : 400;
      return { status, json: null, text: '' };
    },
  });
  const failure = { index: 0, request, answer: { status: 500, json: null, text: '' } };

  it('is told by the smallest request that still fails', async () => {
    const smallest = await shrink(
      failingFor((text) => text.includes('!')),
      failure,
    );
    expect(smallest).toMatchObject({ query: [], headers: {}, body: { value: { a: [{ deep: '!' }] } } });
  });

  it('that does not come again by itself is said to be so', async () => {
    expect(
      await shrink(
        failingFor(() => false),
        failure,
      ),
    ).toBeNull();
  });
});

describe('options', () => {
  it('have defaults, and a seed by chance', () => {
    expect(readOptions([], 42)).toEqual({ seed: 42, requests: 100_000, atOnce: 8 });
    expect(readOptions(['--seed', '7', '--requests', '10', '--at-once', '1'], 42)).toEqual({
      seed: 7,
      requests: 10,
      atOnce: 1,
    });
    expect(readOptions(['--help'], 42)).toBeNull();
  });

  it.each([[['--seed', '-1']], [['--requests', '0']], [['--at-once', 'all']], [['--nonsense']]])(
    'refuse %j',
    (args) => {
      expect(() => readOptions(args, 42)).toThrow();
    },
  );
});
