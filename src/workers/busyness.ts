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
