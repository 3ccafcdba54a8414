import { describe, expect, it } from 'vitest';
import { makerOne, merchantOne, operator } from '../../../test/engine/support/decided.ts';
import {
  act,
  codeOf,
  follows,
  moved,
  plansOf,
  type StoredBefore,
  smallService,
} from '../../../test/engine/support/small-service.ts';
import {
  account,
  arrival,
  catalogueOf,
  deal,
  dispute,
  feeAccountId,
  invoice,
  noon,
  requisite,
} from '../../../test/engine/support/small-world.ts';
import type { DealDispute, PayinDeal } from '../../domain/invoices/deal.ts';
import { type DisputeReason, disputeResults } from '../../domain/invoices/deal-dispute.ts';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import type { TransferKind } from '../../domain/ledger/ledger.ts';
import { fiat, formatAmount, minorMax } from '../../domain/money/money.ts';
import { rate } from '../../domain/rates/rates.ts';
import { fault } from '../../errors/app-error.ts';
import { type DecideDispute, decideDispute } from './decide-dispute.ts';

const catalogue = catalogueOf([requisite(1)]);
const [available, held] = [102, 103];
const claimed = invoice({ status: 'dispute', disputedFrom: 'new', dealCount: 1, sequence: 1 });
const argued = deal({ status: 'dispute', confirmedAt: noon - 5, dispute: dispute() });
const common = { refundsOf: [claimed.id], excessesOf: [claimed.id], accountIds: [11, 12, 15] };
const base = { invoiceIds: [claimed.id], ...common };
/** What is looked at before a deal is said to be unpaid. */
const lookedAt = { arrivalsOf: [argued.id], linesOf: [argued.id] };

type Accept = Extract<DecideDispute['decision'], { kind: 'accept' }>;
type Reject = Extract<DecideDispute['decision'], { kind: 'reject' }>;

const decide = (decision: DecideDispute['decision'], actor = operator) =>
  decideDispute({
    actor,
    reason: 'looked at the statement',
    decisionId: 'decision',
    invoiceId: claimed.id,
    seenStoreId: 1,
    nextDealId: 'next deal',
    decision,
  });
const accept = (change: Partial<Accept> = {}, actor = operator) =>
  decide({ kind: 'accept', amount: null, next: null, ...change }, actor);
const reject = (change: Partial<Reject> = {}, actor = operator) =>
  decide({ kind: 'reject', result: 'FRAUD_CONFIRM_DOCS', ...change }, actor);

interface Claim {
  readonly claim?: Partial<DealDispute>;
  readonly deal?: Partial<PayinDeal>;
  readonly invoice?: Partial<Invoice>;
}

const rowsOf = ({ claim = {}, deal: of = {}, invoice: change = {} }: Claim) => ({
  invoices: [{ ...claimed, ...change }],
  deals: [{ ...argued, dispute: dispute(claim), ...of }],
});
const withClaim = (claim: Claim = {}, more: StoredBefore = {}) =>
  smallService(catalogue, { ...rowsOf(claim), ...more });

const factOf = (kind: 'accepted' | 'rejected') => ({
  dealId: argued.id,
  at: noon,
  actor: 'anna',
  kind,
  text: 'looked at the statement',
  attachment: null,
  decisionId: 'decision',
});
const auditOf = (action: string, details: Record<string, string | null>) => ({
  at: noon,
  actor: operator,
  reason: 'looked at the statement',
  action,
  subjectKind: 'invoice',
  subjectId: claimed.id,
  details,
});
const settled = [
  moved('payin_settle', argued.id, [held, account.availableId], 1_020_942_407n),
  moved('payin_fee', argued.id, [held, feeAccountId], 26_178_011n),
];

