import { describe, expect, it } from 'vitest';
import { fiat } from '../money/money.ts';
import type { BankAccount, BankLine } from './bank-line.ts';
import type { BySum, KnownMoney, PairDeal } from './known-money.ts';
import { matchLines } from './match-lines.ts';

const account: BankAccount = {
  id: 1,
  makerId: 1,
  currency: 'RUB',
  number: null,
  zone: 'Europe/Moscow',
  requisiteIds: [7, 8],
};
/** What is known, as lists. */
type Lists = {
  readonly [Kind in keyof KnownMoney]: KnownMoney[Kind] extends BySum<infer One> ? readonly One[] : KnownMoney[Kind];
};
const none: Lists = {
  named: [],
  arrivals: [],
  settled: [],
  payouts: [],
  pairs: [],
  unpaid: [],
  toldOtherwise: new Set(),
  alikeOtherwise: [],
};

function bySum<One extends { readonly amount: bigint }>(all: readonly One[]): BySum<One> {
  return new Map(all.map(({ amount }) => [amount, all.filter((one) => one.amount === amount)]));
}
function knownOf(lists: Partial<Lists>): KnownMoney {
  const { named, arrivals, settled, payouts, pairs, unpaid, toldOtherwise, alikeOtherwise } = { ...none, ...lists };
  const alike = { arrivals: bySum(arrivals), settled: bySum(settled), payouts: bySum(payouts), unpaid: bySum(unpaid) };
  return { named: [...named, ...arrivals], pairs, toldOtherwise, alikeOtherwise, ...alike };
}
const nothing = knownOf({});
const day = '2026-11-16';
const at = (text: string) => Date.parse(`${text}+03:00`);
const toldAt = at('2026-11-17T10:00:00');
let lines = 0;

function line(more: Partial<BankLine> = {}): BankLine {
  lines += 1;
  return {
    id: BigInt(lines),
    key: `likeness${lines}.1`,
    direction: 'in',
    amount: fiat(100_000n),
    bookedOn: day,
    at: null,
    reference: null,
    party: '',
    purpose: '',
    isReversal: false,
    state: 'new',
    held: null,
    arrivalId: null,
    dealId: null,
    ...more,
  };
}

const arrival = (id: string, more: object = {}) => ({
  id,
  requisiteId: 7,
  amount: fiat(100_000n),
  arrivedAt: at('2026-11-16T11:00:00'),
  reference: `ref ${id}`,
  status: 'matched' as const,
  toldBy: 'operator' as const,
  isMakersWord: false,
  isLinked: false,
  ...more,
});
const deal = (id: string, more: object = {}) => ({
  id,
  amount: fiat(100_000n),
  startedAt: at('2026-11-16T10:50:00'),
  endedAt: at('2026-11-16T11:00:00'),
  ...more,
});
const pair = (requisiteId: number, startedAt: string, isWaiting = true) => ({
  invoiceId: 'of the pair',
  requisiteId,
  amount: fiat(100_000n),
  startedAt: at(startedAt),
  isWaiting,
});

const unpaid = (endedAt: string, more: object = {}) => ({
  invoiceId: 'not paid',
  amount: fiat(100_000n),
  startedAt: at(endedAt) - 900_000,
  endedAt: at(endedAt),
  ...more,
});

const verdictsOn = (...asked: Parameters<typeof matchLines>) => [...matchLines(...asked)];
const match = (all: readonly BankLine[], known: Partial<Lists> = {}, more: { readonly isTrusted?: boolean } = {}) =>
  verdictsOn(all, { account, known: knownOf(known), isTrusted: true, toldAt, ...more });

