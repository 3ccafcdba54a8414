import { randomUUID } from 'node:crypto';
import type { OperatorContext } from '../api/operator/endpoint.ts';
import type { ChannelKind } from '../domain/alerts/told-kinds.ts';
import { Mailer } from '../notify/mail.ts';
import { Sender } from '../notify/sender.ts';
import { TelegramBot } from '../notify/telegram-bot.ts';
import { tell } from '../notify/tell.ts';
import { publicKeyOf } from '../notify/web-push.ts';
import { countWaitingTold } from '../storage/reads/alerts/told-reads.ts';
import { createChatWorker, createToldWorker } from '../workers/alerts/told.ts';
import type { Capability } from './capability.ts';
import type { Core } from './core.ts';

/** People are told what they want to hear. */
export function openTold(core: Core): Capability<Pick<OperatorContext, 'told'>> {
  const { config, pool, secrets, settings, clock, machineClock, publicUrl, metrics, warns } = core;
  const { mail, telegram, pushKey } = config.people;
  const { timeoutMs, connectionsPerReceiver, allowsPrivate } = config.notify;
  const sender = new Sender({ timeoutMs, connectionsPerReceiver, allowsPrivate, clock });
  // The address of the bot is the operator's own setting.
  const ownSender = new Sender({ timeoutMs, connectionsPerReceiver, allowsPrivate: true, clock });
  const mailer = mail === null ? null : new Mailer({ ...mail, timeoutMs });
  const botUrl = telegram === null ? null : `${telegram.apiUrl}/bot${telegram.token}`;
  const bot = botUrl === null ? null : new TelegramBot({ url: botUrl, timeoutMs });
  const codeKey = secrets.deriveKey('codes of channels');
  const failed = warns('people will be told later');
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
  metrics.gauge('told_waiting', 'Messages to people that are yet to be sent', () => countWaitingTold(pool));
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
  return { api: { told }, loops: [senders, worker, ...chats] };
}
