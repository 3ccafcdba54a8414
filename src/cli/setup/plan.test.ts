import { describe, expect, it } from 'vitest';
import { readSetupPlan } from './plan.ts';

describe('a setup file', () => {
  it.each([
    ['{"rates": [}', 'The file is not JSON'],
    ['{"operatrs": []}', 'operatrs: there is no such field; check its spelling in docs/production.md.'],
    ['{"operators": [{"logn": "anna"}]}', 'operators.0.logn: there is no such field'],
    ['{"operators": [{"login": "Anna!"}]}', 'operators.0.login: must be two characters or more, of a-z'],
    ['{"rates": [{"pair": "RUB", "in": "1", "out": "1"}]}', 'rates.0.pair: must be two currencies'],
    ['{"rates": [{"pair": "USDT/RUB", "in": "1,5", "out": "1"}]}', 'rates.0.in: must be a rate in quotes'],
    ['{"rates": [{"pair": "USDT/RUB", "in": "0", "out": "1"}]}', 'rates.0: a rate is 0.'],
    ['{"makers": [{"name": "M", "deposit": "-5"}]}', 'makers.0.deposit: must be a sum in quotes'],
    ['{"makers": [{}]}', 'makers.0: must have required properties name.'],
    ['[]', 'the file: must be object.'],
  ])('%s is refused with its place and what to write', (text, fault) => {
    expect(() => readSetupPlan(text)).toThrow(fault);
  });

  it('may leave everything out', () => {
    expect(readSetupPlan('{}')).toEqual({ operators: [], starterCatalogue: false, rates: [], stores: [], makers: [] });
  });
});
