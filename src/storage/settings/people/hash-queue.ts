import { AppError } from '../../../errors/app-error.ts';

/** For whom a password is hashed. */
export interface HashTurn {
  /** Somebody signed in, or a device that has signed in with this login before; others wait behind them. */
  readonly isKnown: boolean;
  /** An address, a login or a person: one of them never takes the room of the others. Null: the service's own work. */
  readonly name: string | null;
  /** The client that asked has hung up. */
  readonly isGone: () => boolean;
}

/** What an act of somebody signed in needs; how many there are is bounded by their acts. */
export const ownTurn: HashTurn = { isKnown: true, name: null, isGone: () => false };

/**
 * Two of the four threads that Node has for such work: files and names of hosts are looked up on the others. Each hash takes a tenth
 * of a second and 32 MB.
 */
const atOnce = 2;
/** Of strangers: nobody waits longer than a second or two. Of people who are known: as many as an office has. */
const strangersMax = 24;
const knownMax = 100;
/** Of one name: somebody who types a password has one hash under way. */
const ofOneNameMax = 5;

interface Waiting extends HashTurn {
  readonly begin: () => void;
  readonly refuse: (error: AppError) => void;
}

/**
 * Hashing a password is the most expensive thing that a stranger can ask for, so few are hashed at once and few wait. Who is known
 * goes ahead. When the line of strangers is full, the name that has most in it gives way, and then newcomers are refused.
 */
export class HashQueue {
  #running = 0;
  #known: Waiting[] = [];
  #strangers: Waiting[] = [];

  async run<Value>(turn: HashTurn, work: () => Promise<Value>): Promise<Value> {
    if (this.#running < atOnce) this.#running++;
    else await this.#wait(turn);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #wait(turn: HashTurn): Promise<void> {
    const line = this.#lineOf(turn);
    const ofName = line.filter(({ name }) => name !== null && name === turn.name).length;
    if (ofName >= ofOneNameMax) throw new AppError('overloaded');
    if (line.length >= (turn.isKnown ? knownMax : strangersMax)) giveWay(line, ofName);
    return new Promise((begin, refuse) => line.push({ ...turn, begin, refuse }));
  }

  /** Those who have hung up leave room for others. */
  #lineOf({ isKnown }: HashTurn): Waiting[] {
    const line = (isKnown ? this.#known : this.#strangers).filter((one) => !hasLeft(one));
    if (isKnown) this.#known = line;
    else this.#strangers = line;
    return line;
  }

  #next(): void {
    for (const line of [this.#known, this.#strangers]) {
      for (let first = line.shift(); first !== undefined; first = line.shift()) {
        if (hasLeft(first)) continue;
        first.begin();
        return;
      }
    }
    this.#running--;
  }
}

function hasLeft({ isGone, refuse }: Waiting): boolean {
  if (!isGone()) return false;
  refuse(new AppError('overloaded'));
  return true;
}

/** The last one of the name that has most, if that is more than the newcomer would have; or else the newcomer is refused. */
function giveWay(line: Waiting[], ofNewcomer: number): void {
  const counts = new Map<string | null, number>();
  for (const { name } of line) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [most, count] = [...counts].reduce((left, right) => (right[1] > left[1] ? right : left));
  if (count <= ofNewcomer + 1) throw new AppError('overloaded');
  const [last] = line.splice(
    line.findLastIndex(({ name }) => name === most),
    1,
  );
  last?.refuse(new AppError('overloaded'));
}
