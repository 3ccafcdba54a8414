import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPayin } from '../../src/commands/payins/create-payin.ts';
import { readPosted } from '../../src/domain/phones/posted-messages.ts';
import { loadMessageTemplates, switchMessageTemplates } from '../../src/settings/messages/message-templates.ts';
import { storePostings } from '../../src/storage/phones/phone-messages.ts';
import { readCatalogue } from '../../src/storage/reads/catalogue-read.ts';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import { demoMasterKey, expectLawsHold } from '../support/database.ts';
import { byService } from '../support/people.ts';
import { testSettings } from '../support/settings.ts';
import { shapes } from './phones/bank-shapes.ts';
import { type BankAccount, MessageWorld, type Posted } from './phones/message-world.ts';
import { MortalProcess } from './phones/mortal-process.ts';
import { readOutcomes, Told } from './phones/told.ts';
import { payinRequest } from './support/requests.ts';
import { announceSeed, randomFrom } from './support/seed.ts';
import { startTestEngine, type TestEngine } from './support/test-engine.ts';

/** `MESSAGES=10000 npm run test:messages` writes as many; the suite has a few. */
const messageCount = Number.parseInt(process.env['MESSAGES'] ?? '', 10) || 350;
const minute = 60_000;
const zone = 'Europe/Moscow';
const makers = 3;
const phonesPerMaker = 2;

let world: TestEngine;
const accounts: BankAccount[] = [];

beforeAll(async () => {
  world = await startTestEngine({ lanes: 2 });
  const { pool } = world.db;
  const settings = testSettings(pool);
  const by = { ...byService, at: world.clock.nowMs };
  await settings.run(loadMessageTemplates, { data: null }, by);
  const { rows } = await pool.query('select id from message_templates');
  await settings.run(switchMessageTemplates, { switches: rows.map(({ id }) => ({ id, version: 1 })) }, by);
  await pool.query('update requisites set paused = true');
  await pool.query('update makers set auto_on = true');
  for (let phone = 1; phone <= makers * phonesPerMaker; phone++) await addPhone(phone);
});
afterAll(async () => {
  await expectLawsHold(world.db.pool);
  await world.stop();
});

/** With one account in each bank, and two in the first: only digits tell those apart. */
async function addPhone(phone: number): Promise<void> {
  const { pool } = world.db;
  const makerId = ((phone - 1) % makers) + 1;
  await pool.query(
    `insert into phones (id, maker_id, name, token_hash, created_at, paired_at) values ($1, $2, 'phone', $3, now(), now())`,
    [phone, makerId, `token of ${phone}`],
  );
  const banks = [...new Set(shapes.map(({ bank }) => bank)), ...(phone % 2 === 0 ? ['sberbank'] : [])];
  for (const [index, bank] of banks.entries()) {
    const digits = String(1000 + phone * 100 + index);
    const { rows } = await pool.query(
      `insert into requisites (maker_id, option, bank, currency, number, holder, rest_ms)
       values ($1, 'SBP', $2, 'RUB', $3, 'Holder', 60000) returning id`,
      [makerId, bank, `+7900${String(phone).padStart(3, '0')}${String(index).padStart(4, '0')}`],
    );
    const requisiteId = rows[0].id;
    await pool.query('insert into phone_requisites (requisite_id, phone_id, digits) values ($1, $2, $3)', [
      requisiteId,
      phone,
      [digits],
    ]);
    accounts.push({ phone, requisiteId, bank, digits, balanceMinor: BigInt(100_000 + index * 777), isTold: false });
  }
}

interface RunningDeal {
  readonly dealId: string;
  readonly account: BankAccount;
  readonly amountMinor: bigint;
  readonly startedAt: number;
}

/** Amounts come once: what no person could tell from the truth is not asked of a program. */
let lastAmountMinor = 100_000n;