describe('a claim over a payin that is accepted', () => {
  it('pays the store out of what is held, where the claim says that money came', () => {
    const completed = {
      ...argued,
      status: 'completed',
      endedAt: noon,
      restsUntil: noon + 60_000,
      dispute: { ...dispute(), result: 'ACCEPTED' },
    };
    const paid = {
      ...claimed,
      status: 'paid',
      disputedFrom: null,
      receivedSum: argued.askedSum,
      makerSum: argued.makerSum,
      feeSum: argued.feeSum,
      payoutSum: 1_020_942_407n,
      sequence: 2,
    };
    expect(act(withClaim(), accept())).toEqual({
      result: { invoice: paid, deals: [completed] },
      changes: {
        invoices: [paid],
        deals: [completed],
        transfers: settled,
        notifications: [{ invoice: paid, deal: completed, createdAt: noon }],
        requisiteUses: [{ requisiteId: 1, activeDelta: -1, started: null }],
        disputeFacts: [factOf('accepted')],
        audits: [auditOf('accept-dispute', { amount: null, verdict: 'paid', next: null })],
      },
    });
    expect(plansOf(withClaim(), accept())).toEqual([base, { ...base, ...lookedAt }]);
    const [written] = follows(withClaim(), accept()).changes.audits ?? [];
    expect(Object.keys(written?.details ?? {})).toEqual(['amount', 'verdict', 'next']);
  });

  it('takes the sum that is claimed, where the operator names no other', () => {
    const claim = { reason: 'invalid_sum', amount: '0900' } as const;
    const { changes } = follows(withClaim({ claim }), accept());
    expect(changes.deals).toMatchObject([{ receivedSum: 90_000n, dispute: { result: 'AMOUNT_CHANGED' } }]);
    expect(changes.audits).toEqual([auditOf('accept-dispute', { amount: '0900', verdict: 'paid', next: null })]);
    const whole = follows(withClaim({ claim }), accept({ amount: '1000' }));
    expect(whole.changes.deals).toMatchObject([{ receivedSum: null, dispute: { result: 'ACCEPTED' } }]);
    // Rejected, the whole sum came.
    const rejected = follows(withClaim({ claim }), reject({ verdict: 'paid' }));
    expect(rejected.changes.deals).toMatchObject([{ receivedSum: null }]);
  });

  it('pays with the sum that the operator has found, and says that it was corrected', () => {
    const { changes } = follows(withClaim({ claim: { reason: 'invalid_sum' } }), accept({ amount: '900' }));
    expect(changes.invoices).toMatchObject([{ status: 'paid', receivedSum: 90_000n, sumReason: 'corrected' }]);
    expect(changes.deals).toMatchObject([{ receivedSum: 90_000n, dispute: { result: 'AMOUNT_CHANGED' } }]);
    expect(changes.audits).toEqual([auditOf('accept-dispute', { amount: '900', verdict: 'paid', next: null })]);
  });

  it.each(['canceled', 'expired'] as const)('holds the sum again, where the deal had %s', (from) => {
    const service = withClaim({ claim: { from }, invoice: { disputedFrom: from } });
    expect(plansOf(service, accept())).toEqual([base, { ...base, ...lookedAt, subjectIds: [argued.id] }]);
    const { changes } = follows(service, accept());
    const rehold = moved('payin_rehold', argued.id, [available, held], argued.makerSum);
    expect(changes.transfers).toEqual([rehold, ...settled]);
  });

  it('moves all of it by transfers of its own, where it was paid once and that was taken back', () => {
    const ended = { claim: { from: 'canceled' }, invoice: { disputedFrom: 'canceled' } } as const;
    const posted = (kind: TransferKind) =>
      withClaim(ended, { transfers: [moved(kind, argued.id, [held, account.availableId], 1n)] });
    // Where the fee is all of it, nothing else was posted.
    for (const kind of ['payin_settle', 'payin_fee', 'payin_reward', 'payin_excess'] as const) {
      expect(follows(posted(kind), accept()).changes.transfers).toEqual([
        moved('correction_sum', 'decision', [available, account.availableId], 1_020_942_407n),
        moved('correction_fee', 'decision', [available, feeAccountId], 26_178_011n),
      ]);
    }
    // One that has only ended has transfers, too.
    const rehold = moved('payin_rehold', argued.id, [available, held], argued.makerSum);
    expect(follows(posted('payin_release'), accept()).changes.transfers).toEqual([rehold, ...settled]);
  });

  it('moves the difference, where the deal was completed with another sum', () => {
    const paid = { claim: { from: 'completed', reason: 'invalid_sum' }, invoice: { disputedFrom: 'paid' } } as const;
    expect(plansOf(withClaim(paid), accept())).toEqual([base, { ...base, ...lookedAt }]);
    expect(follows(withClaim(paid), accept({ amount: '900' })).changes.transfers).toEqual([
      moved('correction_sum', 'decision', [account.availableId, available], 102_094_241n),
      moved('correction_fee', 'decision', [feeAccountId, available], 2_617_801n),
    ]);
    expect(follows(withClaim(paid), accept()).changes.transfers).toBeUndefined();
  });

  it.each(['0', '-1', '1.001', '', '92233720368547758.08'])('refuses the sum "%s"', (amount) => {
    const refused = fault('invalid_amount', { field: 'amount', subunit: 2 });
    expect(act(withClaim(), accept({ amount }))).toEqual(refused);
  });

  it('takes the largest sum that can be stored, if only the maker had it', () => {
    expect(codeOf(act(withClaim(), accept({ amount: formatAmount(minorMax, 2) })))).toBe('maker_funds');
  });
});

