/** Busy is a process whose event loop works for more than this part of the time. */
const busyFrom = 0.7;

/** Whether this process has much to do: what can wait gives way to payments then. */
export class LoadMeter {
  #since = performance.eventLoopUtilization();

  /** Since it was last asked. */
  isBusy(): boolean {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#since);
    this.#since = now;
    return utilization > busyFrom;
  }
}
