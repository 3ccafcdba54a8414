import { decodeBech32, encodeBech32 } from './bech32.ts';

/** A public key that files are encrypted for, in the age format: `age1…`. */
export interface Recipient {
  readonly text: string;
  readonly bytes: Buffer;
}

const prefix = 'age';

/** Null for a text that is none. */
export function parseRecipient(text: string): Recipient | null {
  const bytes = decodeBech32(prefix, text);
  return bytes?.length === 32 && text === text.toLowerCase() ? { text, bytes } : null;
}

export function recipientOf(bytes: Buffer): Recipient {
  return { bytes, text: encodeBech32(prefix, bytes) };
}
