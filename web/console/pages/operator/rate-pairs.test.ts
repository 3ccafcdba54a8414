import { expect, it } from 'vitest';
import { pairsOf, type Rate } from './rate-pairs.ts';

const rate = (type: 'in' | 'out', figure: string, ageMaxMs: number | null, fiatCurrency = 'RUB'): Rate => ({
  settlementCurrency: 'USDT',
  fiatCurrency,
  type,
  rate: figure,
  setAt: '2026-11-14T09:00:00.000Z',
  ageMaxMs,
  isOutdated: false,
});

it('a pair has the rates of both directions, and how old they may be', () => {
  const pairs = pairsOf([rate('in', '95.50', 750_000), rate('out', '93.50', 750_000), rate('in', '5.50', null, 'KZT')]);
  expect(pairs).toMatchObject([
    { name: 'USDT/RUB', in: '95.50', out: '93.50', ageMaxMs: 750_000 },
    { name: 'USDT/KZT', in: '5.50', out: '', ageMaxMs: null },
  ]);
});

it('the shorter of two ages counts, and a direction that never ages does not lift the limit of the other', () => {
  expect(pairsOf([rate('in', '95.50', 600_000), rate('out', '93.50', 60_000)])[0]?.ageMaxMs).toBe(60_000);
  expect(pairsOf([rate('in', '95.50', null), rate('out', '93.50', 60_000)])[0]?.ageMaxMs).toBe(60_000);
  expect(pairsOf([rate('in', '95.50', 60_000), rate('out', '93.50', null)])[0]?.ageMaxMs).toBe(60_000);
});
