import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandHere } from '../support/command-here.ts';
import { newDataDir, removeDataDir, runCommand } from '../support/program.ts';

/** `quittance setup` on an empty database: at a terminal that closes in the middle, then from a file, then once more. */
const env = {
  QUITTANCE_MODE: 'production',
  DATABASE: 'embedded',
  MASTER_KEY: 'c3'.repeat(32),
  PUBLIC_URL: 'http://127.0.0.1:3999',
};
let dataDir: string;
beforeAll(async () => {
  dataDir = await newDataDir();
});
afterAll(() => removeDataDir(dataDir));

interface Note {
  readonly kind: 'done' | 'kept' | 'secret';
  readonly text: string;
}

async function setup(args: readonly string[], input?: string) {
  const typed = ['setup', ...args, '--json'];
  const ended = await (input === undefined
    ? runCommandHere(typed, { dataDir, env })
    : runCommand(typed, { dataDir, env, input }));
  expect(ended.exitCode, ended.stderr + ended.stdout).toBe(0);
  const { steps, notes, isOpen } = JSON.parse(ended.stdout);
  const open: string[] = steps.filter((step: { isDone: boolean }) => !step.isDone).map(({ name }: never) => name);
  return { open, isOpen, notes: notes as readonly Note[], said: ended.stderr };
}

async function file(plan: unknown): Promise<string> {
  const path = join(dataDir, '..', `plan-${process.pid}.json`);
  await writeFile(path, JSON.stringify(plan));
  return path;
}

const plan = {
  operators: [{ login: 'anna' }, { login: 'boris', name: 'Boris' }],
  starterCatalogue: true,
  rates: [{ pair: 'USDT/RUB', in: '100', out: '95' }],
  stores: [{ name: 'Corner Shop', currency: 'RUB', min: '100', max: '100000', login: 'owner' }],
  makers: [
    {
      name: 'First maker',
      login: 'maria',
      deposit: '1000',
      payinRewardBps: 100,
      payoutRewardBps: 50,
      requisites: [
        { option: 'TO_CARD', bank: 'ros_bank', currency: 'RUB', number: '4111 1111 1111 1111', holder: 'Maria S.' },
      ],
    },
  ],
};

describe('quittance setup', () => {
  it('asks again for what cannot be, does each step at once, and can be stopped in the middle', async () => {
    const answers = ['Anna!', 'anna', '', 'perhaps', 'yes', 'RUB', 'XXX', 'USDT', 'nothing', '99', '94'];
    const { notes, open, said } = await setup([], `${answers.join('\n')}\n`);
    expect(said).toContain(`A new database is made in ${dataDir}.`);
    expect(said).toContain(`This is production mode, embedded PostgreSQL in ${dataDir}.`);
    expect(said).toContain('A login has');
    expect(said).toContain('Answer yes or no.');
    expect(said).toContain('The catalogue does not have this currency.');
    expect(said).toContain('Give a positive number');
    expect(said).toContain('Stopped. What was done stays');
    expect(notes.filter(({ kind }) => kind === 'secret')).toHaveLength(2);
    expect(open).toEqual(['operators', 'merchant', 'store', 'api-key', 'maker', 'payment', 'backup']);
  });

  it('goes on from a file, adds what is missing and leaves what is there', async () => {
    const { notes, open } = await setup(['--from', await file(plan)]);
    const kept = notes.filter(({ kind }) => kind === 'kept').map(({ text }) => text);
    expect(kept).toEqual(['operator anna', 'The starter catalogue is loaded', 'USDT/RUB has its rates']);
    expect(notes.filter(({ kind }) => kind === 'secret').map(({ text }) => text.split(':')[0])).toEqual([
      'Password of boris',
      'Second factor code of boris',
      'Secret of merchant 1',
      'Password of owner',
      'Second factor code of owner',
      'Password of maria',
      'Second factor code of maria',
    ]);
    expect(notes.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^API key of store 1: \w+/));
    // Second factors belong to people, and a payment to a payer.
    expect(open).toEqual(['operators', 'payment', 'backup']);
  });

  it('changes nothing when it is repeated', async () => {
    const again = await setup(['--from', await file(plan)]);
    expect(new Set(again.notes.map(({ kind }) => kind))).toEqual(new Set(['kept']));
    const makers = JSON.parse((await runCommandHere(['maker', 'list', '--json'], { dataDir, env })).stdout);
    const rewards = ['in: 100 bps', 'out: 50 bps'];
    expect(makers).toMatchObject([{ name: 'First maker', available: '1000.00000000', held: '0.00000000', rewards }]);
    const rates = JSON.parse((await runCommandHere(['rate', 'list', '--json'], { dataDir, env })).stdout);
    expect(rates.map(({ rate }: { rate: string }) => rate)).toEqual(['99.00', '94.00']);
  });

  it('knows of a backup once there is one', async () => {
    const folder = join(dataDir, '..', `backup-${process.pid}`);
    expect((await runCommandHere(['backup', folder], { dataDir, env })).exitCode).toBe(0);
    expect((await setup(['--show'])).open).toEqual(['operators', 'payment']);
    const both = await runCommandHere(['setup', '--show', '--from', await file(plan)], { dataDir, env });
    expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining('not both')]);
  });

  it('tells what was done, with its secrets, and what was refused, when a later part of the file is refused', async () => {
    const [card] = plan.makers[0]?.requisites ?? [];
    const wrong = { name: 'Wrong', requisites: [{ ...card, number: '4111 1111 1111 1112' }] };
    const path = await file({ operators: [{ login: 'clara' }], makers: [plan.makers[0], wrong] });
    const ended = await runCommand(['setup', '--from', path], { dataDir, env });
    expect(ended.exitCode).not.toBe(0);
    expect(ended.stderr).toMatch(/SHOWN ONCE {2}Password of clara: \S{20,}/);
    expect(ended.stderr).toContain('makers.1 was refused. What was done stays');
  });

  it('says of a file that cannot be read which one', async () => {
    const ended = await runCommandHere(['setup', '--from', 'nowhere.json'], { dataDir, env });
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toContain('nowhere.json cannot be read (ENOENT)');
  });

  it('names the place of a mistake in the file, and does nothing', async () => {
    const path = await file({ ...plan, makers: [{ name: 'Second', deposit: '-5' }] });
    const ended = await runCommandHere(['setup', '--from', path], { dataDir, env });
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toContain('makers.0.deposit');
  });
});