describe('a claim that money came, where money is held for its deal', () => {
  const money = arrival({ dealId: argued.id });
  const waits = (change: Parameters<typeof arrival>[0], claim: Claim = {}) =>
    withClaim(claim, { arrivals: [{ ...money, ...change }] });
  const matched = (change: Parameters<typeof arrival>[0]) => [
    { ...money, ...change, status: 'matched', resolvedAt: noon },
  ];

  it.each(['late', 'automation_off', 'short'] as const)(
    'is that money, held as %s: it cannot be sent back later',
    (exception) => {
      expect(follows(waits({ exception }), accept()).changes.arrivals).toEqual(matched({ exception }));
      const found = { amount: fiat(99_999n), exception };
      expect(follows(waits(found), accept({ amount: '999.99' })).changes.arrivals).toEqual(matched(found));
      const rejected = reject({ verdict: 'paid' });
      const claim = { claim: { reason: 'no_payment' as const } };
      expect(follows(waits({ exception }, claim), rejected).changes.arrivals).toEqual(matched({ exception }));
    },
  );

  it('is that money for a deal that had ended, too', () => {
    const ended = { claim: { from: 'expired' as const }, invoice: { disputedFrom: 'expired' as const } };
    expect(follows(waits({ exception: 'late' }, ended), accept()).changes.arrivals).toEqual(
      matched({ exception: 'late' }),
    );
  });

  it.each<[string, Parameters<typeof arrival>[0]]>([
    ['of another sum', { amount: fiat(99_999n) }],
    ['that may be older than the deal', { exception: 'before_deal' }],
    ['that came besides', { exception: 'twice' }],
    ['of another deal', { dealId: 'another' }],
    ['that was sent back', { status: 'returned', resolvedAt: noon }],
  ])('is not money %s', (_what, change) => {
    expect(follows(waits(change), accept()).changes.arrivals).toBeUndefined();
  });

  it('sees what came for the deal, and locks what it takes', () => {
    const first = { ...base, ...lookedAt };
    expect(plansOf(waits({ exception: 'late' }), accept())).toEqual([
      base,
      first,
      { ...first, arrivalIds: [money.id] },
    ]);
    expect(plansOf(waits({ exception: 'twice' }), accept())).toEqual([base, first]);
  });
});

describe('a claim "no_payment" over a payin that is not paid', () => {
  it.each(['transfer_waiting', 'transfer_confirmed', 'canceled', 'expired'] as const)(
    'is an appeal for a payer who has paid, and accepting it pays the store: from %s',
    (from) => {
      const disputedFrom = from === 'canceled' || from === 'expired' ? from : 'new';
      const { result, changes } = follows(
        withClaim({ claim: { reason: 'no_payment', from }, invoice: { disputedFrom } }),
        accept(),
      );
      expect(result.invoice).toMatchObject({ status: 'paid', receivedSum: argued.askedSum });
      expect(changes.transfers).toEqual(expect.arrayContaining(settled));
      expect(changes.deals).toMatchObject([{ status: 'completed', dispute: { result: 'ACCEPTED' } }]);
      expect(changes.audits).toEqual([auditOf('accept-dispute', { amount: null, verdict: 'paid', next: null })]);
    },
  );
});

