/** How one setting is read: the kinds of values, and the message about a wrong one. */
import { readFileSync } from 'node:fs';

/** What the readers share. On a fault a reader notes it and returns a stand-in that nobody gets to use. */
export interface Settings {
  readonly env: NodeJS.ProcessEnv;
  readonly faults: string[];
  /** All that were asked for: these are the settings there are. */
  readonly names: Set<string>;
}

export function readWebUrl(settings: Settings, key: string, example: string): string | null {
  const text = readText(settings, key);
  return text === null ? null : webUrlOf(settings, key, text, example);
}

/** Several of them, separated by commas. */
export function readWebUrls(settings: Settings, key: string, example: string): readonly string[] {
  const texts = (readText(settings, key) ?? '').split(',').map((text) => text.trim());
  const urls = texts.filter((text) => text !== '').map((text) => webUrlOf(settings, key, text, example));
  return urls.filter((url) => url !== null);
}

function webUrlOf(settings: Settings, key: string, text: string, example: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = /^https?:\/\/[^\s\\?#]+$/i.test(text) && url !== null && url.username === '' && url.password === '';
  if (!plain) {
    // Not quoted: the fault may be a password in it.
    settings.faults.push(`${key} is not a plain web address; write it as ${example}, without query, hash or password.`);
    return null;
  }
  // Kept as written, not as the URL class would normalise it: merchants sign the URL that they were given.
  return text.replace(/\/{1,9}$/, '');
}

export function readInteger(
  settings: Settings,
  key: string,
  { fallback, min, max, unit }: { fallback: number; min: number; max: number; unit: string },
): number {
  const text = readText(settings, key);
  if (text === null) return fallback;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  settings.faults.push(`${key} is ${quote(text)}; give a whole number from ${min} to ${max} (${unit}).`);
  return fallback;
}

export function readMilliseconds(
  settings: Settings,
  key: string,
  fallback: number,
  [min, max]: readonly [number, number],
): number {
  return readInteger(settings, key, { fallback, min, max, unit: 'milliseconds' });
}

export function readChoice<const T extends string>(
  settings: Settings,
  key: string,
  choices: readonly T[],
  fallback: T,
): T {
  const text = readText(settings, key);
  if (text === null) return fallback;
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) settings.faults.push(`${key} is ${quote(text)}; give one of ${choices.join(', ')}.`);
  return choice ?? fallback;
}

/** An empty value counts as absent, because `KEY=` is how people switch a setting off in a file. */
export function readText(settings: Settings, key: string): string | null {
  settings.names.add(key);
  const text = settings.env[key]?.trim();
  return text === undefined || text === '' ? null : text;
}

/** A secret may lie in a file that `<key>_FILE` names, as container engines and systemd hand secrets over. */
export function readSecret(settings: Settings, key: string): string | null {
  const text = readText(settings, key);
  const path = readText(settings, `${key}_FILE`);
  if (path === null) return text;
  if (text !== null) {
    settings.faults.push(`${key} and ${key}_FILE are both set; give one of them.`);
    return null;
  }
  const content = readSecretFile(path);
  if (content.text === '') settings.faults.push(`${key}_FILE names ${quote(path)}, which ${content.fault}.`);
  return content.text === '' ? null : content.text;
}

/** Whether there is a value or a file for it, readable or not. */
export function isSecretGiven(settings: Settings, key: string): boolean {
  return readText(settings, key) !== null || readText(settings, `${key}_FILE`) !== null;
}

/** Without the line end that editors and `echo` add. */
function readSecretFile(path: string): { readonly text: string; readonly fault: string } {
  try {
    return { text: readFileSync(path, 'utf8').trim(), fault: 'is empty' };
  } catch (error) {
    return { text: '', fault: `cannot be read (${(error as NodeJS.ErrnoException).code ?? error})` };
  }
}

export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** A decimal sum, as text. */
export function readSum(settings: Settings, key: string, fallback: string): string {
  const text = readText(settings, key) ?? fallback;
  if (/^\d{1,12}(\.\d{1,8})?$/.test(text)) return text;
  settings.faults.push(`${key} is ${quote(text)}; give a sum such as ${fallback}.`);
  return fallback;
}
