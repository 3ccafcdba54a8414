import type { Instant } from '../text/timestamp.ts';
import type { ReceiptType } from './receipt-type.ts';

/** A file that somebody uploaded as proof; its content is known by its hash. */
export interface Attachment {
  readonly sha256: string;
  readonly mediaType: ReceiptType;
  readonly sizeBytes: number;
  readonly fileName: string;
  readonly addedAt: Instant;
}