describe('a claim that no money came of a payin that is paid, which is accepted', () => {
  const none = { claim: { reason: 'no_payment', from: 'completed' }, invoice: { disputedFrom: 'paid' } } as const;

  it('takes back what was paid, by transfers of its own, and opens the invoice again', () => {
    const { result, changes } = follows(withClaim(none), accept());
    expect(changes.transfers).toEqual([
      moved('correction_sum', 'decision', [account.availableId, available], 1_020_942_407n),
      moved('correction_fee', 'decision', [feeAccountId, available], 26_178_011n),
    ]);
    expect(result.invoice).toMatchObject({ status: 'new', disputedFrom: null, receivedSum: null });
    expect(changes.deals).toMatchObject([{ status: 'canceled', dispute: { result: 'ACCEPTED' } }]);
    expect(changes.audits).toEqual([auditOf('accept-dispute', { amount: null, verdict: 'not_paid', next: null })]);
    expect(changes.disputeFacts).toEqual([factOf('accepted')]);
  });

  it.each<[string, Claim, DecideDispute['decision']]>([
    ['accepts that none came', none, { kind: 'accept', amount: null, next: null, isOthersMoney: true }],
    [
      'finds it with a claim about the sum',
      { claim: { reason: 'invalid_sum', from: 'completed' }, invoice: { disputedFrom: 'paid' } },
      { kind: 'reject', result: 'UNKNOWN', verdict: 'not_paid', isOthersMoney: true },
    ],
  ])(
    'holds money again that was matched to the deal by mistake, and proposes no deal for it: %s',
    (_, claim, decision) => {
      const matched = arrival({ status: 'matched', exception: 'late', resolvedAt: noon - 5 });
      const service = () => withClaim(claim, { arrivals: [matched] });
      const { result, changes } = follows(service(), decide(decision));
      const released = { ...matched, status: 'held', exception: 'nobody', dealId: null, resolvedAt: null };
      expect(changes.arrivals).toEqual([released]);
      expect(changes.transfers?.map(({ kind }) => kind)).toEqual(['correction_sum', 'correction_fee']);
      expect(result.invoice).toMatchObject({ status: 'new' });
      expect(changes.audits).toMatchObject([{ details: { verdict: 'not_paid', releasedArrival: matched.id } }]);
      const seen = { ...base, ...lookedAt };
      expect(plansOf(service(), decide(decision))).toEqual([
        base,
        expect.objectContaining(seen),
        expect.objectContaining({ ...seen, arrivalIds: [matched.id] }),
      ]);
    },
  );

  it('is still refused where more money is held for the deal, or where none is matched', () => {
    const held = arrival({ id: 'second', reference: 'line 2' });
    const both = withClaim(none, { arrivals: [arrival({ status: 'matched', resolvedAt: noon }), held] });
    const refused = fault('arrival_undecided', { arrivalId: held.id });
    expect(act(both, accept({ isOthersMoney: true }))).toEqual(refused);
    const missing = fault('arrival_not_matched', { field: 'isOthersMoney' });
    expect(act(withClaim(none), accept({ isOthersMoney: true }))).toEqual(missing);
  });

  it('is refused while the bank’s own line is the deal’s money, unless the line is marked as others’ money', () => {
    const paid = { claim: { reason: 'no_payment', from: 'completed' }, invoice: { disputedFrom: 'paid' } } as const;
    const withLine = () => {
      const service = withClaim(paid);
      service.bankLines.set(argued.id, { dealId: argued.id, lineId: '71', day: '2026-01-08' });
      return service;
    };
    expect(act(withLine(), accept())).toEqual(fault('line_of_deal', { day: '2026-01-08', lineId: '71' }));
    const { result, changes } = follows(withLine(), accept({ isOthersMoney: true }));
    expect(result.invoice).toMatchObject({ status: 'new' });
    expect(changes.arrivals).toBeUndefined();
    expect(changes.audits).toMatchObject([{ details: { verdict: 'not_paid', releasedLine: '71' } }]);
    const [rejected] = follows(withLine(), reject()).changes.audits ?? [];
    expect(rejected?.details).toEqual({ result: 'FRAUD_CONFIRM_DOCS' });
  });

  it('says whose line is released, where it came with another sum than was found', () => {
    const short = { claim: { reason: 'invalid_sum', from: 'completed' }, invoice: { disputedFrom: 'paid' } } as const;
    const detailsOf = (amount: string) => {
      const service = withClaim(short);
      service.bankLines.set(argued.id, { dealId: argued.id, lineId: '71', day: '2026-01-08' });
      return follows(service, accept({ amount })).changes.audits?.[0]?.details;
    };
    expect(detailsOf('900')).toMatchObject({ amount: '900', releasedLine: '71' });
    expect(detailsOf('1000')).not.toHaveProperty('releasedLine');
  });

  it('takes no money from a deal that was paid after all', () => {
    const matched = arrival({ status: 'matched', resolvedAt: noon });
    const { changes } = follows(withClaim({}, { arrivals: [matched] }), accept({ isOthersMoney: true }));
    expect(changes.arrivals).toBeUndefined();
  });

  it('is refused while money is there that came for the deal', () => {
    const [matched, waiting] = [{ status: 'matched', resolvedAt: noon } as const, {}];
    const refused = (code: 'arrival_matched' | 'arrival_undecided') => fault(code, { arrivalId: arrival().id });
    const withMoney = (change: object) => withClaim(none, { arrivals: [arrival(change)] });
    expect(act(withMoney(matched), accept())).toEqual(refused('arrival_matched'));
    expect(act(withMoney(waiting), accept())).toEqual(refused('arrival_undecided'));
    expect(codeOf(act(withMoney({ status: 'returned', resolvedAt: noon }), accept()))).toBe('done');
    expect(codeOf(act(withMoney({ dealId: 'another' }), accept()))).toBe('done');
    // The money that is there does not keep a claim from being accepted that says so.
    expect(codeOf(act(withClaim({}, { arrivals: [arrival(waiting)] }), accept()))).toBe('done');
  });

  it('has no sum and no rate', () => {
    expect(act(withClaim(none), accept({ amount: '1' }))).toEqual(fault('claim_has_no_sum', { field: 'amount' }));
    expect(act(withClaim(none), accept({ rate: 'now' }))).toEqual(fault('claim_has_no_sum', { field: 'rate' }));
    expect(codeOf(act(withClaim(none), accept({ rate: null })))).toBe('done');
  });
});

