/**
 * The file that proves balances to whom they are owed, as docs/proof.md lays it out: a head with its signature, balances with what is
 * beside their ways, then one page after the other: what is needed to make the tree over all pages from them, and of each page the
 * own transfers with what is needed to make its tree. It is written part by part, so a proof of any length needs little memory.
 */
import { type SealedBalance, saltOf, type TreeEntry } from './balance-leaf.ts';
import { ByteWriter } from './bytes.ts';
import type { FoundPage } from './page-faults.ts';
import { type PartReader, partsOfRange } from './page-history.ts';
import { type SealedTransfer, transferBytes } from './sealed-transfer.ts';
import { accountKindCodes, writeSums } from './sums.ts';
import { treeParts } from './transfer-tree.ts';

const magic = Buffer.from('quittance-proof/1', 'latin1');

export interface ProvenBalance extends SealedBalance {
  readonly place: Buffer;
  /** Beside its way, the highest first. Null: no page has touched the account, so it is not in the tree. */
  readonly beside: readonly TreeEntry[] | null;
  /** What the account held at the end of the page that transfers are shown after. */
  readonly opening: bigint;
  /** Decimal places of the currency: how the verifier writes amounts. */
  readonly decimals: number;
}

interface ProofBeginning {
  /** Transfers of pages after this one are in the proof. */
  readonly since: bigint;
  readonly head: Pick<FoundPage, 'bytes' | 'signature'>;
  readonly balances: readonly ProvenBalance[];
  readonly placeKey: Buffer;
}

export function proofBeginning({ since, head, balances, placeKey }: ProofBeginning): Buffer {
  const writer = new ByteWriter().bytes(magic).u64(since);
  writer.u16(head.bytes.length).bytes(head.bytes).bytes(head.signature);
  writer.u8(balances.length);
  for (const { id, kind, ownerId, currency, balance, page, place, beside, opening, decimals } of balances) {
    writer.u32(id).u8(accountKindCodes[kind]).u32(ownerId).text(currency).u8(decimals).i64(opening);
    writer.u8(beside === null ? 0 : 1);
    if (beside === null) continue;
    writer
      .i64(balance)
      .u64(page)
      .bytes(place)
      .bytes(saltOf(placeKey, id, page))
      .u8(beside.length);
    for (const { hash, sums } of beside) writeSums(writer.bytes(hash), sums);
  }
  return writer.done();
}

/** An own transfer and which of its page it is, counted from 0. */
export interface OwnTransfer {
  readonly index: number;
  readonly transfer: SealedTransfer;
}

export interface ProvenPage {
  readonly number: bigint;
  /** Null for the head, which the file begins with. */
  readonly header: Buffer | null;
  /** Only of pages that change the key. */
  readonly signature: Buffer | null;
  /** Of all transfers of the page; empty when none is shown. */
  readonly leaves: readonly Buffer[];
  readonly own: readonly OwnTransfer[];
}

/** What the file needs of the tree over all pages, between two pages that it shows. */
export function partsBetween(before: bigint, number: bigint) {
  return partsOfRange(before, number - 1n);
}

/** One page after another that was `before` it (0: none). */
export function proofPage(before: bigint, page: ProvenPage, read: PartReader): Buffer {
  const writer = new ByteWriter().u64(page.number);
  for (const part of partsBetween(before, page.number)) writer.bytes(read(part));
  if (page.header !== null) {
    writer.u16(page.header.length).bytes(page.header);
    writer.u8(page.signature === null ? 0 : 1);
    if (page.signature !== null) writer.bytes(page.signature);
  }
  writer.u32(page.own.length);
  if (page.own.length > 0) writeOwn(writer, page);
  return writer.done();
}

function writeOwn(writer: ByteWriter, { leaves, own }: ProvenPage): void {
  const part = treeParts(leaves);
  const between = (from: number, to: number) => {
    for (const { page, level } of partsOfRange(BigInt(from), BigInt(to))) writer.bytes(part(Number(page), level));
  };
  let shown = 0;
  for (const { index, transfer } of own) {
    const bytes = transferBytes(transfer);
    writer.u32(index);
    between(shown, index);
    writer.u16(bytes.length).bytes(bytes);
    shown = index + 1;
  }
  between(shown, leaves.length);
}
