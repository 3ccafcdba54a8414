import type { FiatMinor } from '../../src/domain/money/money.ts';
import type { Instant } from '../../src/domain/text/timestamp.ts';

/** A transfer of a payer, as the bank knows it. */
export interface Line {
  readonly reference: string;
  readonly requisiteId: number;
  readonly amount: FiatMinor;
  readonly sentAt: Instant;
  /** The deal the payer had in mind; the service has to find that out by itself. */
  readonly meantFor: string | null;
  /** What its receiver does about it follows from this, whatever else happens in the world. */
  readonly seed: number;
  isEntered: boolean;
  /** Its receiver has said something else about it. */
  isLiedAbout: boolean;
}

/** The world's money outside the service: what payers really sent. */
export class Bank {
  readonly #lines = new Map<string, Line>();
  readonly #sent = new Map<number, Line[]>();
  readonly #told = new Map<string, Line | null>();
  readonly #invented = new Set<string>();
  readonly #arrived: (line: Line) => void;

  /** `arrived`: the owner of the requisite could see it now. */
  constructor(arrived: (line: Line) => void) {
    this.#arrived = arrived;
  }

  send(transfer: Pick<Line, 'requisiteId' | 'amount' | 'sentAt' | 'meantFor' | 'seed'>): Line {
    const line: Line = { ...transfer, reference: `T${this.#lines.size + 1}`, isEntered: false, isLiedAbout: false };
    this.#lines.set(line.reference, line);
    this.#sent.set(line.requisiteId, [...(this.#sent.get(line.requisiteId) ?? []), line]);
    this.#arrived(line);
    return line;
  }

  /** What truly came to these requisites, the oldest first. */
  sentTo(requisiteIds: readonly number[]): Line[] {
    const sent = requisiteIds.flatMap((id) => this.#sent.get(id) ?? []);
    return sent.sort((left, right) => left.sentAt - right.sentAt);
  }

  line(reference: string): Line | undefined {
    return this.#lines.get(reference) ?? this.#told.get(reference) ?? undefined;
  }

  /** A message tells of a transfer under a reference of its own: of this one, or of none. */
  tell(reference: string, line: Line | null): void {
    if (!this.#told.has(reference)) this.#told.set(reference, line);
  }

  /** A maker tells of money that nobody has sent: its number, or what it is entered under. */
  invent(reference = `made up ${this.#invented.size + 1}`): string {
    this.#invented.add(reference);
    return reference;
  }

  isMadeUp(reference: string): boolean {
    return this.#invented.has(reference) || this.isForged(reference);
  }

  /** Somebody made the message up. */
  isForged(reference: string): boolean {
    return this.#told.get(reference) === null;
  }
}