describe('an invoice that would be open again', () => {
  const named = { internalId: 'order', holdsName: false } as const;
  const twin = (change: Partial<Invoice> = {}) => invoice({ id: 'twin', internalId: 'order', ...change });
  const earlier = { storeId: 1, internalId: 'order', type: 'in', amount: fiat(100_000n), currency: 'RUB' };
  const none = {
    claim: { reason: 'no_payment', from: 'completed' },
    invoice: { ...named, disputedFrom: 'paid' },
  } as const;
  const withTwin = (claim: Claim, change: Partial<Invoice> = {}) =>
    smallService(catalogue, { ...rowsOf(claim), invoices: [{ ...claimed, ...claim.invoice }, twin(change)] });

  it.each<[string, Claim, DecideDispute['decision']]>([
    ['no money came', none, { kind: 'accept', amount: null, next: null }],
    ['the claim is wrong', { invoice: named }, { kind: 'reject', result: 'UNKNOWN' }],
  ])('is refused while another one of its name is open, when %s', (_what, claim, decision) => {
    expect(act(withTwin(claim), decide(decision))).toEqual(fault('same_invoice_open', { invoiceId: 'twin' }));
    const paid = withTwin(claim, { status: 'paid', holdsName: true });
    expect(codeOf(act(paid, decide(decision)))).toBe('done');
    expect(codeOf(act(withTwin(claim, { askedSum: fiat(1n) }), decide(decision)))).toBe('done');
    expect(codeOf(act(withClaim(claim), decide(decision)))).toBe('done');
    expect(plansOf(withClaim(claim), decide(decision))).toEqual([base, { ...base, ...lookedAt, earlier }]);
  });

  it.each<[string, Claim, ReturnType<typeof accept>]>([
    ['that has no name', { ...none, invoice: { ...none.invoice, internalId: null } }, accept()],
    ['whose name is empty', { ...none, invoice: { ...none.invoice, internalId: '' } }, accept()],
    ['whose time has passed', { ...none, invoice: { ...none.invoice, expireAt: noon } }, accept()],
    ['that goes back to paid', { claim: { from: 'completed' }, invoice: { ...named, disputedFrom: 'paid' } }, reject()],
    [
      'that goes back to expired with its deal',
      { claim: { reason: 'no_payment', from: 'expired' }, invoice: { ...named, disputedFrom: 'expired' } },
      reject({ verdict: 'not_paid' }),
    ],
  ])('is not looked for where it is one %s', (_what, claim, command) => {
    expect(plansOf(withClaim(claim), command)).toEqual([base, { ...base, ...lookedAt }]);
  });

  it('is open again a moment before its time has passed, and expired at it', () => {
    const until = (expireAt: number) =>
      follows(withClaim({ ...none, invoice: { ...none.invoice, expireAt } }), accept()).result;
    expect([until(noon + 1).invoice.status, until(noon).invoice.status]).toEqual(['new', 'expired']);
  });

  it('goes back to open by a rejection, whatever its time', () => {
    const late = { invoice: { ...named, expireAt: noon } };
    expect(plansOf(withClaim(late), reject())[1]).toEqual({ ...base, ...lookedAt, earlier });
    expect(follows(withClaim(late), reject()).result.invoice.status).toBe('new');
    // A deal that had ended goes back, too, when no money came.
    const ended = { claim: { reason: 'no_payment', from: 'canceled' }, ...late } as const;
    expect(plansOf(withClaim(ended), reject({ verdict: 'not_paid' }))[1]).toEqual({ ...base, ...lookedAt, earlier });
  });
});

