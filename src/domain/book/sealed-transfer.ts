/** A transfer as it is sealed: all that was stored of it but the number of its transaction, which is of one cluster. */
export interface SealedTransfer {
  readonly id: bigint;
  readonly debitId: number;
  readonly creditId: number;
  readonly amount: bigint;
  readonly currency: string;
  readonly kind: string;
  readonly subjectId: string;
  /** Microseconds since 1970, as the database keeps time. */
  readonly atMicros: bigint;
}

/** The same bytes for the same transfer, whatever reads it. */
export function transferBytes(transfer: SealedTransfer): Buffer {
  const { kind, currency } = transfer;
  // At once into one piece: this is done for every transfer there is.
  const bytes = Buffer.alloc(fixedBytes + 2 + kind.length + currency.length);
  bytes.writeBigUInt64BE(transfer.id, 0);
  bytes.writeUInt32BE(transfer.debitId, 8);
  bytes.writeUInt32BE(transfer.creditId, 12);
  bytes.writeBigUInt64BE(transfer.amount, 16);
  bytes.writeBigInt64BE(transfer.atMicros, 24);
  bytes.write(transfer.subjectId.replaceAll('-', ''), 32, 'hex');
  bytes.writeUInt8(kind.length, fixedBytes);
  bytes.write(kind, fixedBytes + 1, 'latin1');
  bytes.writeUInt8(currency.length, fixedBytes + 1 + kind.length);
  bytes.write(currency, fixedBytes + 2 + kind.length, 'latin1');
  return bytes;
}

/** Up to the ID of what it is for, included. */
const fixedBytes = 48;

/** What the transfers change on each account that they touch. */
export function changesOf(transfers: readonly SealedTransfer[]): Map<number, bigint> {
  const changes = new Map<number, bigint>();
  addChanges(changes, transfers);
  return changes;
}

export function addChanges(changes: Map<number, bigint>, transfers: readonly SealedTransfer[]): void {
  const add = (accountId: number, amount: bigint) => changes.set(accountId, (changes.get(accountId) ?? 0n) + amount);
  for (const { debitId, creditId, amount } of transfers) {
    add(debitId, -amount);
    add(creditId, amount);
  }
}
