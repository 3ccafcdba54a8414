import { rotateBookKey } from '../settings/book/rotate-book-key.ts';
import type { CliCommand } from './command-line.ts';
import { reasonOption, runAct } from './session.ts';

const rotate: CliCommand = {
  name: 'book rotate-key',
  summary: 'Make a new key that signs the pages of the sealed book',
  notes:
    'The next page announces it, signed with the key there is; the pages after it are signed with the new one. So a client that\n' +
    'follows the headers knows it. Rotate MASTER_KEY first if that may have leaked: it seals both.',
  options: { ...reasonOption },
  async run(call) {
    await runAct(call, rotateBookKey, {});
    return {
      text: 'The next page of the book announces the new key; pages after it are signed with it.\n',
      data: { status: 'rotated' },
    };
  },
};

export const bookCommands: readonly CliCommand[] = [rotate];
