import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullWeight, type Outcomes, routingChange, troubledBanks, weightMin, weightsOf } from './routing.ts';

function outcomes(requisiteId: number, change: Partial<Outcomes> = {}): Outcomes {
  const well = {
    makerId: requisiteId,
    bank: 'sberbank',
    currency: 'RUB',
    ended: 100,
    paid: 90,
    waited: 90,
    prompt: 90,
  };
  return { requisiteId, ...well, ...change };
}

describe('weightsOf', () => {
  it('is full for everybody while nothing is known, and for those who do equally well', () => {
    expect(weightsOf([]).size).toBe(0);
    expect(weightsOf([1, 2].map((id) => outcomes(id, { ended: 0, paid: 0, waited: 0, prompt: 0 }))).size).toBe(0);
    expect(weightsOf([outcomes(1), outcomes(2)]).size).toBe(0);
  });

  it('is the floor for one whose deals come to nothing, and stays full for the others', () => {
    expect(weightsOf([outcomes(1), outcomes(2, { paid: 0, waited: 0, prompt: 0 })])).toEqual(new Map([[2, weightMin]]));
  });

  it('is less for one who takes long', () => {
    const weight = weightsOf([outcomes(1), outcomes(2, { prompt: 0 })]).get(2) ?? fullWeight;
    expect(weight).toBeGreaterThan(weightMin);
    expect(weight).toBeLessThan(fullWeight / 2);
  });

  it('does not judge by a few deals', () => {
    const weight =
      weightsOf([outcomes(1), outcomes(2, { ended: 2, paid: 0, waited: 0, prompt: 0 })]).get(2) ?? fullWeight;
    expect(weight).toBeGreaterThan(fullWeight / 2);
  });

  it('expects of a new requisite what its bank and its maker are like', () => {
    const bad = outcomes(2, { paid: 10, waited: 10, prompt: 10, bank: 'otp_bank' });
    const fresh = { ended: 0, paid: 0, waited: 0, prompt: 0 };
    const among = (one: Outcomes) => weightsOf([outcomes(1), bad, one]).get(3) ?? fullWeight;
    const [ofGood, ofBad] = [
      among(outcomes(3, { ...fresh, makerId: 1 })),
      among(outcomes(3, { ...fresh, makerId: 2, bank: 'otp_bank' })),
    ];
    expect(ofBad).toBeLessThan(ofGood);
  });

  it('compares within a currency', () => {
    const poor = { currency: 'KZT', paid: 10, waited: 10, prompt: 10 };
    expect(weightsOf([outcomes(1), outcomes(2, poor), outcomes(3, poor)]).size).toBe(0);
  });

  it('is between the floor and full, whatever happened', () => {
    const anyOutcomes = fc
      .record({ ended: fc.nat({ max: 5_000_000 }), paid: fc.nat(), waited: fc.nat(), prompt: fc.nat() })
      .map(({ ended, paid, waited, prompt }) => {
        const paidOnes = paid % (ended + 1);
        const waiting = waited % (paidOnes + 1);
        return { ended, paid: paidOnes, waited: waiting, prompt: prompt % (waiting + 1) };
      });
    fc.assert(
      fc.property(fc.array(anyOutcomes, { minLength: 1, maxLength: 6 }), (list) => {
        const weights = weightsOf(list.map((one, index) => outcomes(index + 1, one)));
        for (const weight of weights.values()) {
          expect(weight).toBeGreaterThanOrEqual(weightMin);
          expect(weight).toBeLessThan(fullWeight);
        }
        expect(weights.size).toBeLessThan(list.length);
      }),
    );
  });
});

describe('troubledBanks', () => {
  const broken = { bank: 'otp_bank', ended: 40, paid: 3, waited: 3, prompt: 3 };

  it('names a bank through which hardly anything arrives while others work', () => {
    expect(troubledBanks([outcomes(1), outcomes(2, broken)])).toEqual([{ currency: 'RUB', bank: 'otp_bank' }]);
  });

  it('names none when all do badly, when it is the only one, or when too few tell', () => {
    const poor = { paid: 10, waited: 10, prompt: 10 };
    expect(troubledBanks([outcomes(1, poor), outcomes(2, broken)])).toEqual([]);
    expect(troubledBanks([outcomes(2, broken)])).toEqual([]);
    expect(troubledBanks([outcomes(1), outcomes(2, { ...broken, ended: 19 })])).toEqual([]);
  });
});

describe('routingChange', () => {
  const known = [outcomes(1), outcomes(2, { bank: 'otp_bank', ended: 40, paid: 0, waited: 0, prompt: 0 })];
  const nothing = { weights: new Map<number, number>(), troubled: new Set<string>() };

  it('says what is new, once', () => {
    const change = routingChange(nothing, known);
    expect(change).toEqual({
      weights: [[2, weightMin]],
      freed: [],
      troubled: [{ currency: 'RUB', bank: 'otp_bank' }],
      recovered: [],
    });
    expect(routingChange({ weights: new Map(change?.weights), troubled: new Set(['RUB otp_bank']) }, known)).toBeNull();
  });

  it('takes everything back when nothing is counted: all take turns', () => {
    const before = { weights: new Map([[2, weightMin]]), troubled: new Set(['RUB otp_bank']) };
    expect(routingChange(before, [])).toEqual({
      weights: [],
      freed: [2],
      troubled: [],
      recovered: [{ currency: 'RUB', bank: 'otp_bank' }],
    });
    expect(routingChange(nothing, [])).toBeNull();
  });
});
