import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { type Service, startService } from '../../src/service.ts';
import { BatchSession } from '../../src/storage/batch/batch-session.ts';
import { runCommandHere } from '../support/command-here.ts';
import { payout } from '../support/merchant-client.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { eventually } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/** A failover to a standby that did not have the last commits, as the service sees it: they are gone, and so are its connections. */
let service: TestService;
let operator: OperatorClient;
let other: Service;

beforeAll(async () => {
  service = await startTestService({ ENGINE_LANES: '1' });
  operator = await signInDemo(service, 'operator');
});
afterAll(async () => {
  await other?.stop();
  await service.stop();
});

const cutLanes = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'quittance-engine' and datname = current_database()`;
/** The lane has a new connection, and has looked. */
async function cut(): Promise<void> {
  await service.db.pool.query(cutLanes);
  await eventually(async () => (await service.shop.createPayin()).status === 200, 'a lane that works');
}

const system = async () => (await operator.get('/system')).body;
const showStop = () =>
  runCommandHere(['money-stop', 'show'], { dataDir: service.dataDir, env: { DATABASE_URL: service.db.url } });
const payOut = async (shop = service.shop) => {
  const { status, body } = await shop.post('/api/merchant/invoices', { ...payout, internalId: crypto.randomUUID() });
  return status === 200 ? 'created' : body[0].code;
};

it('asks for transfers by their subject and kind', async () => {
  await service.shop.createPayin({ startDeal: true });
  const { rows } = await service.db.pool.query('select subject_id, kind from transfers order by id desc limit 1');
  const posted = { subjectId: rows[0].subject_id, kind: rows[0].kind };
  const lost = { subjectId: posted.subjectId, kind: 'pay_back' } as const;
  const session = await BatchSession.open(service.db.url);
  const found = await session.findLost({ invoices: [], transfers: [posted, lost] }).finally(() => session.close());
  expect(found).toEqual([{ subjectId: lost.subjectId, what: 'pay_back' }]);
});

it('finds everything there after a failover that lost nothing, and goes on', async () => {
  await service.shop.createPayin({ startDeal: true });
  await cut();
  expect(await system()).toMatchObject({ moneyStop: null, moneyOut: 'open', replication: 'none' });
  expect(await payOut()).toBe('created');
});

it('names what a failover has lost, in the order of its commits, and stops money going out', async () => {
  const kept = (await service.shop.createPayin()).body.id;
  const changed = (await service.shop.createPayin()).body.id;
  const gone = (await service.shop.createPayin()).body.id;
  await service.shop.post(`/api/merchant/invoices/${changed}/cancel`);
  await service.db.owner.query(`begin;
    alter table notifications disable trigger user;
    delete from notifications where invoice_id = '${changed}';
    alter table notifications enable trigger user;
    delete from invoices where id = '${gone}';
    update invoices set status = 'new', sequence = sequence - 1 where id = '${changed}'; commit`);
  await service.db.pool.query(cutLanes);
  await eventually(async () => (await system()).moneyStop !== null, 'the stop');
  const { moneyStop, moneyOut } = await system();
  expect([moneyOut, moneyStop.lostCount]).toEqual(['stopped', 2]);
  expect(moneyStop.lost).toEqual([
    { subjectId: gone, what: 'invoice' },
    { subjectId: changed, what: 'status' },
  ]);
  expect(JSON.stringify(moneyStop)).not.toContain(kept);
  expect(await payOut()).toBe('money_out_stopped');
  // Money coming in goes on.
  expect((await service.shop.createPayin()).status).toBe(200);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toContain(`quittance_lost_commits{subject="${gone}",what="invoice"} 1`);
  expect(metrics).toMatch(/^quittance_money_out_stopped 1$/m);
});

it('is stopped in every process, also in one that starts later, and whatever the check of the books says', async () => {
  other = await startService(
    readConfig({
      PORT: '0',
      QUITTANCE_MODE: 'sandbox',
      DATABASE_URL: service.db.url,
      DATA_DIR: service.dataDir,
      LOG_LEVEL: 'fatal',
      SANDBOX_FATES: 'off',
    }),
  );
  const there = await OperatorClient.signedIn(other.url, 'operator', 'demo-operator-password');
  await there.post('/audit');
  expect((await there.get('/system')).body).toMatchObject({ moneyOut: 'stopped', moneyStop: { lostCount: 2 } });
  const shown = await showStop();
  expect([shown.exitCode, shown.stdout]).toEqual([1, expect.stringContaining('2 acknowledged things')]);
});

it('goes on when an operator lifts the stop and says why', async () => {
  const { id } = (await system()).moneyStop;
  const lift = (of: number, lostCount: number, reason: string) =>
    operator.post(`/money-stops/${of}/lift`, { lostCount, reason });
  expect((await lift(id + 1, 2, 'a mistake')).status).toBe(404);
  expect((await lift(id, 1, 'an old page')).body).toMatchObject([{ code: 'more_was_lost' }]);
  const lifted = await lift(id, 2, 'both shops have asked again');
  expect([lifted.status, lifted.body.lostCount]).toEqual([200, 2]);
  const log = (await operator.get(`/audit-log?subjectKind=money-stop&subjectId=${id}`)).body.items;
  expect(log.map(({ action, actor, reason }: Record<string, string>) => [action, actor, reason])).toEqual([
    ['lift-money-stop', 'operator', 'both shops have asked again'],
    ['stop-money', 'service', ''],
  ]);
  expect(await system()).toMatchObject({ moneyStop: null, moneyOut: 'open' });
  expect(await payOut()).toBe('created');
  expect((await showStop()).exitCode).toBe(0);
  // It is told once: the next reconnect finds nothing new.
  await cut();
  expect(await system()).toMatchObject({ moneyStop: null });
});
