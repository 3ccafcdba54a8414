import type { AnyCommand, Command, Decision } from '../src/commands/command.ts';
import type { Catalogue } from '../src/domain/catalogue.ts';
import type { Changes } from '../src/domain/changes.ts';

/** A decision as it was made: by which command, on which catalogue, and what it wanted. */
export interface MadeDecision {
  readonly command: string;
  readonly catalogue: Catalogue;
  readonly changes: Changes;
}

/** A seeded bug may change what a command decides; see `mutations.ts`. */
export type Meddle = (
  command: string,
  decision: Decision<unknown, unknown>,
  view: Parameters<AnyCommand['decide']>[0],
) => Decision<unknown, unknown>;

/**
 * Writes down what each command of the batch under way decides, so that the laws can ask for the cause of whatever is stored.
 * One lane runs at a time, from the rows it loaded to its next wait, so one list is enough.
 */
export class DecisionBook {
  #made: MadeDecision[] = [];
  readonly #meddle: Meddle;

  constructor(meddle: Meddle = (_command, decision) => decision) {
    this.#meddle = meddle;
  }

  begin(): void {
    this.#made = [];
  }

  get made(): readonly MadeDecision[] {
    return this.#made;
  }

  watched(command: AnyCommand): AnyCommand {
    const watched: Command<unknown, unknown> = {
      name: command.name,
      plan: (planning, hint) => command.plan(planning, hint),
      decide: (view, needs) => {
        const decision = this.#meddle(command.name, command.decide(view, needs), view);
        if (decision.kind !== 'again') {
          this.#made.push({ command: command.name, catalogue: view.catalogue, changes: decision.changes });
        }
        return decision;
      },
    };
    return watched;
  }
}
