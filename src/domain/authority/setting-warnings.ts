import type { Mode } from '../installation/mode.ts';
import { isLoopback } from '../people/passkeys.ts';

/** Settings that a production service starts with, and that are hardly meant: said in the log, in the start-up text and under System. */
export const settingWarnings = {
  'plain-http':
    'PUBLIC_URL begins with http: what merchants and payers send can be read and changed on the way. Put TLS in front.',
  'any-proxy': 'TRUSTED_PROXIES trusts every address: callers can say that they are anybody. Name the proxy alone.',
  'guessable-key':
    'MASTER_KEY is one byte again and again, which anybody guesses. Change it: docs/operating.md, "Change the master key".',
  'plain-backups':
    'BACKUP_RECIPIENTS is empty: backups lie there unencrypted, with names and card numbers. Make a key: quittance backup-key.',
} as const;
export type SettingWarning = keyof typeof settingWarnings;

interface WarnedSettings {
  readonly mode: Mode;
  readonly publicUrl: string | null;
  readonly otherPublicUrls: readonly string[];
  readonly trustedProxies: { readonly entries: readonly string[] };
  readonly masterKey: Uint8Array;
  readonly backupRecipients: readonly unknown[];
}

/** A sandbox has nothing to lose. */
export function warningsOf(config: WarnedSettings): readonly SettingWarning[] {
  if (config.mode !== 'production') return [];
  const urls = [config.publicUrl ?? '', ...config.otherPublicUrls].filter((url) => /^http:/i.test(url));
  const hosts = urls.map((url) => new URL(url).hostname);
  const isThere: Readonly<Record<SettingWarning, boolean>> = {
    'plain-http': hosts.some((host) => host !== 'localhost' && !isLoopback(host)),
    'any-proxy': config.trustedProxies.entries.some((entry) => /\/0+$/.test(entry)),
    'guessable-key': config.masterKey.every((byte) => byte === config.masterKey[0]),
    'plain-backups': config.backupRecipients.length === 0,
  };
  return (Object.keys(settingWarnings) as SettingWarning[]).filter((name) => isThere[name]);
}
