import type { Command } from '../../src/commands/command.ts';
import { type Withdrawal, withdrawalStatuses } from '../../src/domain/withdrawals/withdrawal.ts';
import type { Random } from '../random.ts';
import { perform } from './perform.ts';
import { crookId } from './staff.ts';
import type { Surroundings } from './surroundings.ts';
import { actsOn } from './withdrawal-acts.ts';

const { created, sending } = withdrawalStatuses;

const tricks = { 'approve twice': 2, 'make somebody up': 4, 'send alone': 3 } as const;

/** An operator who has a friend among the merchants, and wants a withdrawal out without anybody else, or twice. */
export function rob(world: Surroundings, random: Random, withdrawal: Withdrawal): void {
  const { approve, reject } = actsOn(world, crookId, withdrawal);
  if (withdrawal.status === sending) {
    // It is on the network already, and its funds would be back as well.
    perform(world, random, 'crook', reject);
  } else if (withdrawal.status === created) {
    const next = secondStep(world, random, withdrawal);
    perform(world, random, 'crook', approve, () => perform(world, random, 'crook', next));
  }
}

/** What shall take the place of a second person. */
function secondStep(world: Surroundings, random: Random, withdrawal: Withdrawal): () => Command<Withdrawal> {
  const own = actsOn(world, crookId, withdrawal);
  switch (random.weighted(tricks)) {
    case 'approve twice':
      return own.approve;
    case 'make somebody up':
      return actsOn(world, world.staff.makeUp(world.timeline.now), withdrawal).approve;
    case 'send alone':
      return () => own.send(`tx-${withdrawal.id}`);
  }
}
