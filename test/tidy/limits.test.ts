import { expect, it } from 'vitest';
import { codeFiles, isTest, readText } from './repository.ts';

/** Rooms whose statements feed decisions; what is only listed for people is read in others. */
const rooms = [
  'src/storage/statements',
  'src/storage/batch',
  'src/storage/rows',
  'src/storage/settings',
  'src/storage/disputes/dispute-calls.ts',
  'src/storage/phones/phone-messages-again.ts',
  'src/storage/phones/phone-messages.ts',
  'src/storage/reads/arrivals/arrival-doubt.ts',
];

const oneMore = 'one more is asked for; where it is there, nothing is decided';
const unique = 'there is no more: a unique index';
const counted = 'beside it is said whether there are others';
const exists = 'any one is enough: the question is whether there is one';
const steps = 'work to do: the rest is taken at the next step';

/**
 * A decision about money never rests on a list that a `limit` may have cut. The limits of each file in the order of its text, each
 * with the reason why what it leaves out is not needed.
 */
const reasons: Readonly<Record<string, readonly (readonly [limit: string, why: string])[]>> = {
  'migrations/schema.sql': [
    ['count_max', steps],
    ['1', exists],
    ['1', exists],
  ],
  'src/storage/statements/import-work.ts': [
    ['1', steps],
    ['1', steps],
    ['1', 'a note for people: the balance of the day before'],
  ],
  'src/storage/statements/known-money.ts': [['alikeMax + 1', oneMore]],
  'src/storage/statements/statement-files.ts': [
    ['piecesAtOnce', steps],
    ['$2', steps],
  ],
  'src/storage/disputes/dispute-calls.ts': [['$2', steps]],
  'src/storage/phones/phone-messages-again.ts': [
    ['$2', 'older messages stay unread, in front of people'],
    ['$4', steps],
    ['1', 'the nearest equal message on this side'],
    ['$2', steps],
  ],
  'src/storage/phones/phone-messages.ts': [
    ['$4', steps],
    ['$3', steps],
    ['1', 'the newest equal message: older ones are further from this one'],
    ['1', exists],
    ['1', exists],
  ],
  'src/storage/reads/arrivals/arrival-doubt.ts': [
    ['1', exists],
    ['1', exists],
  ],
  'src/storage/rows/answer-rows.ts': [['1', unique]],
  'src/storage/rows/arrival-rows.ts': [
    ['1', unique],
    ['1', unique],
    ['heldArrivalsPerDealMax + 1', oneMore],
  ],
  'src/storage/rows/bank-line-rows.ts': [['1', unique]],
  'src/storage/rows/claim-rows.ts': [['claimsSeenMax', 'more than any limit that they are counted against']],
  'src/storage/rows/deal-rows.ts': [
    ['takingsMaxMost', 'more than any limit that they are counted against'],
    ['1', unique],
    ['1', unique],
    ['1', unique],
    ['1', counted],
    ['1', counted],
  ],
  'src/storage/rows/endpoint-event-rows.ts': [['1', unique]],
  'src/storage/rows/excess-rows.ts': [['dealsPerInvoiceMax', 'there is no more: one for a deal']],
  'src/storage/rows/invoice-rows.ts': [
    ['newestOfNameMax', 'names alone: which invoice answers a repeat; no money moves by it'],
    ['newestOfNameMax', 'the same, of the archive'],
    ['1', unique],
    ['1', unique],
    ['1', unique],
  ],
  'src/storage/rows/payer-rows.ts': [
    ['payinsSeenMax', 'more than any figure that they are compared with'],
    ['payinsSeenMax', 'there is no more: so many are kept'],
  ],
  'src/storage/rows/refund-rows.ts': [
    ['refundsPerInvoiceMax', 'there is no more: each is asked for under the lock of its invoice'],
  ],
  'src/storage/rows/transfer-rows.ts': [['Object.keys(transferKinds).length', 'there is no more: one of a kind']],
  'src/storage/rows/withdrawal-rows.ts': [['1', unique]],
  'src/storage/settings/statements/bank-statements.ts': [['1', exists]],
  'src/storage/settings/ledger/debts.ts': [['1', 'the newest deal']],
  'src/storage/settings/sandbox/demo-world.ts': [['1', exists]],
  'src/storage/settings/people/enrolment-codes.ts': [
    ['1', 'the address that was confirmed first; a mailed code goes to one'],
  ],
  'src/storage/settings/messages/messages.ts': [
    ['1', 'what is in the books comes before what somebody has begun to enter'],
  ],
  'src/storage/settings/ledger/movements.ts': [
    ['1', 'the newest line of the audit log before the time that is looked at'],
  ],
  'src/storage/settings/rates/rate-feeds.ts': [['$2', steps]],
  'src/storage/settings/rates/rates.ts': [
    ['1', 'the newest rate of then, or agreed since'],
    ['1', 'the first there was'],
  ],
  'src/storage/settings/catalogue/reference-rows.ts': [['1', exists]],
  'src/storage/settings/notifications/resending.ts': [
    ['$4', steps],
    ['$4', steps],
  ],
  'src/storage/settings/people/users.ts': [
    ['1', exists],
    ['1', exists],
  ],
};

/** What stands behind each `limit` of a statement. */
function limitsIn(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*(\/\/|--).*$/gm, '');
  return [...code.matchAll(/\blimit (\$\{.+?\}|\$?\w+)(?=[\s;):`']|$)/gim)].map(([, limit = '']) =>
    limit.replace(/^\$\{(.+)\}$/, '$1'),
  );
}

it('says of each limit of a statement that decides why it may cut, or asks for one more', () => {
  const files = codeFiles(...rooms).filter(({ path }) => !isTest(path));
  const texts = [...files, { path: 'migrations/schema.sql', text: readText('migrations/schema.sql') }];
  const found = texts
    .map(({ path, text }) => [path, limitsIn(text)] as const)
    .filter(([, limits]) => limits.length > 0);
  const said = Object.entries(reasons).map(([path, rows]) => [path, rows.map(([limit]) => limit)] as const);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(said));
});