describe('a line that came in', () => {
  it('is the arrival with its number, before any other of its sum', () => {
    const known = { arrivals: [arrival('a'), arrival('b', { reference: 'BANK-1' })] };
    expect(match([line({ reference: 'BANK-1' })], known)).toEqual([{ kind: 'arrival', arrivalId: 'b' }]);
  });

  it('stays open when its number is on money of another sum, or on another line', () => {
    const other = { arrivals: [arrival('a', { reference: 'BANK-1', amount: fiat(5n) })] };
    const linked = { arrivals: [arrival('a', { reference: 'BANK-1', isLinked: true })] };
    const open = [{ kind: 'open', reason: 'reference' }];
    expect(match([line({ reference: 'BANK-1' })], other)).toEqual(open);
    expect(match([line({ reference: 'BANK-1' })], linked)).toEqual(open);
  });

  it('is an arrival of its sum that came at most five days before the booking, the nearest one, each once', () => {
    const known = {
      arrivals: [
        arrival('near'),
        arrival('far', { arrivedAt: at('2026-11-13T11:00:00') }),
        arrival('too far', { arrivedAt: at('2026-11-10T11:00:00') }),
      ],
    };
    expect(match([line(), line(), line()], known)).toEqual([
      { kind: 'arrival', arrivalId: 'near' },
      { kind: 'arrival', arrivalId: 'far' },
      expect.objectContaining({ kind: 'record' }),
    ]);
  });

  it('is the money of a deal that a person has settled, and not of the deal that waits', () => {
    const known = { settled: [deal('settled')], pairs: [pair(7, '2026-11-16T15:00:00')] };
    expect(match([line()], known)).toEqual([{ kind: 'deal', dealId: 'settled' }]);
  });

  it('is recorded on the requisite whose deal waits for it, with the beginning of its day', () => {
    const known = { pairs: [pair(8, '2026-11-16T23:30:00')] };
    const arrivedAt = at('2026-11-16T00:00:00');
    const cameBy = at('2026-11-17T00:00:00') - 1;
    expect(match([line()], known)).toEqual([{ kind: 'record', requisiteId: 8, arrivedAt, cameBy, isOfPairOnly: true }]);
  });

  it('is recorded with the latest that it can have come: two minutes after its time, and never after its file', () => {
    const cameAt = at('2026-11-16T10:00:00');
    const exact = line({ at: cameAt });
    expect(match([exact])).toMatchObject([{ arrivedAt: cameAt, cameBy: at('2026-11-16T10:02:00') }]);
    const broughtAt = at('2026-11-16T10:01:30');
    for (const one of [exact, line()]) {
      expect(verdictsOn([one], { account, known: nothing, isTrusted: true, toldAt: broughtAt })).toMatchObject([
        { cameBy: broughtAt },
      ]);
    }
  });

  it('is recorded on a requisite whose deal over this sum has ended, so that a person sees which it was', () => {
    const known = { pairs: [pair(8, '2026-11-16T09:00:00', false)] };
    expect(match([line()], known)).toMatchObject([{ kind: 'record', requisiteId: 8 }]);
    expect(match([line()])).toMatchObject([{ kind: 'record', requisiteId: 7 }]);
  });

  it('stays open when the deal began after its day, after its time, or after the file came', () => {
    const open = [{ kind: 'open', reason: 'newer' }];
    expect(match([line()], { pairs: [pair(7, '2026-11-17T00:00:01')] })).toEqual(open);
    const exact = line({ at: at('2026-11-16T10:00:00') });
    expect(match([exact], { pairs: [pair(7, '2026-11-16T10:02:01')] })).toEqual(open);
    expect(match([exact], { pairs: [pair(7, '2026-11-16T10:02:00')] })).toMatchObject([{ kind: 'record' }]);
    const known = knownOf({ pairs: [pair(7, '2026-11-16T12:00:00')] });
    expect(verdictsOn([line()], { account, known, isTrusted: true, toldAt: at('2026-11-16T11:59:59') })).toEqual(open);
  });

  it('pays no deal over another sum where the account has several requisites, or its sum had a deal that began later', () => {
    const onlyOne: BankAccount = { ...account, requisiteIds: [8] };
    const recorded = (pairs: PairDeal[], from = onlyOne) =>
      verdictsOn([line({ at: at('2026-11-16T10:00:00') })], {
        account: from,
        known: knownOf({ pairs }),
        isTrusted: true,
        toldAt,
      });
    expect(recorded([])).toMatchObject([{ requisiteId: 8, isOfPairOnly: false }]);
    expect(recorded([], account)).toMatchObject([{ requisiteId: 7, isOfPairOnly: true }]);
    const ended = pair(8, '2026-11-16T10:30:00', false);
    expect(recorded([ended])).toMatchObject([{ requisiteId: 8, isOfPairOnly: true }]);
    expect(recorded([ended], account)).toMatchObject([{ requisiteId: 8, isOfPairOnly: true }]);
  });

  it('is recorded as old as it may be where its day has another deal over its sum that ended without money', () => {
    const waits = pair(8, '2026-11-16T15:00:00');
    const dayBegan = at('2026-11-16T00:00:00');
    const cameBy = (ended: ReturnType<typeof unpaid>, one = line()) =>
      match([one], { pairs: [waits], unpaid: [ended] }).map((verdict) => verdict.kind === 'record' && verdict.cameBy);
    const either = [dayBegan];
    const itsOwn = [at('2026-11-17T00:00:00') - 1];
    expect(cameBy(unpaid('2026-11-16T14:30:00'))).toEqual(either);
    expect(cameBy(unpaid('2026-11-16T00:00:00'))).toEqual(either);
    expect(cameBy(unpaid('2026-11-15T23:59:59'))).toEqual(itsOwn);
    expect(cameBy(unpaid('2026-11-16T14:30:00', { amount: fiat(99_999n) }))).toEqual(itsOwn);
    // Whichever of the two was meant, it is the same invoice.
    expect(cameBy(unpaid('2026-11-16T14:30:00', { invoiceId: waits.invoiceId }))).toEqual(itsOwn);
    // What began after the file had come is in no line of it.
    expect(cameBy(unpaid('2026-11-17T10:15:01'))).toEqual(itsOwn);
    const exact = line({ at: at('2026-11-16T15:10:00') });
    expect(cameBy(unpaid('2026-11-16T14:30:00'), exact)).toEqual([at('2026-11-16T15:12:00')]);
  });

  it('is recorded as older than the deal that waits, also where that runs since the evening before', () => {
    const waits = pair(8, '2026-11-15T23:50:00');
    const verdicts = match([line()], { pairs: [waits], unpaid: [unpaid('2026-11-16T00:10:00')] });
    expect(verdicts).toMatchObject([{ kind: 'record', requisiteId: 8, cameBy: waits.startedAt - 1 }]);
  });

  it('pays no deal over another sum where a deal over its own has ended without money', () => {
    const onlyOne: BankAccount = { ...account, requisiteIds: [8] };
    const recorded = (ended: ReturnType<typeof unpaid>) =>
      verdictsOn([line()], { account: onlyOne, known: knownOf({ unpaid: [ended] }), isTrusted: true, toldAt });
    expect(recorded(unpaid('2026-11-12T10:00:00'))).toMatchObject([{ isOfPairOnly: true }]);
    expect(recorded(unpaid('2026-11-12T10:00:00', { amount: fiat(5n) }))).toMatchObject([{ isOfPairOnly: false }]);
  });

  it('waits for a person where more is known of its sum than was looked at; lines of other sums do not', () => {
    for (const kind of ['arrivals', 'settled', 'unpaid'] as const) {
      const known = { ...nothing, [kind]: new Map([[100_000n, 'many']]) };
      const verdicts = verdictsOn([line(), line({ amount: fiat(5n) })], { account, known, isTrusted: true, toldAt });
      expect(verdicts).toMatchObject([{ kind: 'open', reason: 'many-alike' }, { kind: 'record' }]);
    }
  });

  it('is the arrival with its number, however many have its sum', () => {
    const known = {
      ...nothing,
      named: [arrival('a', { reference: 'BANK-1' })],
      arrivals: new Map([[100_000n, 'many' as const]]),
    };
    const verdicts = verdictsOn([line({ reference: 'BANK-1' })], { account, known, isTrusted: true, toldAt });
    expect(verdicts).toEqual([{ kind: 'arrival', arrivalId: 'a' }]);
  });

  describe('beside a transfer that only a maker has told of', () => {
    const told = (more: object = {}) =>
      arrival('told', { status: 'held', toldBy: 'maker' as const, isMakersWord: true, ...more });
    const waits = pair(8, '2026-11-16T10:00:00');
    const isRecorded = [{ kind: 'record', requisiteId: 8 }];
    const isTold = [{ kind: 'arrival', arrivalId: 'told' }];

    it('pays the deal that waits where it is of an operator’s file, also under the number that the maker has used', () => {
      expect(match([line()], { arrivals: [told()], pairs: [waits] })).toMatchObject(isRecorded);
      const numbered = line({ reference: 'BANK-1' });
      expect(match([numbered], { arrivals: [told({ reference: 'BANK-1' })], pairs: [waits] })).toMatchObject(
        isRecorded,
      );
      const other = told({ reference: 'BANK-1', amount: fiat(5n) });
      expect(match([numbered], { arrivals: [other], pairs: [waits] })).toMatchObject(isRecorded);
    });

    it('is, of an operator’s file, first what has paid or somebody else has told of, and a deal settled by a person', () => {
      const far = arrival('sure', { arrivedAt: at('2026-11-13T11:00:00') });
      const known = { arrivals: [told(), far], settled: [deal('settled')], pairs: [waits] };
      expect(match([line(), line(), line()], known)).toMatchObject([
        { kind: 'arrival', arrivalId: 'sure' },
        { kind: 'deal', dealId: 'settled' },
        ...isRecorded,
      ]);
    });

    it('is it where no deal waits, or the one that does began a day later', () => {
      expect(match([line()], { arrivals: [told()] })).toEqual(isTold);
      expect(match([line()], { arrivals: [told()], pairs: [pair(8, '2026-11-16T10:00:00', false)] })).toEqual(isTold);
      expect(match([line()], { arrivals: [told()], pairs: [pair(8, '2026-11-18T00:00:01')] })).toEqual(isTold);
    });

    it('waits for a person where the deal that waits began a little after the time that the line tells', () => {
      const later = { arrivals: [told()], pairs: [pair(8, '2026-11-17T00:00:01')] };
      expect(match([line()], later)).toEqual([{ kind: 'open', reason: 'newer' }]);
      expect(match([line()], later, { isTrusted: false })).toEqual(isTold);
    });

    it('is that one once more when it was sent back, unless a deal over its sum has run out', () => {
      const returned = told({ status: 'returned' });
      expect(match([line()], { arrivals: [returned] })).toEqual(isTold);
      const verdicts = match([line()], { arrivals: [returned], unpaid: [unpaid('2026-11-14T10:00:00')] });
      expect(verdicts).toMatchObject([{ kind: 'record' }]);
      expect(match([line()], { arrivals: [told()], unpaid: [unpaid('2026-11-14T10:00:00')] })).toEqual(isTold);
    });

    it('is it first of all where it is of a maker’s own file', () => {
      expect(match([line()], { arrivals: [told()], pairs: [waits] }, { isTrusted: false })).toEqual(isTold);
    });
  });

  it('stays open when deals on two requisites wait for its sum', () => {
    const known = { pairs: [pair(7, '2026-11-16T10:00:00'), pair(8, '2026-11-16T11:00:00')] };
    expect(match([line()], known)).toEqual([{ kind: 'open', reason: 'several' }]);
  });

  it('stays open when the bank took a payment back, or a file of another format told of its day', () => {
    expect(match([line({ isReversal: true })])).toEqual([{ kind: 'open', reason: 'reversal' }]);
    expect(match([line()], { toldOtherwise: new Set([day]) })).toEqual([{ kind: 'open', reason: 'told-otherwise' }]);
  });

  it('stays open when a file of another format told of its sum within five days', () => {
    const toldOf = (of: string, amount = fiat(100_000n)) => match([line()], { alikeOtherwise: [{ amount, day: of }] });
    for (const near of ['2026-11-11', '2026-11-17', '2026-11-21']) {
      expect(toldOf(near)).toEqual([{ kind: 'open', reason: 'told-otherwise' }]);
    }
    for (const other of [toldOf('2026-11-10'), toldOf('2026-11-22'), toldOf(day, fiat(99_999n))]) {
      expect(other).toMatchObject([{ kind: 'record' }]);
    }
  });

  it('is the arrival that was recorded from it before the process ended, and one that a person has entered is not', () => {
    const toldBy = (teller: 'operators_file' | 'makers_file' | 'operator', isTrusted = true) =>
      match(
        [line({ reference: 'BANK-1' })],
        { arrivals: [arrival('a', { reference: 'BANK-1', toldBy: teller })] },
        { isTrusted },
      );
    const known = { kind: 'arrival', arrivalId: 'a' };
    expect(toldBy('operators_file')).toEqual([{ ...known, recordedAs: 'matched' }]);
    expect(toldBy('makers_file', false)).toEqual([{ ...known, recordedAs: 'matched' }]);
    for (const others of [toldBy('makers_file'), toldBy('operator'), toldBy('operators_file', false)]) {
      expect(others).toEqual([known]);
    }
  });
});

