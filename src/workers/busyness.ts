/** Busy is a process whose event loop works for more than this part of the time. */
const busyFrom = 0.7;

/** Whether this process has time to spare for work that can wait. */
export class Busyness {
  #since = performance.eventLoopUtilization();

  /** Whether it was busy since this was asked last. */
  read(): boolean {
    const { utilization } = performance.eventLoopUtilization(this.#since);
    this.#since = performance.eventLoopUtilization();
    return utilization > busyFrom;
  }
}

/** Asking costs more than reading a clock, and answers come by the thousand a second: one reading serves for this long. */
const readingMs = 5;

/** For how long this process has had nothing to do, all in all: the time its event loop has spent waiting. */
export class IdleTime {
  #readAtMs = Number.NEGATIVE_INFINITY;
  #ms = 0;

  read(): number {
    const now = performance.now();
    if (now - this.#readAtMs > readingMs) {
      this.#readAtMs = now;
      this.#ms = performance.eventLoopUtilization().idle;
    }
    return this.#ms;
  }
}
