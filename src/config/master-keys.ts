/** The keys that seal secrets at rest. */

import { demoSecrets } from '../domain/installation/demo-secrets.ts';
import { isSecretGiven, readSecret, type Settings } from './values.ts';

export function readMasterKey(settings: Settings, mode: 'sandbox' | 'production'): Buffer {
  const text = readSecret(settings, 'MASTER_KEY');
  const demoKey = Buffer.from(demoSecrets.masterKeyHex, 'hex');
  const advice = 'make a key of your own with: openssl rand -hex 32';
  if (text === null) {
    if (mode === 'production' && !isSecretGiven(settings, 'MASTER_KEY')) {
      settings.faults.push(`MASTER_KEY is missing, and production mode needs one; ${advice}`);
    }
    return demoKey;
  }
  const key = decodeKey(text);
  // The value is never quoted: even a mistyped key is nearly the key.
  if (key === null) {
    settings.faults.push(`MASTER_KEY is not 32 bytes written as 64 hex digits or as base64; ${advice}`);
    return demoKey;
  }
  if (mode === 'production' && key.equals(demoKey)) {
    settings.faults.push(`MASTER_KEY is the demo key, which everybody knows; ${advice}`);
  }
  return key;
}

/** Several are separated by commas or line ends: a file may hold them. */
export function readPreviousMasterKeys(settings: Settings): readonly Buffer[] {
  const texts = (readSecret(settings, 'MASTER_KEY_PREVIOUS') ?? '').split(/[\s,]+/).filter((text) => text !== '');
  const keys = texts.map(decodeKey);
  if (keys.includes(null)) {
    settings.faults.push(
      'MASTER_KEY_PREVIOUS holds something that is not 32 bytes written as 64 hex digits or as base64; give former master ' +
        'keys as they were, separated by commas.',
    );
  }
  return keys.filter((key) => key !== null);
}

function decodeKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (/^[a-z0-9+/_-]{43}=?$/i.test(text)) return Buffer.from(text, 'base64');
  return null;
}
