import { text as readAll } from 'node:stream/consumers';
import { isOpen, type OpeningStep, openingState } from '../../domain/overview/opening.ts';
import { readOpening } from '../../storage/reads/overview/opening-reads.ts';
import { type CliCall, type CliCommand, type CliResult, table, UsageError } from '../command-line.ts';
import { givenFile } from '../given-file.ts';
import { byCli, type CliSession, openCatalogue, reasonOption, textOption, withDatabase } from '../session.ts';
import { placeText } from '../start-up-text.ts';
import { Asker, NoMoreAnswers } from './ask.ts';
import { type SetupNote, SetupWork } from './do.ts';
import type { SetupPlan } from './plan.ts';
import { askForSteps } from './questions.ts';

export const setup: CliCommand = {
  name: 'setup',
  summary: 'Open a new service: operators, catalogue, rates, a store, a maker; then show what is left',
  notes:
    'Asks step by step for what is missing. It only adds, so it can be stopped and run again. With --from it takes everything\n' +
    'from a file instead, whose form docs/production.md shows; with --show it asks nothing and shows the state.',
  options: {
    from: { value: 'file', text: 'what to set up, in JSON; - for the standard input' },
    show: { text: 'change nothing, show what is done and what is left' },
    ...reasonOption,
  },
  async run(call) {
    const plan = await planOf(call);
    const open = async (session: CliSession) => {
      call.progress(`This is ${placeText(session.config)}.`);
      // A person at the prompts sees each step, and its secrets, as it happens.
      const isTold = plan === null;
      const notes: SetupNote[] = [];
      const work = new SetupWork(session, byCli(call), (note) => {
        notes.push(note);
        if (isTold) tell(note);
      });
      if (plan !== null) await follow(plan, work, notes);
      else if (call.options['show'] !== true) await converse(session, work);
      return resultOf(notes, await stateOf(session), isTold);
    };
    return await withDatabase(call, open, 'create');
  },
};

async function planOf(call: CliCall): Promise<SetupPlan | null> {
  const path = textOption(call, 'from');
  if (path === undefined) return null;
  if (call.options['show'] === true) throw new UsageError('Give --from or --show, not both: --show changes nothing.');
  // Loaded only here: the checks of the file are most of what the command line would load, and every command would wait for them.
  const { readSetupPlan } = await import('./plan.ts');
  return readSetupPlan(path === '-' ? await readAll(process.stdin) : await givenFile(path));
}

/** Stops at what is refused. What was done before it stays, and is told with its secrets: a repeat only finds it there. */
async function follow(plan: SetupPlan, work: SetupWork, notes: readonly SetupNote[]): Promise<void> {
  let place = '';
  const each = async <One>(name: string, list: readonly One[], act: (one: One) => Promise<void>) => {
    for (const [index, one] of list.entries()) {
      place = `${name}.${index}`;
      await act(one);
    }
  };
  try {
    await each('operators', plan.operators, (one) => work.operator(one));
    place = 'starterCatalogue';
    if (plan.starterCatalogue) await work.starterCatalogue();
    await each('rates', plan.rates, (one) => work.rate(one));
    await each('stores', plan.stores, (one) => work.store(one));
    await each('makers', plan.makers, (one) => work.maker(one));
  } catch (error) {
    notes.forEach(tell);
    process.stderr.write(`${place} was refused. What was done stays; mend the file and run it again.\n`);
    throw error;
  }
}

function tell(note: SetupNote): void {
  process.stderr.write(`  ${noteText(note)}\n`);
}

async function converse(session: CliSession, work: SetupWork): Promise<void> {
  const steps = await stateOf(session);
  process.stderr.write(`${stateText(steps)}\n`);
  const asker = new Asker(process.stdin);
  try {
    await askForSteps(asker, work, (name) => steps.some((step) => step.name === name && !step.isDone));
  } catch (error) {
    if (!(error instanceof NoMoreAnswers)) throw error;
    process.stderr.write('\nStopped. What was done stays; "quittance setup" goes on from here.\n');
  } finally {
    asker.close();
  }
}

async function stateOf(session: CliSession): Promise<OpeningStep[]> {
  return openingState(await openCatalogue(session), await readOpening(session.pool), Date.now());
}

const titles: Readonly<Record<OpeningStep['name'], readonly [title: string, next: string]>> = {
  operators: ['two operators with a second factor', 'created here; each sets up the factor in the console'],
  catalogue: ['currencies, banks and ways to pay', 'quittance catalogue load'],
  rates: ['a rate for payins and one for payouts', 'quittance rate set USDT/RUB in 95.50'],
  merchant: ['a merchant', 'quittance setup'],
  store: ['a store with a fee and limits', 'quittance setup, or Stores in the console'],
  'api-key': ['an API key', 'Stores in the console'],
  maker: ['a maker with a requisite in use and a deposit', 'quittance setup, or Makers in the console'],
  payment: ['a payment that has arrived', 'create a small payin and pay it: docs/production.md, "The first payment"'],
  backup: ['a backup', 'quittance backup <folder>'],
};

function stateText(steps: readonly OpeningStep[]): string {
  const rows = steps.map(({ name, isDone }) => {
    const [title, next] = titles[name];
    return [isDone ? 'done' : 'open', title, isDone ? '' : next];
  });
  return table(rows);
}

function noteText({ kind, text }: SetupNote): string {
  if (kind === 'secret') return `SHOWN ONCE  ${text}`;
  return kind === 'done' ? `done        ${text}` : `was there   ${text}`;
}

function resultOf(notes: readonly SetupNote[], steps: readonly OpeningStep[], isTold: boolean): CliResult {
  const done = isTold ? '' : notes.map((note) => `  ${noteText(note)}\n`).join('');
  const end = isOpen(steps) ? 'Everything is there: the service is open for business.' : 'What is open comes next.';
  const text = `${done}${done === '' ? '' : '\n'}${stateText(steps)}\n\n${end}\n`;
  return { text, data: { isOpen: isOpen(steps), steps, notes } };
}
