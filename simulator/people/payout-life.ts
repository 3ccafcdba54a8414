import { cancelInvoice } from '../../src/commands/cancel-invoice.ts';
import type { AnyCommand } from '../../src/commands/command.ts';
import { type CreatePayout, createPayout } from '../../src/commands/create-payout.ts';
import { openDispute } from '../../src/commands/open-dispute.ts';
import { giveBackPayout, provePayout, takePayout } from '../../src/commands/payout-work.ts';
import { settleDeal } from '../../src/commands/settle-deal.ts';
import type { Invoice } from '../../src/domain/invoice.ts';
import type { Intent } from '../laws/cause-laws.ts';
import { storeIds } from '../plan.ts';
import { Random } from '../random.ts';
import type { World } from '../world.ts';
import { anyReceipt } from './payer.ts';
import { anyAmount, idempotencyOf } from './payin-life.ts';
import { makerPerson, operator } from './staff.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A shop pays somebody out; a maker takes it, pays and proves it, or nobody does. */
export function livePayout(world: World, seed: number): void {
  const random = new Random(seed);
  const storeId = random.pick(storeIds);
  const serial = world.newId(random);
  const hasKey = random.chance(400);
  const intent: Intent = { once: 'always', stored: [] };
  const request: Omit<CreatePayout, 'id'> = {
    storeId,
    internalId: `payout-${serial}`,
    userId: null,
    amount: anyAmount(random),
    currency: 'RUB',
    variant: { option: 'TO_CARD', method: 'tinkoff' },
    notificationUrl: `https://store-${storeId}.example/notify`,
    notificationToken: 'token',
    successUrl: null,
    cancelUrl: null,
    requisites: { requisites: '2200000000000004', holder: null },
  };
  world.network.call({
    who: `store ${storeId}`,
    random,
    attempt() {
      const id = world.newId(random);
      world.intents.asked(id, intent);
      return { command: createPayout({ ...request, id }), idempotency: idempotencyOf(storeId, hasKey ? serial : null) };
    },
    heard(outcome) {
      const invoice = outcome.kind === 'done' ? world.store.invoices.get(outcome.subjectId) : undefined;
      if (invoice === undefined) return;
      world.knownAs(invoice.id, 'payout');
      workOff(world, random, invoice);
    },
  });
}

const fates = { paid: 70, 'nobody takes it': 12, canceled: 12, 'left alone': 6 } as const;

function workOff(world: World, random: Random, invoice: Invoice): void {
  switch (random.weighted(fates)) {
    case 'paid':
      makersPress(world, random, invoice, true);
      return;
    case 'left alone':
      makersPress(world, random, invoice, false);
      return;
    case 'canceled':
      if (random.chance(300)) makersPress(world, random, invoice, true);
      world.soon(random, 0, 2 * hourMs, () =>
        perform(world, random, `store ${invoice.storeId}`, () =>
          cancelInvoice({ invoiceId: invoice.id, storeId: invoice.storeId, seenStoreId: invoice.storeId }),
        ),
      );
      return;
    case 'nobody takes it':
      return;
  }
}

/** Several makers press at once; one wins, and goes on. */
function makersPress(world: World, random: Random, invoice: Invoice, pays: boolean): void {
  const pressing = random.between(1, 3);
  world.soon(random, minuteMs, 20 * hourMs, () => {
    for (let index = 0; index < pressing; index++) {
      const makerId = random.pick([...world.store.catalogue.makers.keys()]);
      const act = { actor: makerPerson(makerId), reason: '', invoiceId: invoice.id, seenStoreId: invoice.storeId };
      perform(
        world,
        random,
        act.actor.name,
        () => takePayout({ ...act, makerId }),
        () => {
          if (random.chance(100)) {
            return world.soon(random, minuteMs, hourMs, () =>
              perform(
                world,
                random,
                act.actor.name,
                () => giveBackPayout(act),
                () => makersPress(world, random, invoice, pays),
              ),
            );
          }
          if (pays) prove(world, random, invoice, makerId);
        },
      );
    }
  });
}

function prove(world: World, random: Random, invoice: Invoice, makerId: number): void {
  const act = { actor: makerPerson(makerId), reason: '', invoiceId: invoice.id, seenStoreId: invoice.storeId };
  world.soon(random, minuteMs, hourMs, () =>
    perform(
      world,
      random,
      act.actor.name,
      () => provePayout({ ...act, attachment: anyReceipt(random) }),
      () => {
        world.soon(random, 0, hourMs, () => {
          const by = random.chance(500) ? act : { ...act, actor: operator(1) };
          perform(world, random, by.actor.name, () =>
            settleDeal({ ...by, dealId: invoice.id, amount: null, reportId: world.newId(random) }),
          );
          // Both of them at the same time.
          if (random.chance(100)) {
            perform(world, random, 'operator-2', () =>
              settleDeal({
                ...act,
                actor: operator(2),
                dealId: invoice.id,
                amount: null,
                reportId: world.newId(random),
              }),
            );
          }
        });
        if (random.chance(60)) disputePayout(world, random, invoice);
      },
    ),
  );
}

function disputePayout(world: World, random: Random, { id: invoiceId, storeId }: Invoice): void {
  world.soon(random, minuteMs, 2 * hourMs, () =>
    perform(world, random, 'merchant', () =>
      openDispute({ invoiceId, storeId, dealId: null, reason: 'no_payment', amount: null, attachment: null }),
    ),
  );
}

/** Asks until there is an answer, and goes on when it was done. */
export function perform(
  world: World,
  random: Random,
  who: string,
  command: () => AnyCommand,
  then: () => void = () => undefined,
): void {
  world.network.call({
    who,
    random,
    attempt: () => ({ command: command() }),
    heard: (outcome) => {
      if (outcome.kind === 'done') then();
    },
  });
}
