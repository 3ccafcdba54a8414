import { placeInUse, type RateFeed } from '../domain/rates/rate-feed.ts';
import { type RateSource, requireSources, sourcesMax, sourceText } from '../domain/rates/rate-source.ts';
import { formatRate } from '../domain/rates/rates.ts';
import { askSource } from '../notify/ask-source.ts';
import { changeRateFeed } from '../settings/rates/change-rate-feed.ts';
import { createRateFeed } from '../settings/rates/create-rate-feed.ts';
import { removeRateFeed } from '../settings/rates/remove-rate-feed.ts';
import { listFeeds } from '../storage/reads/rates/rate-feed-reads.ts';
import { type CliCall, type CliCommand, counted, table, UsageError } from './command-line.ts';
import { givenFile, parseJson } from './given-file.ts';
import { readPair, readType } from './rate-words.ts';
import {
  byCli,
  numberOption,
  reasonOption,
  runAct,
  settingsOf,
  textOption,
  wholeNumber,
  withDatabase,
} from './session.ts';

const sourcesOption = {
  sources: { value: 'file', text: 'a JSON file with the list of sources, in the order in which they are asked' },
} as const;

const feedOptions = {
  margin: { value: 'bps', text: 'basis points added to what a source says; --margin=-50 takes half a per cent off' },
  every: { value: 'seconds', text: 'how often to ask (60)' },
  'age-max': { value: 'seconds', text: 'older than this the rate stops new deals; none: it never ages' },
} as const;

const sourcesNote = `The file has a list such as
  [{ "url": "https://market.example/offers", "path": "data", "book": { "from": 3, "to": 5, "price": "adv.price" } },
   { "url": "https://rates.example/usdt.json", "path": "data.price", "time": { "path": "data.at", "ageMaxMs": 120000 } }]
The first source that answers counts. "book" takes the mean of places of an order book; "time" refuses old answers.`;

const list: CliCommand = {
  name: 'rate-feed list',
  summary: 'List where rates come from, and which source is in use',
  async run(call) {
    const feeds = await withDatabase(call, ({ pool }) => listFeeds(pool, { after: 0, limit: feedsMax }));
    const rows = feeds.flatMap((feed) => [
      [String(feed.id), pairOf(feed), feed.type, stateOf(feed)],
      ...feed.sources.map((source, index) => [
        '',
        '',
        String(index + 1),
        [sourceText(source), source.lastError ?? ''].filter((part) => part !== '').join(': '),
      ]),
    ]);
    const data = feeds.map((feed) => ({
      ...feed,
      sources: feed.sources.map(({ lastRate, ...one }) => ({
        ...one,
        lastRate: lastRate === null ? null : formatRate(lastRate),
      })),
    }));
    return { text: feeds.length === 0 ? 'All rates are set by hand.\n' : `${table(rows)}\n`, data };
  },
};

const feedsMax = 1_000;

const create: CliCommand = {
  name: 'rate-feed create',
  summary: 'Let a rate come from sources, in an order',
  notes: sourcesNote,
  words: [
    { name: 'pair', text: 'such as USDT/RUB' },
    { name: 'direction', text: 'in for payins, out for payouts' },
  ],
  options: { sources: { ...sourcesOption.sources, isNeeded: true }, ...feedOptions, ...reasonOption },
  async run(call) {
    const [pair = '', type = ''] = call.words;
    const sources = await readSources(call);
    const feed = await withDatabase(call, (session) =>
      settingsOf(session).run(
        createRateFeed,
        {
          ...readPair(pair),
          type: readType(type),
          sources: sources ?? [],
          marginBps: readMargin(call) ?? 0,
          intervalMs: (numberOption(call, 'every') ?? 60) * 1_000,
          ageMaxMs: readAge(call),
          isEnabled: true,
        },
        byCli(call),
      ),
    );
    return {
      text: `Feed ${feed.id} asks ${counted(feed.sources.length, 'source')} for ${pair} ${type}.\n`,
      data: { id: feed.id },
    };
  },
};

const change: CliCommand = {
  name: 'rate-feed change',
  summary: 'Change where a rate comes from; switch it on or off',
  notes: sourcesNote,
  words: [{ name: 'id', text: 'as rate-feed list shows it' }],
  options: {
    ...sourcesOption,
    ...feedOptions,
    on: { text: 'ask it' },
    off: { text: 'do not ask it: the rate stays as it is' },
    ...reasonOption,
  },
  async run(call) {
    const id = wholeNumber(call.words[0] ?? '', '<id>');
    const isOn = call.options['on'] === true;
    if (isOn && call.options['off'] === true) throw new UsageError('Give --on or --off, not both.');
    const every = numberOption(call, 'every');
    const input = {
      id,
      change: {
        sources: await readSources(call),
        marginBps: readMargin(call),
        intervalMs: every === undefined ? undefined : every * 1_000,
        ageMaxMs: readAge(call),
        isEnabled: isOn || call.options['off'] === true ? isOn : undefined,
      },
    };
    await runAct(call, changeRateFeed, input);
    return { text: `Feed ${id} is changed.\n`, data: { id } };
  },
};

