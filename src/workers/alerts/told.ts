import type pg from 'pg';
import { channelOfStart } from '../../domain/alerts/channel-code.ts';
import { codeLifetimeMs } from '../../domain/alerts/told-kinds.ts';
import type { NextStep } from '../../domain/notifications/delivery.ts';
import type { TelegramBot } from '../../notify/telegram-bot.ts';
import type { tell } from '../../notify/tell.ts';
import { confirmChat } from '../../settings/alerts/told.ts';
import type { Settings } from '../../settings/settings.ts';
import { findToldWork, tellFacts } from '../../storage/alerts/told-facts.ts';
import { claimTold, closeChannel, settleTold, type ToldDelivery } from '../../storage/alerts/told-queue.ts';
import { hasOpenChats } from '../../storage/reads/alerts/told-reads.ts';
import type { SecretBox } from '../../storage/secrets/secret-box.ts';
import { Loop } from '../loop.ts';

interface ToldOptions {
  readonly pool: pg.Pool;
  readonly secrets: SecretBox;
  readonly lease: string;
  readonly clock: () => number;
  readonly timeoutMs: number;
  readonly tell: (delivery: ToldDelivery) => ReturnType<typeof tell>;
  /** What came of an attempt. */
  readonly told: (next: NextStep['kind']) => void;
  readonly failed: (error: unknown) => void;
}

/** Soon enough for a deal, and seldom enough that looking costs nothing. */
const pauseMs = 1_000;
/**
 * Where nobody wants to hear anything. Who begins to wakes the worker of the process that was asked; the others need to know
 * only if that one ends.
 */
const quietPauseMs = 30_000;
const claimedMax = 50;
/** A lease outlives its attempt. What a killed process had sent and not noted is sent once more. */
const leaseTimeouts = 3;

/**
 * Tells people what they want to hear: makes messages of what is so now, and sends what waits. Every process runs one; a fact is
 * written down once, and a message is leased by one of them.
 */
export function createToldWorker(options: ToldOptions): Loop {
  const { pool, clock, failed } = options;
  return new Loop({
    pauseMs: quietPauseMs,
    soonMs: pauseMs,
    againMs: pauseMs,
    failed,
    async step(signal) {
      const { kinds, isWaiting } = await findToldWork(pool);
      if (kinds.length === 0 && !isWaiting) return 'idle';
      for (const kind of kinds) await tellFacts(pool, kind, clock());
      if (signal.aborted) return 'idle';
      const sent = await sendDue(options);
      return sent === claimedMax ? 'more' : 'soon';
    },
  });
}

async function sendDue(options: ToldOptions): Promise<number> {
  const { pool, secrets, lease, clock, timeoutMs, failed } = options;
  const leaseMs = timeoutMs * leaseTimeouts;
  const claimed = await claimTold(pool, secrets, { lease, now: clock(), leaseMs, countMax: claimedMax });
  await Promise.all(claimed.map((delivery) => sendOne(options, delivery).catch(failed)));
  return claimed.length;
}

async function sendOne({ pool, lease, clock, tell: send, told }: ToldOptions, delivery: ToldDelivery): Promise<void> {
  const { id, channel } = delivery;
  if (!delivery.isWanted) {
    return await settleTold(pool, { id, lease, next: { kind: 'dropped' }, failure: null, now: clock() });
  }
  const { next, failure, isGone } = await send(delivery);
  told(next.kind);
  await settleTold(pool, { id, lease, next, failure, now: clock() });
  if (isGone) await closeChannel(pool, channel.id, clock());
}

const chatsPauseMs = 2_000;

/** Listens for links to the bot being opened, while anybody has one that is not opened yet. */
export function createChatWorker(options: {
  readonly pool: pg.Pool;
  readonly bot: Pick<TelegramBot, 'takeStarts'>;
  readonly settings: Settings;
  readonly codeKey: Uint8Array;
  readonly clock: () => number;
  readonly failed: (error: unknown) => void;
}): Loop {
  const { pool, bot, settings, codeKey, clock, failed } = options;
  return new Loop({
    pauseMs: chatsPauseMs,
    failed,
    async step() {
      if (!(await hasOpenChats(pool, clock() - codeLifetimeMs))) return 'idle';
      // Heard twice, a link confirms once.
      await bot.takeStarts(async ({ start, chat }) => {
        const id = channelOfStart(start);
        if (id === null) return;
        await settings.routine(confirmChat, { channelId: Number(id), start, chat, codeKey }, clock());
      });
      return 'idle';
    },
  });
}
