import { offeredOptions } from '../../domain/catalogue/reference-entries.ts';
import { type RequisiteSettings, readRequisite } from '../../domain/makers/requisite-settings.ts';
import { type OpeningStep, usualLimitsOf, usualTerms } from '../../domain/overview/opening.ts';
import { isReservedName } from '../../domain/people/audit.ts';
import { loginPattern } from '../../domain/people/people.ts';
import { parseRate } from '../../domain/rates/rates.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import { percentText } from '../../domain/text/percent.ts';
import { AppError } from '../../errors/app-error.ts';
import { refusalText } from '../refusal-text.ts';
import type { Asker } from './ask.ts';
import type { SetupWork } from './do.ts';

/** Asks for what is missing, step by step, and does each step before the next question: it can be stopped anywhere. */
export async function askForSteps(
  asker: Asker,
  work: SetupWork,
  missing: (name: OpeningStep['name']) => boolean,
): Promise<void> {
  const steps: readonly [boolean, () => Promise<void>][] = [
    [missing('operators'), () => askForOperators(asker, work)],
    [missing('catalogue'), () => askForCatalogue(asker, work)],
    [missing('rates'), () => askForRates(asker, work)],
    [missing('merchant') || missing('store') || missing('api-key'), () => askForStore(asker, work)],
    [missing('maker'), () => askForMaker(asker, work)],
  ];
  for (const [isMissing, step] of steps) {
    if (isMissing) await again(step);
  }
}

/** A refusal is told, and the step is asked anew: nothing of it was done, or what was done is found there. */
async function again(step: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      process.stderr.write(`  ${answersFault(error)}\n`);
    }
  }
}

/** What else goes wrong is not the answer's fault. */
function answersFault(error: unknown): string {
  if (error instanceof AppError) return refusalText(error);
  throw error;
}

async function askForOperators(asker: Asker, work: SetupWork): Promise<void> {
  process.stderr.write('\nOperators. Two people, so that one alone cannot send money away.\n');
  for (;;) {
    const login = await asker.ask('Login of an operator; empty to go on', '', (given) =>
      given === '' ? null : loginFault(given),
    );
    if (login === '') return;
    await work.operator({ login });
  }
}

async function askForCatalogue(asker: Asker, work: SetupWork): Promise<void> {
  process.stderr.write('\nCurrencies, banks and ways to pay.\n');
  if (await asker.agrees('Load the starter catalogue?')) await work.starterCatalogue();
}

async function askForRates(asker: Asker, work: SetupWork): Promise<void> {
  process.stderr.write('\nRates: how much of the payers’ currency one unit of the settlement currency costs.\n');
  const catalogue = await work.catalogue();
  const fiat = await asker.ask('Payers pay in', 'RUB', (given) => currencyFault(catalogue, given));
  const settled = await asker.ask('Accounts are kept in', 'USDT', (given) => currencyFault(catalogue, given));
  const rateFault = (given: string) =>
    parseRate(given) === null ? 'Give a positive number with up to 8 fraction digits, such as 95.50.' : null;
  const payins = await asker.ask(`${fiat} for one ${settled} when payers pay`, '', rateFault);
  const payouts = await asker.ask(`${fiat} for one ${settled} when you pay out`, '', rateFault);
  await work.rate({ pair: `${settled}/${fiat}`, in: payins, out: payouts });
}

async function askForStore(asker: Asker, work: SetupWork): Promise<void> {
  process.stderr.write('\nA merchant with a store.\n');
  const catalogue = await work.catalogue();
  const [pair = 'USDT/RUB'] = catalogue.rates.keys();
  const [settled = '', fiat = ''] = pair.split('/');
  const name = await asker.ask('Name of the store', '', (given) => (given === '' ? 'A store has a name.' : null));
  const currency = await asker.ask('Payers pay in', fiat, (given) => currencyFault(catalogue, given));
  const payin = await asker.ask('Fee of a payin in %', percentText(usualTerms.payinFeeBps), percentFault);
  const payout = await asker.ask('Fee of a payout in %', percentText(usualTerms.payoutFeeBps), percentFault);
  const usual = usualLimitsOf(currency);
  const min = await asker.ask(`Smallest sum in ${currency}`, usual?.min ?? '', sumFault);
  const max = await asker.ask(`Largest sum in ${currency}`, usual?.max ?? '', sumFault);
  const login = await asker.ask('Login of the merchant; empty for none', '', (given) =>
    given === '' ? null : loginFault(given),
  );
  await work.store({
    name,
    currency,
    settlementCurrency: settled,
    network: 'TRC20',
    payinFeeBps: bpsOf(payin),
    payoutFeeBps: bpsOf(payout),
    min,
    max,
    ...(login === '' ? {} : { login }),
  });
}

