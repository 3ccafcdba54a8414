import { expect, it } from 'vitest';
import { lawNamesRu } from '../../src/domain/alerts/law-names.ts';
import { settingActs } from '../../src/domain/authority/setting-acts.ts';
import { messageReasons } from '../../src/domain/phones/judge-message.ts';
import { formatTimestamp } from '../../src/domain/text/timestamp.ts';
import { AppError, type ErrorCode, type FaultDetails } from '../../src/errors/app-error.ts';
import { errorCatalogue } from '../../src/errors/catalogue.ts';
import { sealableLaw, sealedLaw } from '../../src/storage/book/book-faults.ts';
import { laws } from '../../src/storage/ledger/law-texts.ts';
import { codes as english } from '../../web/console/text/en/codes.ts';
import { phones } from '../../web/console/text/en/phones.ts';
import { withFigures } from '../../web/console/text/figures.ts';
import { codes } from '../../web/console/text/ru/codes.ts';
import { faults } from '../../web/console/text/ru/faults.ts';
import { codeFiles, isTest, stringOf } from './repository.ts';

/** That both languages have the same keys, the compiler sees; which refusals there are, it cannot. */
it('the console has Russian words for every refusal, and for none that is gone', () => {
  const itsOwn = ['no_connection', 'passkey_canceled', 'unexpected'];
  expect(Object.keys(faults).sort()).toEqual([...Object.keys(errorCatalogue), ...itsOwn].sort());
});

/** A month is two figures, a day three, a timestamp five to the minute. */
const figuresMore: Readonly<Record<string, number>> = {
  invoice_detached: 1,
  line_of_deal: 2,
  payout_given_back: 4,
  payer_too_often: 4,
  payer_blocked: 4,
};

it('the console puts the figures of a refusal into its Russian words', () => {
  const said = (code: ErrorCode, details: FaultDetails) =>
    withFigures(faults[code], new AppError(code, details).message);
  const figures = { change: '89.95 %', limit: '5 %', sum: '10000 RUB', was: '104.71204188 USDT', will: '1041.6 1INCH' };
  expect(said('rate_jump', { before: '95.50', after: '9.60', ...figures })).toMatch(
    /с 95,50 на 9,60, то есть на 89,95 %, .* на 5 %\. Сейчас 10000 RUB — это 104,71204188 USDT, а станет 1041,6 1INCH\./,
  );
  expect(said('invoice_detached', { month: '2025-01' })).toContain('к месяцу 2025-01,');
  expect(said('rates_crossed', { in: '93.50', out: '95' })).toMatch(/выплат 95 выше курса приёма 93,50:/);
  const until = formatTimestamp(Date.parse('2026-01-08T09:05:30Z'));
  expect(said('payer_too_often', { limit: 6, minutes: 60, until })).toBe(
    'За 60 мин плательщик начал платежей: 6, больше магазин не разрешает. Следующий можно начать 08.01.2026 в 09:05 UTC.',
  );
  expect(said('payer_blocked', { count: 3, until })).toBe(
    'Неоплаченных платежей подряд: 3. Плательщик заблокирован до 08.01.2026 09:05 UTC. Снять блокировку может оператор.',
  );
  expect(said('line_of_deal', { day: '2026-01-08', lineId: '71' })).toMatch(/за 08\.01\.2026, строка 71\./);
  expect(said('amount_too_big', { limit: '300000.50' })).toBe('Сумма должна быть не больше 300000,50.');
  expect(said('approvals_missing', { given: 1, needed: 2 })).toBe('Не хватает одобрений: 1 из 2.');
  const open = Object.entries(faults).filter(([code, words]) => {
    const figures = Object.hasOwn(errorCatalogue, code)
      ? (errorCatalogue[code as ErrorCode].message.match(/\{\w+\}/g)?.length ?? 0)
      : 0;
    const most = figures + (figuresMore[code] ?? 0);
    return [...words.matchAll(/\{(\w+)\}/g)].some(([, place]) => !(Number(place) >= 1 && Number(place) <= most));
  });
  expect(open).toEqual([]);
});

it('the console has Russian words for every law of the books, and for none that is gone', () => {
  expect(Object.keys(codes.laws).sort()).toEqual([...Object.keys(laws), sealedLaw, sealableLaw].sort());
});

it('a message about a law says it in the Russian words of the console', () => {
  expect(lawNamesRu).toEqual(codes.laws);
});

it('the console has Russian words for every act on settings, and for none that neither settings nor commands know', () => {
  const known = new Set<string>(Object.keys(settingActs));
  expect([...known].filter((act) => codes.acts[act] === undefined)).toEqual([]);
  for (const { nodes } of codeFiles('src/commands', 'src/settings').filter(({ path }) => !isTest(path)))
    for (const node of nodes) known.add(stringOf(node) ?? '');
  // Two commands make the name of their act from what was decided.
  const composed = ['accept-dispute', 'reject-dispute', 'match-arrival', 'return-arrival'];
  expect(Object.keys(codes.acts).filter((act) => !known.has(act) && !composed.includes(act))).toEqual([]);
});

it('the console has words for everything that the audit log is about', () => {
  const kinds = new Set<string>();
  for (const { nodes } of codeFiles('src/commands', 'src/settings', 'src/domain').filter(({ path }) => !isTest(path)))
    for (const node of nodes)
      if (node.type === 'Property' && node['key'].name === 'subjectKind') kinds.add(stringOf(node['value']) ?? '');
  kinds.delete('');
  expect(kinds.size).toBeGreaterThan(10);
  expect([...kinds].filter((kind) => english.subjects[kind] === undefined)).toEqual([]);
  expect(Object.keys(codes.subjects).sort()).toEqual(Object.keys(english.subjects).sort());
});

it('the console has words for every reason that holds a message before it is an arrival', () => {
  expect(Object.keys(phones.messages.reasons).sort()).toEqual(Object.keys(messageReasons).sort());
});