const remove: CliCommand = {
  name: 'rate-feed remove',
  summary: 'Delete a rate feed: its rate is set by hand from then on',
  words: [{ name: 'id', text: 'as rate-feed list shows it' }],
  options: reasonOption,
  async run(call) {
    const id = wholeNumber(call.words[0] ?? '', '<id>');
    await runAct(call, removeRateFeed, { id });
    return { text: `Feed ${id} is removed. The rate stays as it is until somebody sets it.\n`, data: { id } };
  },
};

const tryOut: CliCommand = {
  name: 'rate-feed try',
  summary: 'Ask every source of a file what it says now; nothing is stored',
  notes: sourcesNote,
  options: { sources: { ...sourcesOption.sources, isNeeded: true } },
  async run(call) {
    const sources = (await readSources(call)) ?? [];
    const mode = await withDatabase(call, async ({ config }) => config.mode);
    requireSources(sources, mode);
    const rules = { allowsPrivate: mode === 'sandbox', now: Date.now() };
    const answers = [];
    for (const source of sources) answers.push((await askSource(source, rules, new AbortController().signal)).answer);
    const data = answers.map((answer, index) => ({
      url: sources[index]?.url,
      ...('rate' in answer
        ? { rate: formatRate(answer.rate), prices: answer.prices.map(formatRate), error: null }
        : { rate: null, prices: [], error: answer.failure }),
    }));
    const rows = data.map((one, index) => [String(index + 1), one.url ?? '', one.rate ?? `no rate: ${one.error}`]);
    return { text: `${table(rows)}\n`, data, exitCode: data.some(({ rate }) => rate !== null) ? 0 : 1 };
  },
};

export const rateFeedCommands: readonly CliCommand[] = [list, create, change, remove, tryOut];

function pairOf({ settlementCurrency, fiatCurrency }: RateFeed): string {
  return `${settlementCurrency}/${fiatCurrency}`;
}

function stateOf(feed: RateFeed): string {
  if (!feed.isEnabled) return 'off';
  const place = placeInUse(feed);
  if (place === null) return 'not asked yet';
  return place === 0 ? `${feed.fault}: ${feed.lastError ?? ''}` : `source ${place} is in use`;
}

function readMargin(call: CliCall): number | undefined {
  const text = textOption(call, 'margin');
  if (text === undefined) return undefined;
  if (!/^-?\d{1,4}$/.test(text) || Math.abs(Number(text)) > marginMaxBps) {
    throw new UsageError(`--margin is "${text}"; give basis points from -${marginMaxBps} to ${marginMaxBps}.`);
  }
  return Number(text);
}

const marginMaxBps = 5_000;

function readAge(call: CliCall): number | null | undefined {
  if (textOption(call, 'age-max') === 'none') return null;
  const seconds = numberOption(call, 'age-max');
  return seconds === undefined ? undefined : seconds * 1_000;
}

async function readSources(call: CliCall): Promise<readonly RateSource[] | undefined> {
  const path = textOption(call, 'sources');
  if (path === undefined) return undefined;
  const given = parseJson(await givenFile(path), path);
  if (!Array.isArray(given) || given.length < 1 || given.length > sourcesMax) {
    throw new UsageError(`${path} should have a list of 1 to ${sourcesMax} sources.`);
  }
  return given.map((one, index) => readSource(one, `${path}, source ${index + 1}`));
}

function readSource(given: unknown, where: string): RateSource {
  const source = objectOf(given, where);
  const { url, path = '', book = null, time = null } = source;
  if (typeof url !== 'string' || typeof path !== 'string')
    throw new UsageError(`${where}: give "url" and "path" as text.`);
  return {
    url,
    path,
    book: book === null ? null : readBook(book, where),
    time: time === null ? null : readTime(time, where),
  };
}

function readBook(given: unknown, where: string): RateSource['book'] {
  const { from, to, price = '' } = objectOf(given, `${where}, "book"`);
  if (!isPlace(from) || !isPlace(to) || typeof price !== 'string') {
    throw new UsageError(`${where}, "book": give "from" and "to" as places from 1 on, and "price" as text.`);
  }
  return { from, to, price };
}

function isPlace(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 1_000;
}

function readTime(given: unknown, where: string): RateSource['time'] {
  const { path, ageMaxMs } = objectOf(given, `${where}, "time"`);
  if (typeof path !== 'string' || path === '' || typeof ageMaxMs !== 'number' || !(ageMaxMs >= 1_000)) {
    throw new UsageError(`${where}, "time": give "path" as text and "ageMaxMs" in milliseconds, 1000 or more.`);
  }
  return { path, ageMaxMs: Math.round(ageMaxMs) };
}

function objectOf(given: unknown, where: string): Record<string, unknown> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new UsageError(`${where} should be an object.`);
  }
  return given as Record<string, unknown>;
}
