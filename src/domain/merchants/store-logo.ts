import { AppError } from '../../errors/app-error.ts';
import { sniffReceiptType } from '../receipts/receipt-type.ts';

/** The whole page may weigh 20 KB before the first tap; this much of it is for the logo. The console makes pictures fit. */
export const logoBytesMax = 5 * 1024;

const logoTypes = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;
type LogoType = keyof typeof logoTypes;

export interface Logo {
  readonly bytes: Buffer;
  readonly mediaType: LogoType;
}

/** Base64 of a picture, in the one form that is kept; refused when it is anything else. */
export function readLogo(text: string): string {
  const logo = decodeLogo(text);
  if (logo === null) throw new AppError('invalid_logo', { field: 'page.logo', limit: logoBytesMax });
  return logo.bytes.toString('base64');
}

/** What it is is decided by its content, as with receipts. SVG is not a picture here: it can carry a script. */
export function decodeLogo(text: string): Logo | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  const type = sniffReceiptType(bytes);
  if (bytes.length > logoBytesMax || type === null || !Object.hasOwn(logoTypes, type)) return null;
  return { bytes, mediaType: type as LogoType };
}

export function logoExtension({ mediaType }: Logo): string {
  return logoTypes[mediaType];
}
