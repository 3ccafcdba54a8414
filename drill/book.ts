/** What the shops of the drill were told, and when: the other side of the service's books. Times are milliseconds of one clock. */
interface Acknowledged {
  readonly atMs: number;
  readonly invoiceId: string;
  readonly internalId: string;
}

interface FailedAttempt {
  readonly atMs: number;
  /** A status, or what the connection said. */
  readonly reason: string;
}

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export class Book {
  readonly #created: Acknowledged[] = [];
  readonly #canceled = new Map<string, number>();
  readonly #failed: FailedAttempt[] = [];
  readonly #refused: string[] = [];
  readonly #told = new Set<string>();

  noteCreated(acknowledged: Acknowledged): void {
    this.#created.push(acknowledged);
  }

  noteCanceled(invoiceId: string, atMs: number): void {
    this.#canceled.set(invoiceId, atMs);
  }

  noteFailed(failed: FailedAttempt): void {
    this.#failed.push(failed);
  }

  /** A refusal that no repeat mends: no fault of the fleet may cause one. */
  noteRefused(what: string): void {
    this.#refused.push(what);
  }

  /** A notification has come to the receiver. */
  noteTold(notificationId: string): void {
    this.#told.add(notificationId);
  }

  get count(): number {
    return this.#created.length;
  }

  get refused(): readonly string[] {
    return this.#refused;
  }

  createdIn({ fromMs, toMs }: Span): readonly Acknowledged[] {
    return this.#created.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
  }

  canceledIn({ fromMs, toMs }: Span): readonly string[] {
    return [...this.#canceled].filter(([, atMs]) => atMs >= fromMs && atMs <= toMs).map(([invoiceId]) => invoiceId);
  }

  failedIn({ fromMs, toMs }: Span): readonly FailedAttempt[] {
    return this.#failed.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
  }

  /** Those of these notifications that have not come. */
  untold(notificationIds: readonly string[]): readonly string[] {
    return notificationIds.filter((id) => !this.#told.has(id));
  }

  /** The longest time in which no shop was told that its invoice is there. What goes on at an end of the span counts as far as that. */
  longestGapMs(span: Span): number {
    const times = this.createdIn(span).map(({ atMs }) => atMs);
    const marks = [span.fromMs, ...times.sort((left, right) => left - right), span.toMs];
    return Math.max(...marks.slice(1).map((mark, index) => mark - (marks[index] ?? mark)));
  }
}

/** Of reasons that came often, how often each: `503 × 12, ECONNRESET × 1`. */
export function countReasons(failed: readonly FailedAttempt[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of failed) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${reason} × ${count}`).join(', ');
}
