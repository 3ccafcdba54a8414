import { describe, expect, it } from 'vitest';
import { actors, decide, noon } from '../../../test/support/situations.ts';
import {
  changeEndpoint,
  createEndpoint,
  removeEndpoint,
  resendEndpointEvent,
  rotateEndpointSecret,
} from './endpoints.ts';

const { operator, maker, merchant } = actors;
const stranger = { ...merchant, merchantId: 8 };
const id = '0193f000-0000-7000-8000-000000000009';
const drawn = { id, secret: 'drawn' };
const url = 'https://shop.example/events';
const hourMs = 3_600_000;

/** Of the store no more is asked than whose it is. */
type StoreOfAct = Parameters<typeof createEndpoint.decide>[1]['store'];
const store = { id: 1, merchantId: merchant.merchantId } as StoreOfAct;
const found = { id, storeId: 1, url, kinds: ['invoice'] } as const;
const rows = { store, found };
const named = { storeId: 1, id };

describe('creating an endpoint', () => {
  const input = { storeId: 1, url, kinds: ['dispute', 'invoice', 'dispute'] } as const;

  it('shows its secret once, and keeps it out of the log', () => {
    const { outcome, result, change, audit } = decide(
      createEndpoint,
      input,
      { store, count: 9 },
      { actor: merchant, drawn },
    );
    expect([outcome, result]).toEqual(['changed', { id, secret: 'drawn' }]);
    expect(change).toEqual({ id, storeId: 1, url, kinds: ['invoice', 'dispute'], secret: 'drawn', createdAt: noon });
    expect(audit).toEqual([
      { subjectKind: 'store', subjectId: 1, details: { endpoint: id, url, kinds: 'invoice dispute' } },
    ]);
  });

  it.each([
    ['an eleventh', {}, { store, count: 10 }, merchant, 'too_many_endpoints'],
    ['no kind at all', { kinds: [] }, { store, count: 0 }, merchant, 'blank'],
    ['a file', { url: 'file:///etc/passwd' }, { store, count: 0 }, merchant, 'invalid_url'],
    ['credentials in the address', { url: 'https://a:b@shop.example/' }, { store, count: 0 }, merchant, 'invalid_url'],
    ['a store of another merchant', {}, { store, count: 0 }, stranger, 'not_found'],
    ['a maker', {}, { store, count: 0 }, maker, 'not_found'],
    ['a store that is not there', {}, { store: null, count: 0 }, operator, 'not_found'],
  ] as const)('is refused for %s', (_title, change, given, actor, code) => {
    expect(decide(createEndpoint, { ...input, ...change }, given, { actor, drawn }).outcome).toBe(code);
  });
});

describe('changing an endpoint', () => {
  it('leaves what is not given', () => {
    const other = 'https://shop.example/other';
    expect(decide(changeEndpoint, { ...named, url: other }, rows).change).toEqual({
      before: found,
      url: other,
      kinds: ['invoice'],
    });
    expect(decide(changeEndpoint, { ...named, kinds: ['book'] }, rows).change).toEqual({
      before: found,
      url,
      kinds: ['book'],
    });
  });

  it('does nothing where it is so already', () => {
    expect(decide(changeEndpoint, { ...named, url, kinds: ['invoice'] }, rows).outcome).toBe('unchanged');
    expect(decide(changeEndpoint, named, rows).outcome).toBe('unchanged');
  });
});

describe('a new secret of an endpoint', () => {
  it('signs beside the former one for as long as was asked, and is not in the log', () => {
    const { result, change, audit } = decide(rotateEndpointSecret, { ...named, overlapHours: 2 }, rows, { drawn });
    expect(result).toEqual({ secret: 'drawn', formerUntil: noon + 2 * hourMs });
    expect(change).toEqual({ id, secret: 'drawn', formerUntil: noon + 2 * hourMs });
    expect(JSON.stringify(audit)).not.toContain('drawn');
  });
});

describe('sending an event again', () => {
  it('puts it back into the queue of its receiver', () => {
    const { outcome, change } = decide(resendEndpointEvent, { ...named, sequence: 3 }, { ...rows, isThere: true });
    expect(outcome).toBe('changed');
    expect(change).toMatchObject({ queued: [{ invoiceId: id, sequence: 3, storeId: 1 }], at: noon });
  });

  it('finds none that never was', () => {
    expect(decide(resendEndpointEvent, { ...named, sequence: 3 }, { ...rows, isThere: false }).outcome).toBe(
      'not_found',
    );
  });
});

describe('removing an endpoint', () => {
  it('is written down with its address', () => {
    const { change, audit } = decide(removeEndpoint, named, rows, { actor: merchant });
    expect(change).toEqual({ id, at: noon });
    expect(audit).toEqual([{ subjectKind: 'store', subjectId: 1, details: { endpoint: id, url } }]);
  });
});

describe('an endpoint', () => {
  const acts = {
    change: (given: typeof rows | { store: StoreOfAct; found: null }, actor: typeof stranger | typeof operator) =>
      decide(changeEndpoint, { ...named, kinds: ['book'] }, given, { actor }).outcome,
    rotate: (given: typeof rows | { store: StoreOfAct; found: null }, actor: typeof stranger | typeof operator) =>
      decide(rotateEndpointSecret, { ...named, overlapHours: 1 }, given, { actor, drawn }).outcome,
    remove: (given: typeof rows | { store: StoreOfAct; found: null }, actor: typeof stranger | typeof operator) =>
      decide(removeEndpoint, named, given, { actor }).outcome,
    resend: (given: typeof rows | { store: StoreOfAct; found: null }, actor: typeof stranger | typeof operator) =>
      decide(resendEndpointEvent, { ...named, sequence: 1 }, { ...given, isThere: true }, { actor }).outcome,
  };

  it.each(Object.entries(acts))(
    'is not found by another merchant, in another store, or once it is gone: %s',
    (_name, act) => {
      expect(act(rows, operator)).toBe('changed');
      expect(act(rows, stranger)).toBe('not_found');
      expect(act({ store, found: { ...found, storeId: 2 } } as unknown as typeof rows, operator)).toBe('not_found');
      expect(act({ store, found: null }, operator)).toBe('not_found');
    },
  );
});

describe('who sets up an endpoint', () => {
  it('needs a second person as an operator, and none as the merchant', () => {
    for (const act of [createEndpoint, changeEndpoint, rotateEndpointSecret, removeEndpoint]) {
      const dangerFor = (actor: typeof operator | typeof merchant) =>
        (act.danger as (input: unknown, rows: unknown, situation: { readonly actor: typeof actor }) => unknown)(
          named,
          rows,
          {
            actor,
          },
        );
      expect([dangerFor(operator), dangerFor(merchant)]).toEqual(['merchant-access', null]);
    }
  });
});
