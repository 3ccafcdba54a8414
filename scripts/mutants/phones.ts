import type { Mutant } from './mutant.ts';

const statements = 'test/http/operator/bank-statements.test.ts';
const invented = 'test/attacks/invented-arrivals.test.ts';
const money = 'test/http/operator/statement-money.test.ts';
const phones = 'test/http/phones.test.ts';

/** Messages of phones, and banks' statements: who may say what about money that came. */
export const phoneMutants: readonly Mutant[] = [
  {
    name: 'former-token-posts',
    mistake: 'a phone posts messages with a token that was replaced',
    file: 'src/storage/phones/phone-messages.ts',
    text: 'join locked l on l.phone_id = m.phone_id and l.token_hash = m.token_hash order by m.place',
    replacement: 'join locked l on l.phone_id = m.phone_id order by m.place',
    test: {
      file: 'test/engine/replaced-token.test.ts',
      name: 'keeps nothing that comes with a token which was replaced',
    },
  },
  {
    name: 'begun-entry-forgotten',
    mistake: 'a message that somebody has begun to enter becomes a second arrival',
    file: 'src/storage/settings/messages/messages.ts',
    text: 'where $2::int4 is not null) b',
    replacement: 'where $2::int4 is not null and false) b',
    test: { file: phones, name: 'can be finished by who comes after a crash, and by nobody as something else' },
  },
  {
    name: 'money-of-a-statement-twice',
    mistake: 'a message about money that a statement has told of becomes a second arrival',
    file: 'src/workers/phones/phone-reader.ts',
    text: 'if (isTold !== null) return',
    replacement: 'if (isTold === undefined) return',
    test: { file: phones, name: 'is confirmed by the line of a statement' },
  },
  {
    name: 'unread-stays-unread',
    mistake: 'a template that is switched on reads only what comes after it',
    file: 'src/storage/phones/phone-messages-again.ts',
    text: 'set waits_again = true where message_id in (',
    replacement: 'set waits_again = false where message_id in (',
    test: { file: phones, name: 'is read after all when a template is switched on' },
  },
  {
    name: 'maker-has-the-last-word',
    mistake: 'what a maker wrote of a line stays when an operator brings the file',
    file: 'src/storage/statements/line-work.ts',
    text: 'where excluded.is_trusted and not l.is_trusted`,',
    replacement: 'where excluded.is_trusted and l.is_trusted`,',
    test: { file: statements, name: 'says nothing any more about a line that an operator’s file tells of' },
  },
  {
    name: 'unpaid-deal-forgotten',
    mistake: 'a line of the day pays the deal that has the pair, though another one ended that day without money',
    file: 'src/storage/statements/known-money.ts',
    text: "where (d.status in ('canceled', 'expired') or",
    replacement: "where (d.status in ('canceled') or",
    test: {
      file: 'test/http/operator/money-in-place.test.ts',
      name: 'waits for a person where the bank tells only the day, unless both deals are of one invoice',
    },
  },
  {
    name: 'first-of-several-ran',
    mistake: 'another sum pays the first deal that is found, although several ran when it came',
    file: 'src/storage/rows/deal-rows.ts',
    text: 'count(*) over () = 1 as is_only',
    replacement: 'true as is_only',
    test: {
      file: 'test/attacks/other-sum.test.ts',
      name: 'belongs to no deal where several ran when it came, however many younger ones there are',
    },
  },
  {
    name: 'ended-deals-forgotten',
    mistake: 'another sum pays the one deal that runs, although another one has ended since it came',
    file: 'src/storage/rows/deal-rows.ts',
    text: "const ranThen = `type = 'in' and",
    replacement: "const ranThen = `type = 'in' and ended_at is null and",
    test: {
      file: 'test/attacks/other-sum.test.ts',
      name: 'belongs to no deal where one of those that ran when it came has ended since',
    },
  },
  {
    name: 'maker-switches-files-off',
    mistake: "a maker's file of another format keeps an operator's file out",
    file: 'src/storage/statements/known-money.ts',
    text: 'and (is_trusted or not $4::bool)`,',
    replacement: 'and (true or not $4::bool)`,',
    test: { file: statements, name: 'does not switch an operator’s file of another format off' },
  },
  {
    name: 'maker-backs-own-word',
    mistake: "a line that only a maker's file has backs a deal that the maker has settled",
    file: 'src/storage/reads/statements/bank-statement-reads.ts',
    text: 'and not exists (select 1 from bank_lines l where l.deal_id = d.id and l.is_trusted)',
    replacement: 'and not exists (select 1 from bank_lines l where l.deal_id = d.id)',
    test: { file: statements, name: 'neither backs money nor counts for a day that an operator’s file closes' },
  },
  {
    name: 'excess-did-not-come',
    mistake: 'a line over all that came for a deal with an excess kept apart pays another deal',
    file: 'src/storage/rows/settled-deals.ts',
    text: 'coalesce(above.sum, 0)',
    replacement: '0',
    test: { file: money, name: 'has its money in the line of the bank, which pays no other deal' },
  },
  {
    name: 'dispute-takes-money-back',
    mistake: 'the line of a settled deal is taken for new once a dispute is open over the deal',
    file: 'src/storage/rows/settled-deals.ts',
    text: `d.dispute ->> 'from' = 'completed'`,
    replacement: `d.dispute ->> 'from' = 'new'`,
    test: { file: money, name: 'has its money in the line of the bank, which pays no other deal' },
  },
  {
    name: 'cut-list-decides',
    mistake: 'a line is compared with those of its sum that were looked at, though there are more',
    file: 'src/storage/statements/known-money.ts',
    text: `order by t.id desc nulls last limit \${alikeMax + 1}`,
    replacement: `order by t.id desc nulls last limit \${alikeMax}`,
    test: { file: invented, name: 'waits for a person where more are known than are compared' },
  },
  {
    name: 'invention-takes-line',
    mistake: 'a transfer that only a maker has told of takes the bank’s own line from the deal that waits for it',
    file: 'src/storage/statements/known-money.ts',
    text: 'isMakersWord: row.is_makers_word,',
    replacement: 'isMakersWord: false,',
    test: { file: invented, name: 'keeps no line of the bank from the deal that waits for it' },
  },
  {
    name: 'invention-goes-back',
    mistake: 'what only a maker has told of goes back though the bank’s file has no line for it',
    file: 'src/api/operator/arrivals/arrivals.ts',
    text: 'isSecond, isDoubted, isCertain',
    replacement: 'isSecond, isDoubted: isDoubted && false, isCertain',
    test: { file: invented, name: 'is shown beside the line that another deal was paid with' },
  },
  {
    name: 'disabled-operator-reads-on',
    mistake: 'the file of an operator who was disabled is read to its end',
    file: 'src/storage/settings/statements/bank-statements.ts',
    text: 'where user_id = $1 and state in',
    replacement: 'where user_id = -$1 and state in',
    test: { file: money, name: 'is stopped behind the lines under way' },
  },
  {
    name: 'replay-in-the-chain',
    mistake:
      'the balance of a message that is told again is gone on from, and a forged one that follows from it settles',
    file: 'src/workers/phones/phone-reader.ts',
    text: '      const told = arrival.id === id ? null : await this.#messageOf(arrival.id);\n',
    replacement: '      const told = arrival.id === id ? null : await this.#messageOf(arrival.id);\n      accept();\n',
    test: { file: 'test/http/phones.test.ts', name: 'says nothing about balances when it is told again later' },
  },
];
