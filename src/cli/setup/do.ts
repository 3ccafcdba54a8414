import { createHash } from 'node:crypto';
import type { Maker } from '../../domain/makers/maker.ts';
import { requisitePlace } from '../../domain/makers/requisite-number.ts';
import { readRequisite } from '../../domain/makers/requisite-settings.ts';
import { unlimited } from '../../domain/merchants/api-key.ts';
import { newStoreSettings } from '../../domain/overview/opening.ts';
import type { ByWhom } from '../../domain/people/audit.ts';
import { parseRate } from '../../domain/rates/rates.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import { createIdSource } from '../../engine/id-source.ts';
import { loadCatalogue } from '../../settings/catalogue/load-catalogue.ts';
import { createMaker } from '../../settings/makers/create-maker.ts';
import { createRequisite } from '../../settings/makers/create-requisite.ts';
import { setRewards } from '../../settings/makers/set-rewards.ts';
import { createApiKey } from '../../settings/merchants/create-api-key.ts';
import { createMerchant } from '../../settings/merchants/create-merchant.ts';
import { createStore } from '../../settings/merchants/create-store.ts';
import { createUser } from '../../settings/people/create-user.ts';
import { setRate } from '../../settings/rates/set-rate.ts';
import { findBalances } from '../../storage/reads/ledger/account-reads.ts';
import { findLogin } from '../../storage/reads/people/people-reads.ts';
import { depositOf } from '../deposit.ts';
import { madePassword } from '../made-password.ts';
import { type CliSession, openCatalogue, settingsOf } from '../session.ts';
import type { MakerPlan, OperatorPlan, RatePlan, StorePlan } from './plan.ts';

/** A line of what was done or found. A secret is shown this once. */
export interface SetupNote {
  readonly kind: 'done' | 'kept' | 'secret';
  readonly text: string;
}

/**
 * The steps of a new service, done with the acts that the console uses. Each one only adds: it may be repeated after it was
 * stopped anywhere, and never changes what somebody has set.
 */
export class SetupWork {
  readonly #session: CliSession;
  readonly #by: ByWhom;
  readonly #noted: (note: SetupNote) => void;

  /** Each note is given as soon as it is true: whatever happens next, a secret has been seen. */
  constructor(session: CliSession, by: ByWhom, noted: (note: SetupNote) => void) {
    this.#session = session;
    this.#by = by;
    this.#noted = noted;
  }

  catalogue(): Promise<Catalogue> {
    return openCatalogue(this.#session);
  }

  async operator({ login, name }: OperatorPlan): Promise<void> {
    await this.#user(login, { name: name ?? login, role: 'operator', makerId: null, merchantId: null });
  }

  async starterCatalogue(): Promise<void> {
    const { added } = await this.#settings.run(loadCatalogue, { data: null }, this.#by);
    const count = added.currencies.length + added.banks.length + added.options.length;
    if (count === 0) return this.#kept('The starter catalogue is loaded');
    this.#done(
      `Added ${added.currencies.length} currencies, ${added.banks.length} banks and ${added.options.length} ways`,
    );
  }

  async rate({ pair, in: payins, out: payouts }: RatePlan): Promise<void> {
    if ((await this.catalogue()).rates.has(pair)) return this.#kept(`${pair} has its rates`);
    const [settlementCurrency = '', fiatCurrency = ''] = pair.split('/');
    const rates = { in: parseRate(payins) ?? undefined, out: parseRate(payouts) ?? undefined };
    await this.#settings.run(setRate, { settlementCurrency, fiatCurrency, ...rates, ageMaxMs: undefined }, this.#by);
    this.#done(`${pair} is ${payins} for payins and ${payouts} for payouts`);
  }

