import type pg from 'pg';
import type { ReceiptLimits } from '../domain/receipts/receipt-room.ts';
import type { Catalogue } from '../domain/state/catalogue.ts';
import type { Engine } from '../engine/engine.ts';
import type { Reads } from '../engine/reads.ts';
import type { Posted } from '../notify/sender.ts';
import type { Resending } from '../settings/notifications/resending.ts';
import type { ReceiptStore } from '../storage/receipts/receipts.ts';
import type { Uploads } from '../storage/receipts/uploads.ts';
import type { Proofs } from './proofs.ts';

/** What endpoints work with. Made in service.ts, handed to each endpoint. */
export interface ApiContext {
  readonly mode: 'sandbox' | 'production';
  readonly engine: Engine;
  readonly reads: Reads;
  readonly receipts: ReceiptStore;
  readonly uploads: Uploads;
  readonly receiptLimits: ReceiptLimits;
  readonly catalogue: () => Catalogue;
  /** Without a trailing slash. Known once the service listens. */
  readonly publicUrl: () => string;
  /** Under which clients may call it as well. */
  readonly otherPublicUrls: readonly string[];
  readonly linkKey: Uint8Array;
  /** Links made with these are still good. */
  readonly formerLinkKeys: readonly Uint8Array[];
  readonly receiptLinkTtlMs: number;
  /** Which of several installations behind one address this is. */
  readonly cell: number;
  readonly clock: () => number;
  /** What the clocks of callers are compared with: real time, whatever the clock of a sandbox was moved to. */
  readonly callersClock: () => number;
  readonly newId: () => string;
  readonly rateLimitPerSecond: number;
  /** Remembers when a key was last used. */
  readonly noteKeyUse: (key: string, at: number, peer: string) => void;
  /** For reads. */
  readonly pool: pg.Pool;
  readonly proofs: Proofs;
  readonly resending: Resending;
  /** Sends a sample to an address, as a notification of this store would be sent, and says what came of it. */
  readonly tryNotification: (target: {
    readonly storeId: number;
    readonly url: string;
    readonly token: string;
  }) => Promise<Posted>;
  /** Why the service would not call this address, as far as the address itself tells; null: it would. */
  readonly whyNotCalled: (url: string) => string | null;
}
