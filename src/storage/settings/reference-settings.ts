import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import {
  changeDetails,
  checkChange,
  type EntryChange,
  type EntryName,
  entryText,
  inOrder,
  type Kind,
  missingFrom,
  type NewBank,
  type NewCurrency,
  type NewOption,
  type ReferenceData,
  readAliases,
  readCurrencies,
  requireFree,
} from '../../domain/reference-data.ts';
import type { Reference } from '../../domain/reference-entries.ts';
import { readReferenceData } from '../../domain/reference-file.ts';
import { AppError } from '../../errors.ts';
import type { Cells } from '../connection.ts';
import { projectFolder } from '../project-folder.ts';
import { readReferenceRows } from '../reads/catalogue-read.ts';
import { inTransaction } from '../transaction.ts';
import { type ByWhom, entry } from './access.ts';
import { deleteEntry, findUse, insertReference, tables, updateEntry } from './reference-rows.ts';
import { writeAudit } from './write-audit.ts';

/** Currencies, banks and ways to pay. Each change is in the audit log, in the same transaction. */
export class ReferenceSettings {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async loadStarter(by: ByWhom): Promise<LoadReport> {
    return await this.load(await readStarterCatalogue(), by);
  }

  /** Adds what is not there yet and touches nothing that is. */
  async load(data: ReferenceData, by: ByWhom): Promise<LoadReport> {
    return await this.#change(async (client, present) => {
      const missing = missingFrom(present, data);
      requireCurrencies(present, missing);
      await insertReference(client, missing);
      const report = reportOf(data, missing);
      const counts = Object.entries(report.added).map(([kind, codes]) => [kind, codes.length] as const);
      await writeAudit(client, [entry(by, 'load_catalogue', 'catalogue', 'all', Object.fromEntries(counts))]);
      return report;
    });
  }

  async addCurrency(currency: NewCurrency, by: ByWhom): Promise<void> {
    await this.#add(
      { kind: 'currency', currency: null, code: currency.code },
      { currencies: [currency], banks: [], options: [] },
      by,
    );
  }

  async addBank(bank: NewBank, by: ByWhom): Promise<void> {
    await this.#add(
      { kind: 'bank', currency: bank.currency, code: bank.code },
      { currencies: [], banks: [bank], options: [] },
      by,
    );
  }

  async addOption(option: NewOption, by: ByWhom): Promise<void> {
    await this.#add(
      { kind: 'option', currency: null, code: option.code },
      { currencies: [], banks: [], options: [option] },
      by,
    );
  }

  async #add(name: EntryName, data: ReferenceData, by: ByWhom): Promise<void> {
    await this.#change(async (client, present) => {
      if (name.currency !== null && !present.currencies.has(name.currency)) {
        throw new AppError('currency_not_allowed', { field: 'currency' });
      }
      requireFree(present, name);
      await insertReference(client, {
        currencies: data.currencies,
        banks: data.banks.map((bank) => ({ ...bank, aliases: readAliases(present, bank, bank.aliases) })),
        options: data.options.map((one) => ({ ...one, currencies: readCurrencies(present, one.currencies) })),
        optionCurrencies: [],
      });
      await writeAudit(client, [entry(by, `add_${name.kind}`, name.kind, entryText(name))]);
    });
  }

  /** All but the code, and the fraction digits of a currency. */
  async change(name: EntryName, wish: EntryChange, by: ByWhom): Promise<void> {
    await this.#change(async (client, present) => {
      requirePresent(present, name);
      const change = checkChange(present, name, wish);
      await updateEntry(client, name, change);
      await writeAudit(client, [entry(by, `change_${name.kind}`, name.kind, entryText(name), changeDetails(change))]);
    });
  }

  /** The named ones first, in this order; the rest follow as they stood. */
  async order(
    {
      kind,
      currency,
      codes,
    }: { readonly kind: Kind; readonly currency: string | null; readonly codes: readonly string[] },
    by: ByWhom,
  ): Promise<void> {
    await this.#change(async (client, present) => {
      const ordered = inOrder(codesOf(present, kind, currency), codes);
      await client.query(
        `update ${tables[kind]} e set position = o.position
         from unnest($1::text[]) with ordinality o(code, position)
         where e.code = o.code and ${kind === 'bank' ? 'e.currency = $2' : '$2::text is null'}`,
        [ordered, currency],
      );
      await writeAudit(client, [entry(by, `order_${kind}`, kind, currency ?? 'all', { order: ordered.join(', ') })]);
    });
  }

  /** Only what nothing names. */
  async remove(name: EntryName, by: ByWhom): Promise<void> {
    await this.#change(async (client, present) => {
      requirePresent(present, name);
      const use = await findUse(client, name);
      if (use !== null) throw new AppError('entry_in_use', { entry: entryText(name), use });
      await deleteEntry(client, name);
      await writeAudit(client, [entry(by, `remove_${name.kind}`, name.kind, entryText(name))]);
    });
  }

  /** One at a time: two who add the same code, or the same alias, would not see each other's. Reading goes on. */
  async #change<Value>(work: (client: pg.PoolClient, present: Reference) => Promise<Value>): Promise<Value> {
    return await inTransaction(this.#pool, async (client) => {
      await client.query(
        'lock table currencies, banks, bank_aliases, options, option_currencies in share row exclusive mode',
      );
      const rows = async (text: string): Promise<Cells[]> => (await client.query({ text, rowMode: 'array' })).rows;
      return await work(client, await readReferenceRows(rows));
    });
  }
}

/** What a load has added, by code, and how many of its entries were there already. */
export interface LoadReport {
  readonly added: Readonly<Record<keyof ReferenceData, readonly string[]>>;
  readonly present: Readonly<Record<keyof ReferenceData, number>>;
}

function reportOf(data: ReferenceData, missing: ReferenceData): LoadReport {
  return {
    added: {
      currencies: missing.currencies.map(({ code }) => code),
      banks: missing.banks.map(entryText),
      options: missing.options.map(({ code }) => code),
    },
    present: {
      currencies: data.currencies.length - missing.currencies.length,
      banks: data.banks.length - missing.banks.length,
      options: data.options.length - missing.options.length,
    },
  };
}

/** A file of somebody's own may name a currency that nobody has added. */
function requireCurrencies(present: Reference, { currencies, banks, options }: ReferenceData): void {
  const known = new Set([...present.currencies.keys(), ...currencies.map(({ code }) => code)]);
  const named = [...banks.map(({ currency }) => currency), ...options.flatMap((option) => option.currencies)];
  const stray = named.find((currency) => !known.has(currency));
  if (stray !== undefined) throw new AppError('catalogue_malformed', { place: stray, what: 'is not there' });
}

/** The set that comes with the service. */
export async function readStarterCatalogue(): Promise<ReferenceData> {
  return readReferenceData(await readFile(join(projectFolder(), 'catalogue', 'starter.json'), 'utf8'));
}

function requirePresent(present: Reference, { kind, currency, code }: EntryName): void {
  if (!codesOf(present, kind, currency).includes(code)) throw new AppError('not_found');
}

function codesOf({ currencies, banks, options }: Reference, kind: Kind, currency: string | null): readonly string[] {
  switch (kind) {
    case 'currency':
      return [...currencies.keys()];
    case 'bank':
      return banks.filter((bank) => bank.currency === currency).map(({ code }) => code);
    case 'option':
      return options.map(({ code }) => code);
  }
}