  async store(plan: StorePlan): Promise<void> {
    const { name, currency, settlementCurrency, network } = plan;
    const merchantId = await this.#merchant(plan.merchant ?? name);
    const known = [...(await this.catalogue()).stores.values()].find(
      (store) => store.name === name && store.merchantId === merchantId,
    );
    const settings = newStoreSettings(currency, plan);
    const accountId = createIdSource()();
    const wish = { merchantId, name, currency, settlementCurrency, network, accountId, settings };
    const id = known?.id ?? (await this.#settings.run(createStore, wish, this.#by));
    if (known === undefined) this.#done(`Store ${id}, "${name}"`);
    else this.#kept(`Store ${id}, "${name}"`);
    const hasKey = [...(await this.catalogue()).apiKeys.values()].some(({ storeId }) => storeId === id);
    if (hasKey) this.#kept(`An API key of store ${id}`);
    else this.#done(`API key of store ${id}: ${await this.#key(id)}`);
    if (plan.login !== undefined) await this.#user(plan.login, { name, role: 'merchant', makerId: null, merchantId });
  }

  async #key(storeId: number): Promise<string> {
    const wish = { storeId, name: '', ...unlimited, hasOwnSecret: false };
    return (await this.#settings.run(createApiKey, wish, this.#by)).key;
  }

  async maker(plan: MakerPlan): Promise<void> {
    const { name, settlementCurrency } = plan;
    const known = [...(await this.catalogue()).makers.values()].find((maker) => maker.name === name);
    const id = known?.id ?? (await this.#settings.run(createMaker, { name, settlementCurrency }, this.#by));
    if (known === undefined) this.#done(`Maker ${id}, "${name}"`);
    else this.#kept(`Maker ${id}, "${name}"`);
    for (const requisite of plan.requisites) await this.#requisite(id, requisite);
    await this.#rewards(id, plan);
    if (plan.deposit !== undefined) await this.#deposit(id, plan.deposit);
    if (plan.login !== undefined) await this.#user(plan.login, { name, role: 'maker', makerId: id, merchantId: null });
  }

  async #merchant(name: string): Promise<number> {
    const known = [...(await this.catalogue()).merchants.values()].find((merchant) => merchant.name === name);
    if (known !== undefined) {
      this.#kept(`Merchant ${known.id}, "${name}"`);
      return known.id;
    }
    const { id, secret } = await this.#settings.run(createMerchant, { name }, this.#by);
    this.#done(`Merchant ${id}, "${name}"`);
    this.#secret(`Secret of merchant ${id}`, secret);
    return id;
  }

  async #requisite(makerId: number, settings: MakerPlan['requisites'][number]): Promise<void> {
    const catalogue = await this.catalogue();
    // A number is written in several ways; what is stored is compared with what would be.
    const place = requisitePlace(readRequisite(catalogue, settings));
    const all = [...catalogue.requisiteById.values()];
    const tail = settings.number.slice(-4);
    if (all.some((one) => one.makerId === makerId && requisitePlace(one) === place))
      return this.#kept(`Requisite …${tail} of maker ${makerId}`);
    await this.#settings.run(createRequisite, { makerId, settings }, this.#by);
    this.#done(`Requisite …${tail} of maker ${makerId}`);
  }

  /** What it earns, where nothing was said yet. */
  async #rewards(makerId: number, { payinRewardBps, payoutRewardBps }: MakerPlan): Promise<void> {
    const wanted = { in: payinRewardBps, out: payoutRewardBps };
    const rewards = (['in', 'out'] as const).flatMap((direction) => {
      const bps = wanted[direction];
      return bps === undefined ? [] : [{ direction, bps }];
    });
    if (rewards.length === 0) return;
    const has = (await this.catalogue()).makers.get(makerId)?.rewards.length ?? 0;
    if (has > 0) return this.#kept(`Rewards of maker ${makerId}`);
    await this.#settings.run(setRewards, { id: makerId, rewards }, this.#by);
    const said = rewards.map(({ direction, bps }) => `${bps} bps of a ${direction === 'in' ? 'payin' : 'payout'}`);
    this.#done(`Maker ${makerId} earns ${said.join(' and ')}`);
  }

  /** The first deposit: it has one ID for each maker, so that a repeat is the same one. */
  async #deposit(makerId: number, amount: string): Promise<void> {
    const maker = (await this.catalogue()).makers.get(makerId) as Maker;
    const balances = await findBalances(this.#session.pool, [maker.availableId, maker.heldId]);
    if ([...balances.values()].some((balance) => balance > 0n)) return this.#kept(`Maker ${makerId} has a balance`);
    const balance = await depositOf(this.#session, maker, { id: depositId(makerId), amount }, this.#by);
    if (balance === 0n) return this.#kept(`The first deposit of maker ${makerId} was made`);
    this.#done(`Maker ${makerId} has deposited ${amount} ${maker.settlementCurrency}`);
  }

  async #user(
    login: string,
    user: {
      readonly name: string;
      readonly role: 'operator' | 'maker' | 'merchant';
      readonly makerId: number | null;
      readonly merchantId: number | null;
    },
  ): Promise<void> {
    if ((await findLogin(this.#session.pool, login)) !== null) return this.#kept(`${user.role} ${login}`);
    const password = madePassword();
    const { secret } = await this.#settings.run(createUser, { login, password, ...user }, this.#by);
    this.#done(`${user.role} ${login}`);
    this.#secret(`Password of ${login}`, password);
    if (secret !== null) this.#secret(`Second factor code of ${login}`, secret);
  }

  get #settings() {
    return settingsOf(this.#session);
  }

  #done(text: string): void {
    this.#noted({ kind: 'done', text });
  }

  #kept(text: string): void {
    this.#noted({ kind: 'kept', text });
  }

  #secret(what: string, value: string): void {
    this.#noted({ kind: 'secret', text: `${what}: ${value}` });
  }
}

function depositId(makerId: number): string {
  const hex = createHash('sha256').update(`setup: deposit of maker ${makerId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
