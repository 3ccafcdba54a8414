import { resolve } from 'node:path';
import { parseRecipient, type Recipient } from '../domain/text/age-recipient.ts';
import { readMilliseconds, readText, readWebUrl, type Settings } from './values.ts';

/** Where the head of the audit log's chain is told, and how often. */
export interface AuditHeadConfig {
  /** Absolute. */
  readonly file: string | null;
  readonly url: string | null;
  readonly intervalMs: number;
}

const hourMs = 3_600_000;

export function readAuditHead(settings: Settings): AuditHeadConfig {
  const file = readText(settings, 'AUDIT_HEAD_FILE');
  return {
    file: file === null ? null : resolve(file),
    url: readWebUrl(settings, 'AUDIT_HEAD_URL', 'https://witness.example.com/quittance'),
    intervalMs: readMilliseconds(settings, 'AUDIT_HEAD_INTERVAL_MS', hourMs, [1000, 24 * hourMs]),
  };
}

/** Public keys, separated by commas. */
export function readRecipients(settings: Settings): readonly Recipient[] {
  const key = 'BACKUP_RECIPIENTS';
  const texts = (readText(settings, key) ?? '').split(',').map((text) => text.trim());
  return texts
    .filter((text) => text !== '')
    .flatMap((text) => {
      const recipient = parseRecipient(text);
      // Not quoted: it may be the private key.
      if (recipient === null) {
        settings.faults.push(`${key} has a text that is no public key; each is age1 and 58 letters and digits.`);
      }
      return recipient ?? [];
    });
}
