/** What a transaction has changed so far, to be undone when one of its statements is refused. */
export class Journal {
  readonly #undo: (() => void)[] = [];

  put<Key, Value>(table: Map<Key, Value>, key: Key, value: Value): void {
    const before = table.get(key);
    this.#undo.push(before === undefined ? () => table.delete(key) : () => table.set(key, before));
    table.set(key, value);
  }

  remove<Key, Value>(table: Map<Key, Value>, key: Key): void {
    const before = table.get(key);
    if (before === undefined) return;
    this.#undo.push(() => table.set(key, before));
    table.delete(key);
  }

  rollBack(): void {
    for (const undo of this.#undo.splice(0).reverse()) undo();
  }
}
