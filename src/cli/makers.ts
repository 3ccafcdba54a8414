import type { Maker } from '../domain/makers/maker.ts';
import { type RewardSetting, rewardSums, rewardText } from '../domain/makers/reward-settings.ts';
import { currencyOf, formatAmount } from '../domain/money/money.ts';
import { createIdSource } from '../engine/id-source.ts';
import { AppError } from '../errors/app-error.ts';
import { changeMaker } from '../settings/makers/change-maker.ts';
import { setRewards } from '../settings/makers/set-rewards.ts';
import { findBalances } from '../storage/reads/ledger/account-reads.ts';
import { type CliCommand, table } from './command-line.ts';
import { depositOf } from './deposit.ts';
import {
  byCli,
  numberOption,
  openCatalogue,
  reasonOption,
  runAct,
  settingsOf,
  textOption,
  wholeNumber,
  withDatabase,
} from './session.ts';

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
          isOn: maker.isOn,
          isStopped: maker.isStopped,
          rewards: maker.rewards.map((rule) => rewardText(catalogue, rule)),
        };
      });
    });
    const rows = makers.map((maker) => [
      String(maker.id),
      maker.name,
      `${maker.available} ${maker.currency}`,
      `held ${maker.held}`,
      maker.isStopped ? 'stopped' : maker.isOn ? 'on' : 'off',
      maker.rewards.join('; '),
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
    const given = textOption(call, 'id');
    const id = given ?? createIdSource()();
    if (given === undefined) call.progress(`Deposit ${id}: if no answer comes, repeat it with --id ${id}.`);
    const result = await withDatabase(call, async (session) => {
      const catalogue = await openCatalogue(session);
      const found = catalogue.makers.get(makerId);
      if (found === undefined) throw new AppError('not_found', { field: 'maker' });
      const { code, subunit } = currencyOf(catalogue, found.settlementCurrency);
      const balance = await depositOf(session, found, { id, amount }, byCli(call));
      return { id, makerId, balance: formatAmount(balance, subunit), currency: code };
    });
    return { text: `The balance of maker ${makerId} is ${result.balance} ${result.currency}.\n`, data: result };
  },
};

const makerWord = { name: 'maker', text: 'the ID of the maker' } as const;

function stopCommand(name: 'maker stop' | 'maker start', summary: string, isStopped: boolean): CliCommand {
  return {
    name,
    summary,
    words: [makerWord],
    options: reasonOption,
    async run(call) {
      const id = wholeNumber(call.words[0] ?? '', '<maker>');
      await runAct(call, changeMaker, { id, isStopped });
      return { text: `Maker ${id} ${isStopped ? 'gets no new deals' : 'gets new deals'}.\n`, data: { id, isStopped } };
    },
  };
}

const stop = stopCommand('maker stop', 'No new deals for a maker, who cannot lift it', true);
const start = stopCommand('maker start', 'New deals for a maker again, if its own switch is on', false);

const reward: CliCommand = {
  name: 'maker reward',
  summary: 'Set what a maker earns of the fee',
  notes:
    'Replaces the reward for the same deals, or adds one. The most specific counts: for the store, then for the way to pay, then for the currency.',
  words: [
    makerWord,
    { name: 'direction', text: 'in for payins, out for payouts' },
    { name: 'bps', text: 'basis points: 100 are one per cent; none removes it' },
  ],
  options: {
    option: { value: 'code', text: 'only for this way to pay' },
    store: { value: 'id', text: 'only for this store' },
    currency: { value: 'code', text: 'only for payments in this currency' },
    from: { value: 'sum', text: 'only for sums from this one on, in the currency' },
    to: { value: 'sum', text: 'only for sums below this one, in the currency' },
    ...reasonOption,
  },
  async run(call) {
    const [maker = '', direction = '', bps = ''] = call.words;
    const id = wholeNumber(maker, '<maker>');
    if (direction !== 'in' && direction !== 'out') throw new AppError('invalid_choice', { choices: 'in, out' });
    const wanted = {
      direction,
      option: textOption(call, 'option') ?? null,
      storeId: numberOption(call, 'store') ?? null,
      currency: textOption(call, 'currency') ?? null,
      from: textOption(call, 'from') ?? null,
      to: textOption(call, 'to') ?? null,
    } as const;
    const rewards = await withDatabase(call, async (session) => {
      const catalogue = await openCatalogue(session);
      const found = catalogue.makers.get(id);
      if (found === undefined) throw new AppError('not_found', { field: 'maker' });
      const others = settingsFrom(found, catalogue).filter((one) => !isSameKind(one, wanted));
      const own = bps === 'none' ? [] : [{ ...wanted, bps: bps === '0' ? 0 : wholeNumber(bps, '<bps>') }];
      await settingsOf(session).run(setRewards, { id, rewards: [...others, ...own] }, byCli(call));
      const changed = await openCatalogue(session);
      return changed.makers.get(id)?.rewards.map((rule) => rewardText(changed, rule)) ?? [];
    });
    return { text: `${rewards.join('\n') || `Maker ${id} earns nothing.`}\n`, data: { id, rewards } };
  },
};

function settingsFrom({ rewards }: Maker, catalogue: Parameters<typeof rewardSums>[0]): RewardSetting[] {
  return rewards.map((rule) => ({ ...rule, ...rewardSums(catalogue, rule) }));
}

/** Sums are compared as numbers are: 1000 and 1000.00 are one. */
function isSameKind(one: RewardSetting, other: Omit<RewardSetting, 'bps'>): boolean {
  const kind = ({ direction, option, storeId, currency, from, to }: Omit<RewardSetting, 'bps'>) =>
    JSON.stringify([direction, option, storeId, currency, shortest(from), shortest(to)]);
  return kind(one) === kind(other);
}

function shortest(sum: string | null | undefined): string | null {
  return sum?.includes('.') === true ? sum.replace(/\.?0*$/, '') : (sum ?? null);
}

export const makerCommands: readonly CliCommand[] = [list, topUp, stop, start, reward];
