import type { Instant } from '../src/domain/text/timestamp.ts';
import { mixed } from './random.ts';

/**
 * What happened. Every step goes into the digest, so that two runs of one seed can be compared to the last detail; the
 * sentences are kept only when somebody is going to read them, since writing them costs more than the world itself.
 */
export class History {
  readonly isTold: boolean;
  readonly #lines: string[] = [];
  readonly #start: Instant;
  #low = 0x811c_9dc5;
  #high = 0x0100_0193;

  constructor(start: Instant, isTold: boolean) {
    this.#start = start;
    this.isTold = isTold;
  }

  digest(): string {
    return hex(this.#high) + hex(this.#low);
  }

  lines(): readonly string[] {
    return this.#lines;
  }

  mix(...numbers: readonly number[]): void {
    for (const number of numbers) {
      this.#low = mixed(this.#low, number | 0);
      this.#high = mixed(this.#high ^ this.#low, (number / 0x1_0000_0000) | 0);
    }
  }

  mixText(text: string): void {
    for (let index = 0; index < text.length; index++)
      this.#low = Math.imul(this.#low ^ text.charCodeAt(index), 0x0100_0193);
    this.#high = mixed(this.#high, this.#low);
  }

  mixAmount(amount: bigint): void {
    this.mix(Number(BigInt.asIntN(32, amount)), Number(BigInt.asIntN(32, amount >> 32n)));
  }

  /** A sentence for people; call it only when `isTold`. */
  tell(now: Instant, who: string, what: string): void {
    if (this.#lines.length >= linesMax) this.#lines.splice(0, linesMax / 2);
    this.#lines.push(`${elapsed(now - this.#start)}  ${who.padEnd(22)} ${what}`);
  }
}

/** More than anybody reads; the newest are kept. */
const linesMax = 4_000;

function elapsed(ms: number): string {
  const pad = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, '0');
  const [days, hours, minutes] = [ms / 86_400_000, (ms / 3_600_000) % 24, (ms / 60_000) % 60];
  return `day ${pad(days, 1)} ${pad(hours)}:${pad(minutes)}:${pad((ms / 1000) % 60)}.${pad(ms % 1000, 3)}`;
}

function hex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, '0');
}
