import { receiptLimitsDefault } from '../domain/receipts/receipt-room.ts';
import {
  isSecretGiven,
  quote,
  readInteger,
  readMilliseconds,
  readSecret,
  readText,
  readWebUrl,
  type Settings,
} from './values.ts';

interface S3Config {
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Empty, or ends with a slash, so that prefix + name is the whole object key. */
  readonly prefix: string;
}

/** Where receipts are kept, how many, and how long a link to one works. */
export function readReceipts(settings: Settings) {
  const bytes = (key: string, fallback: number) =>
    readInteger(settings, key, { fallback, min: 1, max: Number.MAX_SAFE_INTEGER, unit: 'bytes' });
  return {
    // At most as long as S3 signs a link for.
    receiptLinkTtlMs: readMilliseconds(settings, 'RECEIPT_LINK_TTL_MS', 3_600_000, [1000, 7 * 24 * 3_600_000]),
    /** Payers need no key to upload receipts. */
    receiptLimits: {
      perInvoiceBytes: bytes('RECEIPTS_PER_INVOICE_BYTES', receiptLimitsDefault.perInvoiceBytes),
      perStoreDayBytes: bytes('RECEIPTS_PER_STORE_DAY_BYTES', receiptLimitsDefault.perStoreDayBytes),
    },
    /** Null: receipts are files under `dataDir`. */
    s3: readS3(settings),
  };
}

function readS3(settings: Settings): S3Config | null {
  const endpoint = readWebUrl(settings, 'S3_ENDPOINT', 'https://s3.eu-central-1.amazonaws.com');
  const bucket = readText(settings, 'S3_BUCKET');
  const accessKeyId = readText(settings, 'S3_ACCESS_KEY_ID');
  const secretAccessKey = readSecret(settings, 'S3_SECRET_ACCESS_KEY');
  const region = readText(settings, 'S3_REGION') ?? 'us-east-1';
  const prefix = readS3Prefix(settings);
  if (bucket !== null && !/^[a-z0-9][a-z0-9._-]{2,254}$/i.test(bucket)) {
    settings.faults.push(`S3_BUCKET is ${quote(bucket)}; give the bare name of the bucket.`);
  }
  const required = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const missing = required.filter((key) =>
    key === 'S3_SECRET_ACCESS_KEY' ? !isSecretGiven(settings, key) : readText(settings, key) === null,
  );
  if (missing.length > 0 && missing.length < required.length) {
    settings.faults.push(
      `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing; for receipts in a bucket give all of ` +
        `${required.join(', ')}, or none of them to keep receipts under DATA_DIR.`,
    );
  }
  if (endpoint === null || bucket === null || accessKeyId === null || secretAccessKey === null) return null;
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, prefix };
}

function readS3Prefix(settings: Settings): string {
  const text = readText(settings, 'S3_PREFIX') ?? '';
  const segments = text.split('/').filter((segment) => segment !== '');
  // A dot segment would be resolved on the way and lead out of the prefix.
  if (segments.some((segment) => !/^[\w.-]+$/.test(segment) || segment === '.' || segment === '..')) {
    settings.faults.push(
      `S3_PREFIX is ${quote(text)}; give a path such as quittance/receipts of letters, digits, ".", "_", "-".`,
    );
  }
  return segments.map((segment) => `${segment}/`).join('');
}
