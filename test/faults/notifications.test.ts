import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { demoSecrets } from '../../src/domain/installation/demo-secrets.ts';
import { announceSeed, randomFrom } from '../engine/support/seed.ts';
import { expectLawsHold } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { type Answer, MerchantClient } from '../support/merchant-client.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { newDataDir, openEmbedded, type Program, removeDataDir, start, stop } from '../support/program.ts';
import { eventually, type Received, Receiver } from '../support/receiver.ts';

/**
 * Every status change reaches the merchant, in order, while the service is killed again and again and the receiver is a bad
 * one. Each invoice makes three changes: dispute, back to new, canceled. `CHANGES` makes it more or fewer; at night it is twice as many.
 */
vi.setConfig({ testTimeout: 600_000 });

const changesPerInvoice = 3;
const invoiceCount = Math.ceil(Number(process.env['CHANGES'] ?? 600) / changesPerInvoice);
const callersAtOnce = 24;
const killCount = 3;

let dataDir: string;
let receiver: Receiver;
beforeAll(async () => {
  dataDir = await newDataDir();
  receiver = await Receiver.start();
});
afterAll(async () => {
  await receiver.stop();
  await removeDataDir(dataDir);
});

it('delivers every change at least once, in order per invoice, and invents none', async () => {
  const random = randomFrom(announceSeed('kill -9 during deliveries'));
  const taken = new Map<string, number>();
  const faults: string[] = [];
  receiver.behave = (received, response) => {
    const { id } = received.body.invoice;
    const before = taken.get(id) ?? 0;
    if (received.body.sequence > before + 1) faults.push(`${id}: ${received.body.sequence} came after ${before}`);
    if (received.body.sequence < before) faults.push(`${id}: ${received.body.sequence} came again after ${before}`);
    void answerBadly(random, received, response, () =>
      // Others may have come since: this one may be taken late.
      taken.set(id, Math.max(taken.get(id) ?? 0, received.body.sequence)),
    );
  };
  const life = await startLife();
  const killing = killAgainAndAgain(life, random);
  await makeChanges(life);
  await killing;
  const pool = openEmbedded(dataDir);
  const left = async () => (await pool.query('select count(*)::int as count from delivery_queue')).rows[0].count;
  await eventually(async () => (await left()) === 0, 'an empty queue', 240_000);

  const { rows } = await pool.query(
    'select invoice_id, max(sequence) as last, count(*)::int from notifications group by 1',
  );
  expect(rows).toHaveLength(invoiceCount);
  expect(rows.filter(({ last, count }) => last !== changesPerInvoice || count !== changesPerInvoice)).toEqual([]);
  expect(faults).toEqual([]);
  expect(rows.filter(({ invoice_id: id, last }) => taken.get(id) !== last)).toEqual([]);
  expect(taken.size).toBe(invoiceCount);
  await expectSameBodies(pool);
  await expectLawsHold(pool);
  await pool.end();
  expect((await stop(life.program)).exitCode).toBe(0);
});

/** One in three fails, one in ten is slow, some are dropped, a few are never answered. What is taken counts only when we say so. */
async function answerBadly(
  random: (below: number) => number,
  _received: Received,
  response: Parameters<Receiver['behave']>[1],
  take: () => void,
): Promise<void> {
  const fate = random(300);
  if (random(10) === 0) await delay(50 + random(250));
  if (fate < 100) return void response.writeHead(fate % 2 === 0 ? 500 : 429).end();
  if (fate < 106) return void response.destroy();
  if (fate === 106) return;
  take();
  // Taken, but the answer is lost: it comes again, with the same ID.
  if (fate < 110) return void response.destroy();
  response.end();
}

interface Life {
  program: Program;
  invoicesBegun: number;
  readonly env: Record<string, string>;
  shop: MerchantClient;
  operator: OperatorClient;
}

async function startLife(): Promise<Life> {
  const port = await freePort();
  const env = {
    PORT: String(port),
    NOTIFY_TIMEOUT_MS: '1000',
    NOTIFY_RETRY_PAUSES_MS: Array.from({ length: 60 }, (_, index) => Math.min(2_000, 20 * (index + 1))).join(','),
    LOG_LEVEL: 'fatal',
  };
  const program = await start({ dataDir, env });
  const shop = new MerchantClient(program.url, demoSecrets.apiKeys[0], demoSecrets.merchantSecret);
  const operator = await OperatorClient.signedIn(program.url, 'operator', 'demo-operator-password');
  // One shop claims hundreds of times here, and is never right.
  await operator.patch('/dispute-rules', { payerClaimsMax: 0, storeClaimsMax: 0, reason: 'a test of deliveries' });
  return { program, invoicesBegun: 0, env, shop, operator };
}

/** At random moments, spread over the whole of the changes. */
async function killAgainAndAgain(life: Life, random: (below: number) => number): Promise<void> {
  const stretch = Math.floor(invoiceCount / (killCount + 1));
  for (let kill = 1; kill <= killCount; kill += 1) {
    const moment = kill * stretch + random(stretch);
    while (life.invoicesBegun < moment) await delay(5);
    life.program.signal('SIGKILL');
    await life.program.exited;
    life.program = await start({ dataDir, env: life.env });
  }
}

async function makeChanges(life: Life): Promise<void> {
  const caller = async () => {
    for (let index = life.invoicesBegun++; index < invoiceCount; index = life.invoicesBegun++) {
      const rubles = 1_000 + Math.floor(index / 40);
      const created = await insist(() =>
        life.shop.createPayin({
          amount: `${rubles}.${String(10 + (index % 40)).padStart(2, '0')}`,
          internalId: `change-${index}`,
          startDeal: true,
          notificationUrl: `${receiver.url}/?order=${index}`,
          notificationToken: 'a-token',
        }),
      );
      const { id } = created.body;
      await insist(() => life.shop.dispute(id, { disputeReason: 'has_payment' }));
      // A repeat of what was done is refused with a code that says so.
      const decision = { result: 'UNKNOWN', reason: 'a test' };
      await insist(() => life.operator.post(`/invoices/${id}/dispute/reject`, decision), 'not_in_dispute');
      await insist(() => life.shop.cancel(id), 'invoice_not_active');
    }
  };
  await Promise.all(Array.from({ length: callersAtOnce }, caller));
}

/** Until it is done: the service is away for a while, now and then. */
async function insist(act: () => Promise<Answer>, doneCode?: string): Promise<Answer> {
  for (;;) {
    const answer = await act().catch(() => null);
    if (answer?.status === 200 || (answer !== null && answer.body?.[0]?.code === doneCode)) return answer;
    if (answer !== null && answer.status !== 503 && answer.status !== 429) {
      throw new Error(`refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    await delay(50);
  }
}

/** Nothing was sent that is not written down, and a repeat says the same. */
async function expectSameBodies(pool: ReturnType<typeof openEmbedded>): Promise<void> {
  const { rows } = await pool.query(
    `select invoice_id || '_' || sequence as id, snapshot->'invoice'->>'status' as status from notifications`,
  );
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  const invented = receiver.received.filter(({ headers, body }) => {
    const id = `${body.invoice.id}_${body.sequence}`;
    return headers['webhook-id'] !== id || statuses.get(id) !== body.invoice.status;
  });
  expect(invented).toEqual([]);
}
