import { openDispute } from '../../src/commands/disputes/open-dispute.ts';
import { claimPayment } from '../../src/commands/payins/claim-payment.ts';
import { claimOf, claimsRememberedMs, claimsThatCount, type KnownClaim } from '../../src/domain/disputes/claimants.ts';
import { blockOf } from '../../src/domain/disputes/dispute-clock.ts';
import type { Deal } from '../../src/domain/invoices/deal.ts';
import { checkStop } from '../laws/claim-laws.ts';
import { storeIds } from '../plan.ts';
import type { Random } from '../random.ts';
import { perform } from './perform.ts';
import type { Surroundings } from './surroundings.ts';
import { anyReceipt } from './usual-requests.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const claimsPerFit = 12;

/** What somebody could forget who weighs claims. */
export interface WeighingMistakes {
  readonly countsAll?: boolean;
}

/** A merchant with a key, and a stranger with payment links, who claim whatever they can against one maker, in fits. */
export class BadFaith {
  readonly #world: Surroundings;
  readonly #random: Random;
  readonly #mistakes: WeighingMistakes;

  constructor(world: Surroundings, random: Random, mistakes: WeighingMistakes) {
    this.#world = world;
    this.#random = random;
    this.#mistakes = mistakes;
  }

  begin(): void {
    this.#world.soon(this.#random, 2 * hourMs, 10 * hourMs, () => this.#fit());
    this.#world.soon(this.#random, 20 * minuteMs, 40 * minuteMs, () => this.#keepClock());
  }

  #fit(): void {
    const { store, timeline, plan } = this.#world;
    if (timeline.now > plan.quietAt) return;
    const storeId = this.#random.pick(storeIds);
    const isStranger = this.#random.chance(500);
    const ended = [...store.deals.values()].filter(
      ({ type, status, invoiceId }) =>
        type === 'in' &&
        (status === 'expired' || status === 'canceled') &&
        store.invoices.get(invoiceId)?.storeId === storeId,
    );
    const { makerId = null } = ended.length === 0 ? {} : this.#random.pick(ended);
    for (const deal of ended.filter((one) => one.makerId === makerId).slice(-claimsPerFit))
      this.#claim(deal, storeId, isStranger);
    this.#world.soon(this.#random, 4 * hourMs, 16 * hourMs, () => this.#fit());
  }

  #claim({ invoiceId, id: dealId }: Deal, storeId: number, isStranger: boolean): void {
    const random = this.#random;
    if (isStranger) {
      const claim = { invoiceId, seenStoreId: storeId, dealId, address: 'stranger' };
      perform(this.#world, random, 'stranger', () => claimPayment({ ...claim, attachment: anyReceipt(random) }));
      return;
    }
    const claim = { invoiceId, storeId, dealId, reason: 'has_payment', amount: null, attachment: null } as const;
    perform(this.#world, random, `store ${storeId}`, () => openDispute(claim));
  }

  /** As the worker of the service does it: stops makers, and lets them go on. */
  #keepClock(): void {
    const { store, timeline } = this.#world;
    for (const { id, disputeBlock } of store.catalogue.makers.values()) {
      const [open, decided] = this.#claimsAgainst(id);
      const { disputeRules } = store.catalogue;
      const counted = this.#mistakes.countsAll === true ? open : claimsThatCount(open, decided, disputeRules);
      const block = blockOf({ open: counted.length, unanswered: 0 }, disputeRules);
      if (block === disputeBlock) continue;
      if (block !== null) this.#world.judge(() => checkStop(id, open));
      const { makers, version } = store.catalogue;
      const maker = makers.get(id);
      if (maker === undefined) continue;
      const changed = new Map(makers).set(id, { ...maker, disputeBlock: block });
      store.catalogue = { ...store.catalogue, version: String(BigInt(version) + 1n), makers: changed };
      this.#world.count(block === null ? 'makers let go on' : 'makers stopped by claims');
    }
    if (timeline.now <= this.#world.plan.quietAt) {
      this.#world.soon(this.#random, 20 * minuteMs, 40 * minuteMs, () => this.#keepClock());
    }
  }

  #claimsAgainst(makerId: number): readonly [readonly KnownClaim[], readonly KnownClaim[]] {
    const { store, timeline } = this.#world;
    const claims = [...store.deals.values()].flatMap((deal) => {
      const invoice = store.invoices.get(deal.invoiceId);
      const claim = deal.dispute === null || invoice === undefined ? null : claimOf(deal, invoice);
      return claim === null ? [] : [{ claim, isAgainst: deal.makerId === makerId && deal.dispute?.answer == null }];
    });
    const open = claims.filter(({ claim, isAgainst }) => isAgainst && claim.state === 'open');
    const decided = claims.filter(
      ({ claim }) => claim.state !== 'open' && claim.openedAt > timeline.now - claimsRememberedMs,
    );
    return [
      open.map(({ claim }) => claim).sort((left, right) => left.openedAt - right.openedAt),
      decided.map(({ claim }) => claim),
    ];
  }
}
