import { fetchDocument } from './fetch-document.ts';

/** Somebody who has opened the link to the bot. */
interface ChatStart {
  readonly start: string;
  readonly chat: string;
}

interface BotOptions {
  /** The operator's own setting; the token is in its path, so it is never logged. */
  readonly url: string;
  readonly timeoutMs: number;
}

const answerBytesMax = 1_000_000;

/** What a Telegram bot hears. Its address is the operator's, so it may be in the own network. */
export class TelegramBot {
  readonly #options: BotOptions;
  #offset = 0;
  #name: string | null = null;

  constructor(options: BotOptions) {
    this.#options = options;
  }

  /** As in `t.me/<name>`. */
  async name(): Promise<string> {
    this.#name ??= String((await this.#ask('getMe')).result?.username ?? '');
    return this.#name;
  }

  /**
   * Hands over the links that were opened, one after the other. Telegram forgets those below the offset with the next
   * question, so it is raised when all of them are stored: those that could not be are heard again.
   */
  async takeStarts(store: (start: ChatStart) => Promise<void>): Promise<void> {
    const { result } = await this.#ask(`getUpdates?timeout=0&offset=${this.#offset}`);
    let offset = this.#offset;
    for (const update of Array.isArray(result) ? result : []) {
      if (Number.isSafeInteger(update?.update_id)) offset = Math.max(offset, update.update_id + 1);
      const [, start] = /^\/start (\S{1,64})$/.exec(String(update?.message?.text ?? '')) ?? [];
      const chat = update?.message?.chat;
      // In a group others would read along.
      if (start !== undefined && chat?.type === 'private') await store({ start, chat: String(chat.id) });
    }
    this.#offset = offset;
  }

  // biome-ignore lint/suspicious/noExplicitAny: what another server says is looked at field by field.
  async #ask(method: string): Promise<any> {
    const { url, timeoutMs } = this.#options;
    const limits = { timeoutMs, bytesMax: answerBytesMax, allowsPrivate: true };
    return JSON.parse(await fetchDocument(`${url}/${method}`, limits, new AbortController().signal));
  }
}
