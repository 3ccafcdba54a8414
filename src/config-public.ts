import { readCallersLimit, readInteger, type Settings } from './config-values.ts';
import { type ReceiptLimits, receiptLimitsDefault } from './domain/receipt-room.ts';

/** Limits for payers, who need no key. Those per address are 0 where there is no limit. */
export interface PublicInterfaceConfig {
  readonly readsPerMinute: number;
  readonly actsPerMinute: number;
  readonly guessesPerMinute: number;
  readonly streamsMax: number;
  readonly streamsPerAddressMax: number;
}

export function readPublicInterface(settings: Settings, isProduction: boolean): PublicInterfaceConfig {
  const perAddress = (key: string, production: number, unit: string) =>
    readCallersLimit(settings, key, { production, isProduction, unit: `${unit} of one address` });
  return {
    // A payer's whole visit is some ten requests, and a mobile network may have hundreds of payers behind one address.
    readsPerMinute: perAddress('PUBLIC_READS_PER_MINUTE', 1_200, 'reads a minute'),
    actsPerMinute: perAddress('PUBLIC_ACTS_PER_MINUTE', 120, 'acts a minute'),
    guessesPerMinute: perAddress('PUBLIC_GUESSES_PER_MINUTE', 60, 'unknown IDs a minute'),
    streamsMax: readInteger(settings, 'PUBLIC_STREAMS_MAX', {
      fallback: 10_000,
      min: 0,
      max: 1_000_000,
      unit: 'open pages',
    }),
    streamsPerAddressMax: perAddress('PUBLIC_STREAMS_PER_ADDRESS', 500, 'open pages'),
  };
}

/** Payers need no key to upload receipts. */
export function readReceiptLimits(settings: Settings): ReceiptLimits {
  const bytes = (key: string, fallback: number) =>
    readInteger(settings, key, { fallback, min: 1, max: Number.MAX_SAFE_INTEGER, unit: 'bytes' });
  return {
    perInvoiceBytes: bytes('RECEIPTS_PER_INVOICE_BYTES', receiptLimitsDefault.perInvoiceBytes),
    perStoreDayBytes: bytes('RECEIPTS_PER_STORE_DAY_BYTES', receiptLimitsDefault.perStoreDayBytes),
  };
}