describe('a claim over a payin that is rejected', () => {
  it.each(Object.values(disputeResults).filter((one) => one !== 'ACCEPTED' && one !== 'AMOUNT_CHANGED'))(
    'leads back to where the deal was, with %s as the reason',
    (result) => {
      const back = { ...argued, status: 'transfer_confirmed', dispute: { ...dispute(), result } };
      const again = { ...claimed, status: 'new', disputedFrom: null, sequence: 2 };
      expect(act(withClaim(), reject({ result }))).toEqual({
        result: { invoice: again, deals: [back] },
        changes: {
          invoices: [again],
          deals: [back],
          notifications: [{ invoice: again, deal: back, createdAt: noon }],
          disputeFacts: [factOf('rejected')],
          audits: [auditOf('reject-dispute', { result })],
        },
      });
    },
  );

  it('does not decide about the money that is held for the deal, unless it says so', () => {
    const service = () => withClaim({}, { arrivals: [arrival()] });
    expect(codeOf(act(service(), reject()))).toBe('done');
    expect(codeOf(act(service(), reject({ verdict: 'not_paid' })))).toBe('arrival_undecided');
  });

  it.each(['canceled', 'expired'] as const)(
    'leaves everything as it is, where the deal had %s without money',
    (from) => {
      const ended = { claim: { reason: 'no_payment', from }, invoice: { disputedFrom: from } } as const;
      const { result, changes } = follows(withClaim(ended), reject({ verdict: 'not_paid' }));
      expect(result.invoice.status).toBe(from);
      expect(result.deals).toMatchObject([{ status: from, dispute: { result: 'FRAUD_CONFIRM_DOCS' } }]);
      expect(changes.transfers).toBeUndefined();
    },
  );

  it('finds a payin unpaid that was paid, whatever the claim says about its sum', () => {
    const paid = {
      claim: { reason: 'invalid_sum', from: 'completed', amount: '900' },
      invoice: { disputedFrom: 'paid' },
    } as const;
    const { result, changes } = follows(withClaim(paid), reject({ verdict: 'not_paid' }));
    expect(result.invoice).toMatchObject({ status: 'new', receivedSum: null });
    expect(changes.transfers?.map(({ kind }) => kind)).toEqual(['correction_sum', 'correction_fee']);
    expect(changes.deals).toMatchObject([{ status: 'canceled', dispute: { result: 'FRAUD_CONFIRM_DOCS' } }]);
  });

  it('leaves a payin paid, or corrects it, where none is said to have come', () => {
    const paid = { claim: { reason: 'no_payment', from: 'completed' }, invoice: { disputedFrom: 'paid' } } as const;
    const word = (amount: string | null) => follows(withClaim(paid), reject({ verdict: 'paid', amount }));
    expect(word(null).changes.transfers).toBeUndefined();
    expect(word('900').result.invoice).toMatchObject({ status: 'paid', receivedSum: 90_000n });
    expect(word('900').changes.deals).toMatchObject([{ dispute: { result: 'FRAUD_CONFIRM_DOCS' } }]);
  });

  it.each(['transfer_waiting', 'transfer_confirmed'] as const)(
    'says what became of the money: none came (%s)',
    (from) => {
      const { changes } = follows(withClaim({ claim: { from } }), reject({ verdict: 'not_paid' }));
      expect(changes.transfers).toEqual([moved('payin_release', argued.id, [held, available], argued.makerSum)]);
      expect(changes.deals).toMatchObject([{ status: 'canceled', dispute: { result: 'FRAUD_CONFIRM_DOCS' } }]);
      const details = { result: 'FRAUD_CONFIRM_DOCS', amount: null, verdict: 'not_paid', next: null };
      expect(changes.audits).toEqual([auditOf('reject-dispute', details)]);
    },
  );

  it('says what became of the money: it came, and this much of it', () => {
    const none = { claim: { reason: 'no_payment' } } as const;
    const { changes } = follows(withClaim(none), reject({ verdict: 'paid', amount: '900', result: 'UNKNOWN' }));
    expect(changes.deals).toMatchObject([
      { status: 'completed', receivedSum: 90_000n, dispute: { result: 'UNKNOWN' } },
    ]);
    const details = { result: 'UNKNOWN', amount: '900', verdict: 'paid', next: null };
    expect(changes.audits).toEqual([auditOf('reject-dispute', details)]);
  });

  it.each<[DisputeReason, DealDispute['from'], 'paid' | 'not_paid', string]>([
    ['has_payment', 'transfer_confirmed', 'paid', 'not_paid'],
    ['no_payment', 'transfer_waiting', 'paid', 'not_paid'],
    ['has_payment', 'expired', 'paid', 'not_paid'],
    ['no_payment', 'completed', 'not_paid', 'paid'],
    ['unknown', 'completed', 'paid', 'not_paid'],
  ])('cannot say of %s about a deal that was %s that it is %s', (reason, from, verdict, choices) => {
    const refused = fault('verdict_not_open', { field: 'verdict', choices });
    expect(act(withClaim({ claim: { reason, from } }), reject({ verdict }))).toEqual(refused);
  });

  it('has no sum and no rate where it says nothing about the money', () => {
    expect(act(withClaim(), reject({ amount: '1' }))).toEqual(fault('claim_has_no_sum', { field: 'amount' }));
    expect(act(withClaim(), reject({ rate: 'now' }))).toEqual(fault('claim_has_no_sum', { field: 'rate' }));
    expect(codeOf(act(withClaim(), reject({ amount: null, rate: null, verdict: null })))).toBe('done');
  });
});

