import type { ReceiptLook } from '../domain/receipts/receipt-look.ts';
import { decodePicture } from './decode-picture.ts';
import { lookOf } from './look-of-picture.ts';

/** Null: the file is not compared. */
export function lookOfFile(bytes: Uint8Array): ReceiptLook | null {
  const picture = decodePicture(bytes);
  return picture === null ? null : lookOf(picture);
}
