import {
  type Entry,
  type NumberKind,
  numberKinds,
  type OptionRecord,
  type OptionTraits,
  phonePrefixPattern,
  readOptionTraits,
} from '../domain/catalogue/option-record.ts';
import { type EntryName, entryText, type Kind, kinds } from '../domain/catalogue/reference-data.ts';
import { readReferenceData } from '../domain/catalogue/reference-file.ts';
import { addCatalogueEntry, type NewEntry } from '../settings/catalogue/add-catalogue-entry.ts';
import { changeCatalogueEntry } from '../settings/catalogue/change-catalogue-entry.ts';
import { loadCatalogue } from '../settings/catalogue/load-catalogue.ts';
import { orderCatalogue } from '../settings/catalogue/order-catalogue.ts';
import { removeCatalogueEntry } from '../settings/catalogue/remove-catalogue-entry.ts';
import { type CliCall, type CliCommand, type CliResult, table, UsageError } from './command-line.ts';
import { givenFile } from './given-file.ts';
import { openCatalogue, reasonOption, runAct, textOption, withDatabase } from './session.ts';

const kind = { name: 'kind', text: 'currency, bank or option' } as const;
const code = { name: 'code', text: 'such as KZT, ros_bank or TO_CARD' } as const;
const currencyOption = { currency: { value: 'code', text: 'of a bank: its currency' } } as const;
const nameOptions = {
  name: { value: 'text', text: 'the name for people' },
  'name-ru': { value: 'text', text: 'the name in Russian' },
  aliases: { value: 'codes', text: 'of a bank: other codes that requests may use, with commas between them' },
} as const;

const load: CliCommand = {
  name: 'catalogue load',
  summary: 'Load the starter catalogue: the usual currencies, banks and ways to pay',
  notes: 'It only adds. What is there stays as it is, so it can be loaded again.',
  options: {
    file: { value: 'path', text: 'a file of your own in the form of catalogue/starter.json' },
    ...reasonOption,
  },
  async run(call) {
    const path = textOption(call, 'file');
    const data = path === undefined ? null : readReferenceData(await givenFile(path));
    const report = await runAct(call, loadCatalogue, { data });
    const lines = (['currencies', 'banks', 'options'] as const).map((name) => {
      const added = report.added[name];
      const codes = added.length === 0 ? '' : `: ${added.join(', ')}`;
      return `${name}: ${added.length} added, ${report.present[name]} there already${codes}`;
    });
    return { text: `${lines.join('\n')}\n`, data: report };
  },
};

const list: CliCommand = {
  name: 'catalogue list',
  summary: 'List currencies, banks and ways to pay',
  async run(call) {
    const { currencies, banks, options } = await withDatabase(call, openCatalogue);
    const rows = [
      ...[...currencies.values()].map((one) => row('currency', one.code, one, '')),
      ...options.map((one) =>
        row('option', one.code, one, `${one.currencies.join(', ')}; ${one.numberKinds.join(', ')}`),
      ),
      ...banks.map((one) =>
        row('bank', entryText(one), one, one.aliases.length === 0 ? '' : `also ${one.aliases.join(', ')}`),
      ),
    ];
    const nothing = 'There is nothing yet. "quittance catalogue load" adds what is usual.';
    return {
      text: `${rows.length === 0 ? nothing : table(rows)}\n`,
      data: { currencies: [...currencies.values()], banks, options },
    };
  },
};

function row(kind: Kind, code: string, { name, nameRu, isEnabled }: Entry, more: string): readonly string[] {
  return [kind, code, name, nameRu ?? '', isEnabled ? '' : 'off', more];
}

const add: CliCommand = {
  name: 'catalogue add',
  summary: 'Add a currency, a bank or a way to pay',
  words: [kind, code],
  options: {
    ...currencyOption,
    ...nameOptions,
    subunit: { value: 'digits', text: 'of a currency: how many fraction digits it has; 2 when absent' },
    currencies: { value: 'codes', text: 'of an option: the currencies it is for, with commas between them' },
    numbers: { value: 'kinds', text: `of an option: what its numbers are: ${Object.keys(numberKinds).join(', ')}` },
    'phone-prefix': { value: 'prefix', text: 'of an option: what its phone numbers begin with, such as +7' },
    link: { text: 'of an option: its deals carry a link that pays them; its numbers are links' },
    'needs-bank': { text: 'of an option: a payout by it names the bank' },
    ...reasonOption,
  },
  async run(call) {
    const entry = entryOf(call);
    const input = newEntry(call, entry);
    await runAct(call, addCatalogueEntry, input);
    return done(entry, 'is added');
  },
};