describe('a line that went out', () => {
  it('is a payout of its sum, each once, and else counts for the balance alone', () => {
    const known = { payouts: [deal('payout')], settled: [deal('payin')] };
    expect(match([line({ direction: 'out' }), line({ direction: 'out' })], known)).toEqual([
      { kind: 'payout', dealId: 'payout' },
      { kind: 'counted' },
    ]);
  });

  it('counts for the balance alone where more payouts of its sum are known than were looked at', () => {
    const known = { ...nothing, payouts: new Map([[100_000n, 'many' as const]]) };
    const verdicts = verdictsOn([line({ direction: 'out' })], { account, known, isTrusted: true, toldAt });
    expect(verdicts).toEqual([{ kind: 'counted' }]);
  });

  it('is no payout where the bank took a credit back', () => {
    const known = { payouts: [deal('payout')] };
    expect(match([line({ direction: 'out', isReversal: true })], known)).toEqual([{ kind: 'counted' }]);
  });
});

it('a line leaves the arrival with the number of another one to that one', () => {
  const [first, second] = [line(), line({ reference: 'N2' })];
  const arrivals = [arrival('of second', { reference: 'N2' })];
  expect(match([first, second], { arrivals })).toMatchObject([
    { kind: 'record' },
    { kind: 'arrival', arrivalId: 'of second' },
  ]);
});

it('a line is known to have made the arrival that it was recorded as before a crash, by a file of the same kind', () => {
  const [one, other] = [line(), line({ reference: 'N1' })];
  const own = arrival('own', { reference: `statement ${one.key}`, toldBy: 'operators_file', status: 'held' });
  const numbered = arrival('numbered', { reference: 'N1', toldBy: 'operators_file' });
  const found = match([one, other], { arrivals: [own, numbered] });
  expect(found).toMatchObject([{ recordedAs: 'held' }, { recordedAs: 'matched' }]);
  const [makers] = match([line({ reference: 'N1' })], {
    arrivals: [arrival('a', { reference: 'N1', toldBy: 'makers_file' })],
  });
  expect(makers).toEqual({ kind: 'arrival', arrivalId: 'a' });
});
