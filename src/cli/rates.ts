import { formatRate, parseRate } from '../domain/rates/rates.ts';
import { setRate } from '../settings/rates/set-rate.ts';
import { listRates } from '../storage/reads/rates/rate-reads.ts';
import { type CliCall, type CliCommand, table, UsageError } from './command-line.ts';
import { readPair, readType } from './rate-words.ts';
import { reasonOption, runAct, withDatabase } from './session.ts';

const list: CliCommand = {
  name: 'rate list',
  summary: 'List all rates and when they were set',
  async run(call) {
    const rates = (await withDatabase(call, ({ pool }) => listRates(pool))).map((one) => ({
      pair: `${one.settlementCurrency}/${one.fiatCurrency}`,
      type: one.type,
      rate: formatRate(one.rate),
      setAt: new Date(one.setAt).toISOString(),
      ageMaxMs: one.ageMaxMs,
    }));
    return { text: `${table(rates.map((one) => [one.pair, one.type, one.rate, one.setAt]))}\n`, data: rates };
  },
};

const set: CliCommand = {
  name: 'rate set',
  summary: 'Set a rate by hand: fiat for one unit of the settlement currency',
  notes:
    'A running service uses it from the next deal on; deals that run keep theirs. How old it may become stays as it was.',
  words: [
    { name: 'pair', text: 'such as USDT/RUB' },
    { name: 'direction', text: 'in for payins, out for payouts' },
    { name: 'rate', text: 'such as 95.50' },
  ],
  options: { confirm: { text: 'that a rate far from the last one is meant' }, ...reasonOption },
  async run(call) {
    const wish = readWish(call);
    const { settlementCurrency, fiatCurrency, type } = wish;
    // How old it may become stays as it was.
    const input = {
      settlementCurrency,
      fiatCurrency,
      [type]: wish.rate,
      ageMaxMs: undefined,
      isConfirmed: call.options['confirm'] === true,
    };
    await runAct(call, setRate, input);
    const pair = `${settlementCurrency}/${fiatCurrency}`;
    const rate = formatRate(wish.rate);
    return { text: `${pair} ${type} is ${rate}.\n`, data: { pair, type, rate } };
  },
};

export const rateCommands: readonly CliCommand[] = [list, set];

function readWish({ words: [pair = '', type = '', text = ''] }: CliCall) {
  const wish = { ...readPair(pair), type: readType(type) };
  const rate = parseRate(text);
  if (rate === null) throw new UsageError(`<rate> is "${text}"; give a positive number with up to 8 fraction digits.`);
  return { ...wish, rate };
}
