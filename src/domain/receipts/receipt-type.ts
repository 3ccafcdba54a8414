/**
 * What a receipt may be, decided by its content alone: the name and the declared type of an upload are the sender's
 * claim. The set is what banks and phones produce, and nothing a browser would run.
 */
export const receiptTypes = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
} as const;
export type ReceiptType = keyof typeof receiptTypes;

/** The interface says "10 MB". The larger reading, 10 MiB, refuses no client that counted in the other unit. */
export const attachmentBytesMax = 10 * 1024 * 1024;

/** How much of a file is looked at. The longest magic ends at byte 12; the rest is for telling text from markup. */
export const sniffedBytesMax = 4096;

/** The type of the file that begins with these bytes; null for everything that is not a receipt. */
export function sniffReceiptType(firstBytes: Uint8Array): ReceiptType | null {
  const sample = firstBytes.subarray(0, sniffedBytesMax);
  if (startsWith(sample, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(sample, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (ascii(sample, 0, 6) === 'GIF87a' || ascii(sample, 0, 6) === 'GIF89a') return 'image/gif';
  if (ascii(sample, 0, 4) === 'RIFF' && ascii(sample, 8, 12) === 'WEBP') return 'image/webp';
  if (ascii(sample, 4, 8) === 'ftyp' && heicBrands.has(ascii(sample, 8, 12))) return 'image/heic';
  // Readers of PDF tolerate junk before the header. We do not: a file that begins as something else is something else.
  if (ascii(sample, 0, 5) === '%PDF-') return 'application/pdf';
  return isPlainText(sample) ? 'text/plain' : null;
}

export function receiptTypeOfExtension(extension: string): ReceiptType | null {
  return typesByExtension.get(extension) ?? null;
}

const typesByExtension: ReadonlyMap<string, ReceiptType> = new Map(
  Object.entries(receiptTypes).map(([type, extension]) => [extension, type as ReceiptType]),
);

/** The major brands that phones write for still images in HEIF; the same container also carries video, which is refused. */
const heicBrands: ReadonlySet<string> = new Set(['heic', 'heix', 'heif', 'mif1', 'msf1']);

/** C0 without tab and line ends, DEL, C1: a text file has none of them, a binary file soon does. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is its purpose
const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** What a browser or a shell could take for its own language. */
const markup = /^\s*<|^#!|<script|<html|<svg|<!doctype/i;

function isPlainText(sample: Uint8Array): boolean {
  const text = decodeUtf8(sample);
  return text !== null && text !== '' && !controlCharacter.test(text) && !markup.test(text);
}

function decodeUtf8(sample: Uint8Array): string | null {
  try {
    // `stream` forgives a last character that the end of the sample cuts in two, and nothing else.
    return new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
  } catch {
    return null;
  }
}

function startsWith(sample: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => sample[index] === byte);
}

function ascii(sample: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...sample.subarray(start, end));
}