async function startDeal(messages: MessageWorld): Promise<RunningDeal | null> {
  lastAmountMinor += BigInt(messages.between(2, 97));
  const amountMinor = lastAmountMinor;
  const amount = `${amountMinor / 100n}.${String(amountMinor % 100n).padStart(2, '0')}`;
  const { bank } = messages.oneOf(accounts);
  const { deals } = await world.engine.submit(createPayin(payinRequest({ amount, variant: { option: 'SBP', bank } })));
  const account = accounts.find(({ requisiteId }) => requisiteId === deals[0]?.requisiteId);
  const [deal] = deals;
  if (deal === undefined || account === undefined) return null;
  return { dealId: deal.id, account, amountMinor, startedAt: world.clock.nowMs };
}

interface Plan {
  readonly at: number;
  readonly write: () => readonly Posted[];
}

/** A payer who pays or not, and other messages to phones. Banks write in the order in which money moves. */
async function plans(messages: MessageWorld): Promise<Plan[]> {
  const now = world.clock.nowMs;
  const deal = await startDeal(messages);
  if (deal === null) return [];
  const { account, amountMinor, dealId } = deal;
  const planned: Plan[] = [];
  const plan = (afterMs: number, write: (at: number) => readonly Posted[]) => {
    planned.push({ at: now + afterMs, write: () => write(now + afterMs) });
  };
  const paidMs = messages.between(20_000, 6 * minute) + (messages.chance(5) ? 20 * minute : 0);
  if (messages.chance(15)) plan(messages.between(5_000, 4 * minute), (at) => messages.forge(account, amountMinor, at));
  if (messages.chance(15)) plan(messages.between(1_000, minute), (at) => messages.chatter(account, amountMinor, at));
  if (messages.chance(75)) {
    const sum = messages.chance(6) ? amountMinor - 1n : amountMinor;
    plan(paidMs, (at) => messages.transfer(account, sum, sum === amountMinor ? dealId : null, at));
    // The payer pays twice.
    if (messages.chance(6)) {
      plan(paidMs + messages.between(1_000, 3 * minute), (at) => messages.transfer(account, sum, dealId, at));
    }
  }
  const other = messages.oneOf(accounts);
  if (messages.chance(8)) plan(messages.between(0, minute), (at) => messages.spend(other, at));
  if (messages.chance(6)) plan(messages.between(0, minute), (at) => messages.replayOld(at));
  return planned;
}

async function post({ phone, body, label }: Posted): Promise<void> {
  const messages = readPosted(body, { fields: {}, timeZone: zone });
  const tokenHash = `token of ${phone}`;
  const known = await storePostings(world.db.pool, [
    { phoneId: phone, tokenHash, messages, cameAt: world.clock.nowMs },
  ]);
  expect(known).toEqual(new Map([[phone, tokenHash]]));
  if (label.kind === 'true' && label.tellsBalance) label.transfer.account.isTold = true;
}

it('every true transfer arrives once, no false one settles a deal, everything else is in front of a person', async () => {
  const draw = randomFrom(announceSeed(`${messageCount} messages of phones`));
  const messages = new MessageWorld(draw, accounts);
  const catalogue = await readCatalogue(world.db.pool, new SecretBox(demoMasterKey));
  const processes = [new MortalProcess(world, catalogue, draw), new MortalProcess(world, catalogue, draw)];
  const agenda: Plan[] = [];
  const waiting: Posted[] = [];
  const posted: Posted[] = [];
  while (posted.length < messageCount) {
    agenda.push(...(await plans(messages)));
    world.clock.nowMs += messages.between(2_000, 30_000);
    for (const { write } of due(agenda, ({ at }) => at)) waiting.push(...write());
    for (const one of due(waiting, ({ postAt }) => postAt)) {
      await post(one);
      posted.push(one);
    }
    await Promise.all(processes.map((process) => process.work()));
  }
  await processes[0]?.finish();
  const told = new Told(posted, await readOutcomes(world.db.pool));
  told.check();
  const deaths = processes.reduce((sum, process) => sum + process.deaths, 0);
  process.stdout.write(`${told.summary}, ${deaths} crashes\n`);
}, 3_600_000);

/** Takes what is due out of a list, the earliest first. */
function due<One>(list: One[], at: (one: One) => number): One[] {
  list.sort((one, other) => at(one) - at(other));
  const count = list.findIndex((one) => at(one) > world.clock.nowMs);
  return list.splice(0, count === -1 ? list.length : count);
}
