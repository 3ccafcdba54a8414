/** A run that must not count: answers other than 200, books that do not balance, a process that died. */
export class BenchFailure extends Error {
  override readonly name = 'BenchFailure';
}
