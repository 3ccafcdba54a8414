import { moveFunds } from '../commands/move-funds.ts';
import { currencyOf } from '../domain/catalogue.ts';
import { formatAmount } from '../domain/money.ts';
import { createIdSource } from '../engine/id-source.ts';
import { AppError } from '../errors.ts';
import { findBalances } from '../storage/reads/account-reads.ts';
import { type CliCommand, table } from './command-line.ts';
import { byCli, openCatalogue, reasonOption, submit, textOption, wholeNumber, withDatabase } from './session.ts';

const list: CliCommand = {
  name: 'maker list',
  summary: 'List all makers with their balances',
  async run(call) {
    const makers = await withDatabase(call, async (session) => {
      const catalogue = await openCatalogue(session);
      const all = [...catalogue.makers.values()];
      const ids = all.flatMap((maker) => [maker.availableId, maker.heldId]);
      const balances = await findBalances(session.pool, ids);
      return all.map((maker) => {
        const { subunit } = currencyOf(catalogue, maker.settlementCurrency);
        const amount = (id: number) => formatAmount(balances.get(id) ?? 0n, subunit);
        return {
          id: maker.id,
          name: maker.name,
          currency: maker.settlementCurrency,
          available: amount(maker.availableId),
          held: amount(maker.heldId),
        };
      });
    });
    const rows = makers.map((maker) => [
      String(maker.id),
      maker.name,
      `${maker.available} ${maker.currency}`,
      `held ${maker.held}`,
    ]);
    return { text: `${table(rows)}\n`, data: makers };
  },
};

const topUp: CliCommand = {
  name: 'maker top-up',
  summary: "Add to a maker's balance what the maker has deposited",
  notes: 'Without --id every call is a new deposit. With --id a repeat is the same one, done once.',
  words: [
    { name: 'maker', text: 'the ID of the maker' },
    { name: 'amount', text: 'in the settlement currency, such as 1000.50' },
  ],
  options: { id: { value: 'uuid', text: 'what makes a repeat harmless' }, ...reasonOption },
  async run(call) {
    const [maker = '', amount = ''] = call.words;
    const makerId = wholeNumber(maker, '<maker>');
    const { reason, actor } = byCli(call);
    const id = textOption(call, 'id') ?? createIdSource()();
    const result = await withDatabase(call, async (session) => {
      let currency = { code: '', subunit: 0 };
      const balance = await submit(session, (catalogue) => {
        const found = catalogue.makers.get(makerId);
        if (found === undefined) throw new AppError('not_found', { field: 'maker' });
        currency = currencyOf(catalogue, found.settlementCurrency);
        const owner = { kind: 'maker', id: String(makerId) } as const;
        return moveFunds({
          kind: 'top_up',
          id,
          owner,
          availableId: found.availableId,
          currency: currency.code,
          amount,
          actor,
          reason,
        });
      });
      return { id, makerId, balance: formatAmount(balance, currency.subunit), currency: currency.code };
    });
    return { text: `The balance of maker ${makerId} is ${result.balance} ${result.currency}.\n`, data: result };
  },
};

export const makerCommands: readonly CliCommand[] = [list, topUp];