describe('who decides a dispute, and when', () => {
  it.each([makerOne, merchantOne])('is never a $role, who gains by it', (actor) => {
    expect(codeOf(act(withClaim(), accept({}, actor)))).toBe('own_word');
    expect(codeOf(act(withClaim(), reject({}, actor)))).toBe('own_word');
    expect([accept({}, actor).saidBy, reject({}, actor).saidBy]).toEqual([actor, actor]);
  });

  it.each(['new', 'paid', 'canceled', 'expired'] as const)('is refused while the invoice is %s', (status) => {
    const none = { invoices: [{ ...claimed, status }], deals: [deal({ status: 'completed' })] };
    for (const command of [accept(), reject()]) {
      expect(act(smallService(catalogue, none), command)).toEqual(fault('not_in_dispute', { status }));
      expect(act(withClaim({ invoice: { status } }), command)).toEqual(fault('not_in_dispute', { status }));
    }
  });

  it('is refused where no deal of the invoice is in dispute', () => {
    const refused = fault('not_in_dispute', { status: 'dispute' });
    expect(act(withClaim({ deal: { status: 'completed' } }), accept())).toEqual(refused);
  });

  it('is an operator once: the second decision is refused', () => {
    const service = withClaim();
    follows(service, reject());
    expect(act(service, accept())).toEqual(fault('not_in_dispute', { status: 'new' }));
    expect(act(smallService(catalogue), accept())).toEqual(fault('not_found'));
  });

  it('settles an overdue transfer with the rate of now, which is written down', () => {
    const setting = (value: bigint) => ({ rate: rate(value), setAt: noon, ageMaxMs: null });
    const rates = new Map([['USDT/RUB', { in: setting(10_000_000_000n), out: setting(1n) }]]);
    const old = () =>
      smallService(catalogueOf([requisite(1)], { rates }), rowsOf({ deal: { confirmedAt: noon - 86_400_000 } }));
    expect(codeOf(act(old(), accept()))).toBe('rate_moved');
    const { changes } = follows(old(), accept({ rate: 'now' }));
    expect(changes.deals).toMatchObject([{ rate: 10_000_000_000n, makerSum: 1_000_000_000n }]);
    const details = { amount: null, verdict: 'paid', next: null, rate: 'now' };
    expect(changes.audits).toEqual([auditOf('accept-dispute', details)]);
    expect(codeOf(act(withClaim(), accept({ rate: 'now' })))).toBe('rate_fixed');
  });
});
