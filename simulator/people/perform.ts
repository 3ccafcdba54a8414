import type { AnyCommand } from '../../src/commands/command.ts';
import type { Random } from '../random.ts';
import type { Surroundings } from './surroundings.ts';

/** Asks until there is an answer, and goes on when it was done. */
export function perform(
  world: Surroundings,
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
