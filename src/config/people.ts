import { readSecret, readText, readWebUrl, type Settings } from './values.ts';

/** How people can be told something, beside webhooks, which need nothing of the operator's. */
interface PeopleConfig {
  readonly mail: { readonly url: string; readonly from: string } | null;
  readonly telegram: { readonly token: string; readonly apiUrl: string } | null;
  /** The scalar of a P-256 key. */
  readonly pushKey: Buffer | null;
}

export function readPeople(settings: Settings): PeopleConfig {
  return { mail: readMail(settings), telegram: readTelegram(settings), pushKey: readPushKey(settings) };
}

function readMail(settings: Settings): PeopleConfig['mail'] {
  const url = readSecret(settings, 'SMTP_URL');
  const from = readText(settings, 'SMTP_FROM');
  if (url === null) return null;
  // Not quoted: it may hold a password.
  if (!/^smtps?:\/\/[^\s/]+\/?$/.test(url)) {
    settings.faults.push('SMTP_URL is no address of a mail server such as smtps://user:password@mail.example.com:465.');
  }
  if (from === null || !/^[^\s@<>]+@[^\s@<>]+$/.test(from)) {
    settings.faults.push('SMTP_FROM is missing or no mail address; give the sender, such as pay@example.com.');
  }
  return { url, from: from ?? '' };
}

function readTelegram(settings: Settings): PeopleConfig['telegram'] {
  const token = readSecret(settings, 'TELEGRAM_BOT_TOKEN');
  const apiUrl = readWebUrl(settings, 'TELEGRAM_API_URL', 'https://api.telegram.org') ?? 'https://api.telegram.org';
  if (token === null) return null;
  if (!/^\d+:[\w-]+$/.test(token)) {
    settings.faults.push(
      'TELEGRAM_BOT_TOKEN is no token of a bot: a number, a colon, and letters, as BotFather gives it.',
    );
  }
  return { token, apiUrl };
}

/** Zero and what is above the order of the curve is no key; random bytes are that as good as never. */
const largestScalar = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550';

function readPushKey(settings: Settings): Buffer | null {
  const text = readSecret(settings, 'WEB_PUSH_KEY')?.toLowerCase() ?? null;
  if (text === null) return null;
  if (!/^[0-9a-f]{64}$/.test(text) || /^0+$/.test(text) || text > largestScalar) {
    settings.faults.push('WEB_PUSH_KEY is no key: give 64 hexadecimal digits, as openssl rand -hex 32 writes them.');
    return null;
  }
  return Buffer.from(text, 'hex');
}
