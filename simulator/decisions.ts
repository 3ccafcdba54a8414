import type { AnyCommand, Command, Decision, View } from '../src/commands/command.ts';
import { type Party, requireWord } from '../src/domain/authority/own-word.ts';
import type { Catalogue } from '../src/domain/state/catalogue.ts';
import type { Changes } from '../src/domain/state/changes.ts';
import type { Needs } from '../src/domain/state/needs.ts';
import type { Instant } from '../src/domain/text/timestamp.ts';
import { isStopped } from '../src/engine/batch.ts';
import { AppError } from '../src/errors/app-error.ts';

/** A decision as it was made: by which command, on which catalogue, and what it wanted. */
export interface MadeDecision {
  readonly command: string;
  /** The watched command: one for each attempt, also where somebody asks for the same thing again. */
  readonly asked: AnyCommand;
  readonly saidBy: Party;
  /** What its process took for the time. */
  readonly at: Instant;
  readonly catalogue: Catalogue;
  readonly changes: Changes;
  /** It sends money out, and its process did not know that the books are right. */
  readonly isStoppedMoney: boolean;
}

/** A seeded bug may change what a command decides; see `mutations.ts`. */
export type Meddle = (
  command: string,
  decision: Decision<unknown, unknown>,
  view: Parameters<AnyCommand['decide']>[0],
  needs: Parameters<AnyCommand['decide']>[1],
) => Decision<unknown, unknown>;

/**
 * Writes down what each command of the batch under way decides, so that the laws can ask for the cause of whatever is stored.
 * One lane runs at a time, from the rows it loaded to its next wait, so one list is enough.
 */
export class DecisionBook {
  #made: MadeDecision[] = [];
  readonly #meddle: Meddle;
  readonly #refused: (needs: Needs, error: AppError) => void;
  readonly #heardAs: (party: Party, command: string) => Party;
  readonly #asksForMoney: boolean;

  /**
   * `refused` hears of every refusal at the moment of the decision, while the batch holds its locks. `heardAs`: a seeded
   * bug may take somebody's word for another's; another one does not ask whether money may go out.
   */
  constructor(
    refused: (needs: Needs, error: AppError) => void,
    meddle: Meddle = (_command, decision) => decision,
    heardAs: (party: Party, command: string) => Party = (party) => party,
    asksForMoney = true,
  ) {
    this.#refused = refused;
    this.#meddle = meddle;
    this.#heardAs = heardAs;
    this.#asksForMoney = asksForMoney;
  }

  begin(): void {
    this.#made = [];
  }

  get made(): readonly MadeDecision[] {
    return this.#made;
  }

  watched(command: AnyCommand): AnyCommand {
    const { name, saidBy } = command;
    const heard = this.#heardAs(saidBy, name);
    const watched: Command<unknown, unknown> = {
      name,
      saidBy: heard,
      sendsMoneyOut: (command.sendsMoneyOut ?? false) && this.#asksForMoney,
      plan: (planning, hint) => command.plan(planning, hint),
      decide: (view, needs) => {
        const decision = this.#meddle(name, this.#decide(command, view, needs), view, needs);
        if (decision.kind !== 'again') {
          const { catalogue, now: at } = view;
          // As the engine asks next: what it refuses is not decided.
          requireWord(heard, decision.changes, at);
          if (isStopped(watched, decision, view)) return decision;
          const isStoppedMoney = isStopped(command, decision, view);
          const { changes } = decision;
          this.#made.push({ command: name, asked: watched, saidBy, at, catalogue, changes, isStoppedMoney });
        }
        return decision;
      },
    };
    return watched;
  }

  #decide(command: AnyCommand, view: View, needs: Needs): Decision<unknown, unknown> {
    try {
      return command.decide(view, needs);
    } catch (error) {
      if (error instanceof AppError) this.#refused(needs, error);
      throw error;
    }
  }
}