async function askForMaker(asker: Asker, work: SetupWork): Promise<void> {
  process.stderr.write('\nA maker: who takes the payers’ money, and has deposited what it may owe.\n');
  const catalogue = await work.catalogue();
  const [store] = catalogue.stores.values();
  const currency = store?.currency ?? 'RUB';
  const settlementCurrency = store?.settlementCurrency ?? 'USDT';
  const name = await asker.ask('Name of the maker', '', (given) => (given === '' ? 'A maker has a name.' : null));
  const ways = store === undefined ? [] : offeredOptions(catalogue, store);
  const options = ways.filter((way) => way.currency === currency).map(({ option }) => option.code);
  const option = await asker.ask(`Way to pay (${options.join(', ')})`, options[0] ?? '', (given) =>
    options.includes(given) ? null : 'Give one of them.',
  );
  const banks = catalogue.banks.filter((bank) => bank.currency === currency && bank.isEnabled);
  const bank = await asker.ask('Code of the bank', banks[0]?.code ?? '', (given) =>
    banks.some(({ code }) => code === given) ? null : '"quittance catalogue list" shows the codes.',
  );
  const number = await asker.ask('Number of the card, phone or account', '', (given) =>
    numberFault(catalogue, { option, bank, currency, number: given }),
  );
  const holder = await asker.ask('Name of its holder', '', filled);
  const deposit = await asker.ask(`Deposit in ${settlementCurrency}`, '1000', sumFault);
  const payin = await asker.ask('What it earns of a payin in %, a part of the fee; empty for nothing', '', rewardFault);
  const payout = await asker.ask('What it earns of a payout in %; empty for nothing', '', rewardFault);
  const login = await asker.ask('Login of the maker; empty for none', '', (given) =>
    given === '' ? null : loginFault(given),
  );
  const requisites = [{ option, bank, currency, number, holder }];
  await work.maker({
    name,
    settlementCurrency,
    deposit,
    requisites,
    ...(payin === '' ? {} : { payinRewardBps: bpsOf(payin) }),
    ...(payout === '' ? {} : { payoutRewardBps: bpsOf(payout) }),
    ...(login === '' ? {} : { login }),
  });
}

/** Asked at once, so that a slip does not cost the answers before it. */
function numberFault(catalogue: Catalogue, settings: RequisiteSettings): string | null {
  try {
    readRequisite(catalogue, settings);
    return null;
  } catch (error) {
    return answersFault(error);
  }
}

function filled(given: string): string | null {
  return given === '' ? 'This is needed.' : null;
}

function loginFault(given: string): string | null {
  if (isReservedName(given))
    return 'The audit log uses this login for another party. Take another one, such as a name.';
  return new RegExp(loginPattern).test(given)
    ? null
    : 'A login has a-z, 0-9 and ._@+- only, and two characters or more.';
}

function currencyFault(catalogue: Catalogue, given: string): string | null {
  return catalogue.currencies.get(given)?.isEnabled ? null : 'The catalogue does not have this currency.';
}

function sumFault(given: string): string | null {
  return /^\d{1,15}(\.\d{1,18})?$/.test(given) ? null : 'Give a sum such as 1000 or 99.50.';
}

function percentFault(given: string): string | null {
  return /^\d{1,2}(\.\d{1,2})?$/.test(given) ? null : 'Give a percentage with up to two fraction digits, such as 2.5.';
}

function rewardFault(given: string): string | null {
  return given === '' ? null : percentFault(given);
}

/** "2.5" is 250 basis points. */
function bpsOf(percent: string): number {
  const [whole = '', fraction = ''] = percent.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}