const rename: CliCommand = {
  name: 'catalogue rename',
  summary: 'Give a currency, bank or way to pay another name, or a bank other codes beside its own',
  words: [kind, code],
  options: { ...currencyOption, ...nameOptions, ...reasonOption },
  async run(call) {
    const entry = entryOf(call);
    const [name, nameRu, aliases] = [textOption(call, 'name'), textOption(call, 'name-ru'), aliasesOf(call)];
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(nameRu === undefined ? {} : { nameRu: nameRu === '' ? null : nameRu }),
      ...(aliases === undefined ? {} : { aliases }),
    };
    if (Object.keys(change).length === 0) throw new UsageError('Give --name, --name-ru or --aliases.');
    await runAct(call, changeCatalogueEntry, { name: entry, change });
    return done(entry, 'is changed');
  },
};

const switchEntry: CliCommand = {
  name: 'catalogue switch',
  summary: 'Switch a currency, bank or way to pay on or off',
  notes: 'With one that is off nothing new is begun. What runs goes on.',
  words: [kind, code, { name: 'state', text: 'on or off' }],
  options: { ...currencyOption, ...reasonOption },
  async run(call) {
    const entry = entryOf(call);
    const state = call.words[2];
    if (state !== 'on' && state !== 'off') throw new UsageError(`<state> is "${state}"; give on or off.`);
    const change = { isEnabled: state === 'on' };
    await runAct(call, changeCatalogueEntry, { name: entry, change });
    return done(entry, `is ${state}`);
  },
};

const order: CliCommand = {
  name: 'catalogue order',
  summary: 'Put currencies, banks or ways to pay in another order',
  notes: 'Those that are not named follow as they stood.',
  words: [kind, { name: 'codes', text: 'those that come first, with commas between them' }],
  options: { ...currencyOption, ...reasonOption },
  async run(call) {
    const { kind, currency } = entryOf(call);
    const codes = commas(call.words[1] ?? '');
    await runAct(call, orderCatalogue, { kind, currency, codes });
    return { text: 'The order is changed.\n', data: { kind, currency, codes } };
  },
};

const remove: CliCommand = {
  name: 'catalogue remove',
  summary: 'Remove a currency, bank or way to pay that nothing has used',
  words: [kind, code],
  options: { ...currencyOption, ...reasonOption },
  async run(call) {
    const entry = entryOf(call);
    await runAct(call, removeCatalogueEntry, entry);
    return done(entry, 'is removed');
  },
};

export const catalogueCommands: readonly CliCommand[] = [load, list, add, rename, switchEntry, order, remove];

function newEntry(call: CliCall, { kind, currency, code }: EntryName): NewEntry {
  const names = { name: textOption(call, 'name') ?? code, nameRu: textOption(call, 'name-ru') ?? null };
  switch (kind) {
    case 'currency':
      return { kind, entry: { code, ...names, subunit: subunitOf(call) } };
    case 'bank':
      return { kind, entry: { currency: currency ?? '', code, ...names, aliases: aliasesOf(call) ?? [] } };
    case 'option':
      return { kind, entry: { code, ...names, ...optionOf(call) } };
  }
}

function entryOf(call: CliCall): EntryName {
  const [kind = '', code = ''] = call.words;
  if (!Object.hasOwn(kinds, kind)) throw new UsageError(`<kind> is "${kind}"; give ${Object.keys(kinds).join(', ')}.`);
  const currency = textOption(call, 'currency') ?? null;
  if ((kind === 'bank') !== (currency !== null)) {
    throw new UsageError('A bank goes with --currency, and nothing else does.');
  }
  return { kind: kind as Kind, currency, code };
}

function done(entry: EntryName, what: string): CliResult {
  return { text: `${entryText(entry)} ${what}.\n`, data: entry };
}

function aliasesOf(call: CliCall): readonly string[] | undefined {
  const text = textOption(call, 'aliases');
  return text === undefined ? undefined : commas(text);
}

function optionOf(call: CliCall): Pick<OptionRecord, 'currencies'> & OptionTraits {
  const hasLink = call.options['link'] === true;
  const kinds = commas(textOption(call, 'numbers') ?? (hasLink ? 'link' : ''));
  const unknown = kinds.find((one) => !Object.hasOwn(numberKinds, one));
  if (unknown !== undefined || kinds.length === 0) {
    throw new UsageError(`--numbers is "${kinds.join(',')}"; give some of ${Object.keys(numberKinds).join(', ')}.`);
  }
  const phonePrefix = textOption(call, 'phone-prefix') ?? null;
  if (phonePrefix !== null && !new RegExp(phonePrefixPattern).test(phonePrefix)) {
    throw new UsageError(`--phone-prefix is "${phonePrefix}"; give a plus and digits.`);
  }
  return {
    currencies: commas(textOption(call, 'currencies') ?? ''),
    ...readOptionTraits({
      numberKinds: kinds as NumberKind[],
      phonePrefix,
      hasLink,
      needsBank: call.options['needs-bank'] === true,
    }),
  };
}

function commas(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function subunitOf(call: CliCall): number {
  const text = textOption(call, 'subunit') ?? '2';
  if (!/^(\d|1[0-8])$/.test(text)) throw new UsageError(`--subunit is "${text}"; give a number from 0 to 18.`);
  return Number(text);
}
