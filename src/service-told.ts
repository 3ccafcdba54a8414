import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { OperatorContext } from './api/operator/endpoint.ts';
import type { Config } from './config/config.ts';
import type { ChannelKind } from './domain/told/told-kinds.ts';
import type { Metrics } from './http/metrics.ts';
import { Mailer } from './notify/mail.ts';
import { Sender } from './notify/sender.ts';
import { TelegramBot } from './notify/telegram-bot.ts';
import { tell } from './notify/tell.ts';
import { publicKeyOf } from './notify/web-push.ts';
import type { Settings } from './settings/settings.ts';
import { countWaitingTold } from './storage/reads/told-reads.ts';
import type { SecretBox } from './storage/secret-box.ts';
import { createChatWorker, createToldWorker } from './workers/told.ts';

interface ToldParts {
  readonly pool: pg.Pool;
  readonly secrets: SecretBox;
  readonly settings: Settings;
  readonly clock: () => number;
  readonly machineClock: () => number;
  readonly publicUrl: () => string;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** The part of the service that tells people what they want to hear. */
export function openTold(config: Config, parts: ToldParts) {
  const { pool, secrets, settings, clock, machineClock, publicUrl, metrics, log } = parts;
  const { mail, telegram, pushKey } = config.people;
  const { timeoutMs, connectionsPerReceiver, allowsPrivate } = config.notify;
  const sender = new Sender({ timeoutMs, connectionsPerReceiver, allowsPrivate, clock });
  // The address of the bot is the operator's own setting.
  const ownSender = new Sender({ timeoutMs, connectionsPerReceiver, allowsPrivate: true, clock });
  const mailer = mail === null ? null : new Mailer({ ...mail, timeoutMs });
  const botUrl = telegram === null ? null : `${telegram.apiUrl}/bot${telegram.token}`;
  const bot = botUrl === null ? null : new TelegramBot({ url: botUrl, timeoutMs });
  const codeKey = secrets.deriveKey('codes of channels');
  const failed = (err: unknown) => log.warn({ err }, 'people will be told later');
  const ways = { sender, mailer, telegram: botUrl === null ? null : { url: botUrl, sender: ownSender }, pushKey };
  const context = { ...ways, codeKey, publicUrl, clock, machineClock };
  const worker = createToldWorker({
    pool,
    secrets,
    lease: randomUUID(),
    clock,
    timeoutMs,
    tell: (delivery) => tell(context, delivery),
    told: (next) => metrics.countTold(next),
    failed,
  });
  metrics.gauge('told_waiting', 'Messages to people that are yet to be sent', () =>
    countWaitingTold(pool).catch(() => Number.NaN),
  );
  const chats = bot === null ? [] : [createChatWorker({ pool, bot, settings, codeKey, clock, failed })];
  const senders = {
    start: () => undefined,
    stop: async () => {
      for (const one of [sender, ownSender, mailer]) one?.close();
    },
  };
  const offered: ChannelKind[] = [
    ...(mail === null ? [] : (['email'] as const)),
    ...(bot === null ? [] : (['telegram'] as const)),
    ...(pushKey === null ? [] : (['push'] as const)),
    'webhook',
  ];
  const told: OperatorContext['told'] = {
    offered,
    pushKey: pushKey === null ? null : publicKeyOf(pushKey),
    codeKey,
    botName: async () => (bot === null ? '' : await bot.name()),
    wake: () => worker.wake(),
  };
  return { workers: [senders, worker, ...chats], toldApi: { told } };
}
