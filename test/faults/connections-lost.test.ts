import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connect } from '../../src/storage/database/connection.ts';
import { announceSeed, randomFrom } from '../engine/support/seed.ts';
import { expectLawsHold } from '../support/database.ts';
import { isRunning } from '../support/program.ts';
import {
  expectAllDoneOnce,
  expectAnsweredActsAreThere,
  expectOnlyClearRefusals,
  isClearRefusal,
  MerchantLoad,
} from './support/merchant-load.ts';
import { closeShop, isReady, OwnServer, type OwnShop, until } from './support/own-server.ts';

// Servers are stopped, started and recovered here, while other tests want the machine too.
vi.setConfig({ testTimeout: 600_000 });

let server: OwnServer;

beforeAll(async () => {
  server = await OwnServer.start();
});
afterAll(() => server.remove());

it('survives the loss of any of its connections in the middle of its work', async () => {
  await expectNothingLost('terminated', async ({ pool }, load) => {
    for (let round = 1; round <= 6; round++) {
      await load.untilMore(20, 60);
      // Between these two the catalogue is being read, on a connection of the pool.
      await pool.query('notify quittance_catalogue');
      await terminate(
        pool,
        round % 2 === 0 ? ['quittance-engine'] : ['quittance-engine', 'quittance-read', 'quittance-admin'],
      );
    }
  });
});

it('survives the crash of a connection that takes the whole server through recovery', async () => {
  await expectNothingLost('crashed', async (shop, load) => {
    await load.untilMore(20, 100);
    const lane = await findLane(shop.pool);
    process.kill(lane, 'SIGKILL');
    // The server ends all its other connections before it lets anybody in again.
    await until(() => !isRunning(lane));
    await until(() => isReady(shop));
  });
});

it('loses nothing when its connections stand still for longer than it waits for a lock', async () => {
  const freeze = async ({ pool }: OwnShop, load: MerchantLoad) => {
    await load.untilMore(20, 100);
    const frozen = await findLane(pool);
    process.kill(frozen, 'SIGSTOP');
    await delay(2_000);
    process.kill(frozen, 'SIGCONT');
  };
  await expectNothingLost('frozen', freeze, await server.openHastyShop());
});

it('refuses clearly when a lock is held for longer than it waits', async () => {
  const shop = await server.openShop();
  const blocker = await connect(shop.url, 'admin');
  await blocker.query('begin');
  await blocker.query('lock table accounts');
  const startedMs = performance.now();
  const answers = await Promise.all([1, 2].map(() => shop.client.createPayin({ startDeal: true })));
  // It waits 5 s, and not once more for each time a conflict would be tried again.
  expect(performance.now() - startedMs).toBeLessThan(40_000);
  expect(answers.map(isClearRefusal)).toEqual([true, true]);
  expect(answers.map(({ body }) => body[0].code)).toEqual(['overloaded', 'overloaded']);
  await blocker.query('commit');
  await blocker.end();
  expect((await shop.client.createPayin({ startDeal: true })).status).toBe(200);
  await expectLawsHold(shop.pool);
  await closeShop(shop);
});

it('answers everybody when a batch fails and the connection breaks while it is run one by one', async () => {
  const shop = await server.openPatientShop({ ENGINE_LANES: '1' });
  await shop.pool.query(trapInvoices);
  const blocker = await connect(shop.url, 'admin');
  await blocker.query('begin');
  await blocker.query('lock table accounts');
  // The first keeps the lane busy until the others have gathered behind it, in this order, as one batch.
  const send = (internalId: string) => shop.client.createPayin({ internalId, startDeal: true });
  const sent = [send('first')];
  await until(() => isLaneWaiting(shop.pool));
  for (const internalId of ['conflict', 'end', 'innocent', 'bystander']) {
    sent.push(send(internalId));
    await until(() => shop.service.engine.queueLength === sent.length - 1);
  }
  await blocker.query('commit');
  await blocker.end();
  const answers = await Promise.all(sent);
  expect(answers.map(({ status }) => status)).toEqual([200, 503, 503, 503, 503]);
  // Of the one that was being stored nobody can tell; of the others it is certain that nothing was done.
  const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body[0].code));
  const undone = 'database_unavailable';
  expect(codes).toEqual(['done', undone, 'outcome_unknown', undone, undone]);
  await until(() => isReady(shop));
  for (const internalId of ['innocent', 'bystander']) {
    expect((await shop.client.createPayin({ internalId, startDeal: true })).status).toBe(200);
  }
  const { rows } = await shop.pool.query('select internal_id from invoices order by internal_id');
  expect(rows.map((row) => row.internal_id)).toEqual(['bystander', 'first', 'innocent']);
  await expectLawsHold(shop.pool);
  await closeShop(shop);
});

/** Makes some invoices impossible to store: one conflicts with everything, one ends the connection that stores it. */
const trapInvoices = `
  create function trap() returns trigger language plpgsql as $$
  begin
    if new.internal_id = 'conflict' then raise unique_violation; end if;
    if new.internal_id = 'end' then perform pg_terminate_backend(pg_backend_pid()); end if;
    return new;
  end $$;
  create trigger trap before insert on invoices for each row execute function trap()`;

async function expectNothingLost(
  title: string,
  fault: (shop: OwnShop, load: MerchantLoad) => Promise<void>,
  opened?: OwnShop,
): Promise<void> {
  const shop = opened ?? (await server.openShop());
  const load = new MerchantLoad(title, randomFrom(announceSeed(`connections ${title}`)));
  const running = load.run(shop.client);
  await fault(shop, load);
  await load.untilMore(30, 60);
  load.stop();
  await running;
  expectOnlyClearRefusals(load, { answeredWithinMs: 30_000 });
  await load.repeatUnanswered(shop.client);
  await expectAnsweredActsAreThere(shop.client, load);
  await expectAllDoneOnce(shop.pool, load);
  await closeShop(shop);
}

async function backends(pool: pg.Pool, names: readonly string[]): Promise<number[]> {
  const { rows } = await pool.query(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = any($1) and pid <> pg_backend_pid()`,
    [names],
  );
  return rows.map((row) => row.pid);
}

/** The server's side of one lane. */
async function findLane(pool: pg.Pool): Promise<number> {
  const [pid] = await backends(pool, ['quittance-engine']);
  if (pid === undefined) throw new Error('no lane is connected');
  return pid;
}

async function isLaneWaiting(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'quittance-engine'
       and wait_event_type = 'Lock'`,
  );
  return rowCount === 1;
}

async function terminate(pool: pg.Pool, names: readonly string[]): Promise<void> {
  for (const pid of await backends(pool, names)) await pool.query('select pg_terminate_backend($1)', [pid]);
}
