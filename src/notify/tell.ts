import { channelCode, mailedCode } from '../domain/alerts/channel-code.ts';
import type { ChannelKind, SentKind, ToldLanguage } from '../domain/alerts/told-kinds.ts';
import { type ToldFacts, toldText } from '../domain/alerts/told-text.ts';
import { type AttemptOutcome, afterAttempt, type NextStep, retryPausesMs } from '../domain/notifications/delivery.ts';
import { formatTimestamp, type Instant } from '../domain/text/timestamp.ts';
import type { Mailer } from './mail.ts';
import type { Sender } from './sender.ts';
import { webhookHeaders } from './sign-notification.ts';
import { type PushKeys, pushPost } from './web-push.ts';

interface TellContext {
  /** For addresses that people gave. */
  readonly sender: Pick<Sender, 'post'>;
  /** Null: the operator has not set up a mail server. */
  readonly mailer: Pick<Mailer, 'send'> | null;
  /** The operator's own setting: the bot's address with its token, and how it is called; null: there is none. */
  readonly telegram: { readonly url: string; readonly sender: Pick<Sender, 'post'> } | null;
  readonly pushKey: Buffer | null;
  readonly codeKey: Uint8Array;
  readonly publicUrl: () => string;
  readonly clock: () => Instant;
  readonly machineClock: () => Instant;
}

interface Telling {
  readonly id: bigint;
  readonly kind: SentKind;
  readonly facts: ToldFacts;
  readonly createdAt: Instant;
  readonly attempt: number;
  readonly channel: {
    readonly id: number;
    readonly kind: ChannelKind;
    readonly address: string;
    readonly secret: string | null;
    readonly language: ToldLanguage;
    readonly createdAt: Instant;
  };
}

interface Told {
  readonly outcome: AttemptOutcome;
  readonly answer: string;
  readonly askedPauseMs?: number | null;
}

/** A person needs to hear soon or not at all: what could not be told within an hour is old. */
const pausesMs = retryPausesMs.slice(0, 4);

/** One attempt to tell somebody something. */
export async function tell(
  context: TellContext,
  telling: Telling,
): Promise<{ readonly next: NextStep; readonly failure: string | null; readonly isGone: boolean }> {
  const { outcome, answer, askedPauseMs = null } = await send(context, telling).catch(unsendable);
  const next = afterAttempt({ ordinal: telling.attempt, outcome, endedAt: context.clock(), askedPauseMs }, pausesMs);
  return { next, failure: outcome === 'delivered' ? null : `${outcome}: ${answer}`, isGone: outcome === 'gone' };
}

async function send(context: TellContext, telling: Telling): Promise<Told> {
  const { channel, kind } = telling;
  const facts = factsOf(context, telling);
  const { title, text, path } = toldText(kind, facts, channel.language);
  const link = context.publicUrl() + path;
  const id = `told_${telling.id}`;
  switch (channel.kind) {
    case 'email':
      if (context.mailer === null) return notSetUp;
      return await context.mailer.send({ to: channel.address, id, subject: title, text: `${text}\n\n${link}\n` });
    case 'telegram': {
      if (context.telegram === null) return notSetUp;
      const body = JSON.stringify({ chat_id: channel.address, text: `${title}\n${text}\n${link}` });
      const post = {
        url: `${context.telegram.url}/sendMessage`,
        headers: { 'content-type': 'application/json' },
        body,
      };
      const posted = await context.telegram.sender.post(post);
      // 403: the person has blocked the bot.
      return posted.status === 403 ? { outcome: 'gone', answer: posted.answer } : posted;
    }
    case 'push': {
      if (context.pushKey === null) return notSetUp;
      const keys = JSON.parse(channel.secret ?? '{}') as PushKeys;
      const content = JSON.stringify({ title, text, link, tag: id });
      const about = { key: context.pushKey, subject: context.publicUrl(), now: context.machineClock() };
      const topic = `t${telling.id}`;
      const posted = await context.sender.post(
        pushPost(about, { address: channel.address, keys, text: content, topic }),
      );
      // 404 as 410: the browser has given the subscription up.
      return posted.status === 404 ? { outcome: 'gone', answer: posted.answer } : posted;
    }
    case 'webhook': {
      const said = kind === 'code' ? { code: facts['code'] } : { facts };
      const at = formatTimestamp(telling.createdAt);
      const body = JSON.stringify({ kind, at, title, text, link, ...said });
      const signed = { id, body, sentAt: context.machineClock() };
      const headers = { 'content-type': 'application/json', 'user-agent': 'Quittance' };
      const signature = webhookHeaders(signed, [channel.secret ?? '']);
      return await context.sender.post({ url: channel.address, headers: { ...headers, ...signature }, body });
    }
  }
}

const notSetUp: Told = { outcome: 'unreachable', answer: 'the operator has not set this way up' };

/** Codes are stored nowhere: they are made when they are sent. */
function factsOf({ codeKey }: TellContext, { kind, channel, createdAt, facts }: Telling): ToldFacts {
  switch (kind) {
    case 'code':
      return { code: channelCode(codeKey, channel) };
    case 'enrolment':
      return { code: mailedCode(codeKey, channel, createdAt) };
    default:
      return facts;
  }
}

/** What cannot be made into a message is not tried again: it would fail in the same way. */
function unsendable(error: unknown): Told {
  return { outcome: 'unsendable', answer: error instanceof Error ? error.message : String(error) };
}
