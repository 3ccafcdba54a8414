import { describe, expect, it } from 'vitest';
import type { Answer, Input, Operation } from './client.ts';
import { isDoneEachTime, sendOnce, Unanswered } from './unanswered.ts';

const hourMs = 3_600_000;
const cut = new Error('the line was cut');

function refusal(status: number): Error {
  return Object.assign(new Error(`status ${status}`), { status, isDecided: status >= 400 && status < 500 });
}

/** A service that answers a key it knows as it did the first time, and takes each code once. */
class Service {
  readonly done: unknown[] = [];
  readonly heard: string[] = [];
  nowMs = 0;
  /** What goes wrong with the next requests: on the way there, or on the way back. */
  troubles: (Error | 'answer is lost' | null)[] = [];
  readonly #answers = new Map<string, unknown>();
  readonly #codes = new Set<string>();

  ask<Name extends Operation>(unanswered: Unanswered, name: Name, body: object): Promise<unknown> {
    return sendOnce(unanswered, name, { body } as Input<Name>, {
      newKey: () => `key ${this.heard.length}`,
      nowMs: () => this.nowMs,
      send: async (input, key) => (await this.#hear(input.body as Body, key)) as Answer<Name>,
    });
  }

  async #hear(body: Body, key: string): Promise<unknown> {
    this.heard.push(`${body.code2FA ?? ''} ${key}`.trim());
    const trouble = this.troubles.shift() ?? null;
    if (trouble instanceof Error) throw trouble;
    const answer = this.#answers.get(key) ?? this.#decide(body);
    this.#answers.set(key, answer);
    if (trouble !== null) throw cut;
    if (answer instanceof Error) throw answer;
    return answer;
  }

  #decide(body: Body): unknown {
    if (body.code2FA !== undefined && this.#codes.has(body.code2FA)) return refusal(400);
    if (body.code2FA !== undefined) this.#codes.add(body.code2FA);
    this.done.push(body);
    return { number: this.done.length };
  }
}

interface Body {
  readonly code2FA?: string;
}

const withdrawal = (code2FA: string, amount = '100.00') => ({ accountId: 'a', amount, address: 'T1', code2FA });

describe('a withdrawal whose answer was lost', () => {
  it('is answered by the first one when it is asked for again with the next code, from any form', async () => {
    const [service, unanswered] = [new Service(), new Unanswered(20)];
    service.troubles = ['answer is lost'];
    await expect(service.ask(unanswered, 'requestWithdrawal', withdrawal('111111'))).rejects.toBe(cut);
    await expect(service.ask(unanswered, 'requestWithdrawal', withdrawal('222222'))).resolves.toEqual({ number: 1 });
    expect(service.done).toHaveLength(1);
    expect(service.heard).toEqual(['111111 key 0', '111111 key 0']);
  });

  it('is one of its own when the same is wanted once more, after the answer', async () => {
    const [service, unanswered] = [new Service(), new Unanswered(20)];
    await service.ask(unanswered, 'requestWithdrawal', withdrawal('111111'));
    await expect(service.ask(unanswered, 'requestWithdrawal', withdrawal('222222'))).resolves.toEqual({ number: 2 });
  });

  it('stays unknown while nothing is known of it, and the new one is not sent', async () => {
    const [service, unanswered] = [new Service(), new Unanswered(20)];
    service.troubles = ['answer is lost', cut, refusal(503), refusal(401), refusal(403), refusal(429)];
    for (const code of ['111111', '222222', '333333', '444444', '555555', '666666']) {
      await expect(service.ask(unanswered, 'requestWithdrawal', withdrawal(code))).rejects.toThrow();
    }
    await expect(service.ask(unanswered, 'requestWithdrawal', withdrawal('777777'))).resolves.toEqual({ number: 1 });
    expect(new Set(service.heard)).toEqual(new Set(['111111 key 0']));
  });

  it('is asked for with the new code when the first was refused, or never came and its code is too old', async () => {
    const [service, unanswered] = [new Service(), new Unanswered(20)];
    service.troubles = [cut, refusal(400)];
    await expect(service.ask(unanswered, 'requestWithdrawal', withdrawal('111111'))).rejects.toBe(cut);
    await expect(service.ask(unanswered, 'requestWithdrawal', withdrawal('222222'))).resolves.toEqual({ number: 1 });
    expect(service.heard).toEqual(['111111 key 0', '111111 key 0', '222222 key 2']);
  });

  it('has nothing to do with another sum', async () => {
    const [service, unanswered] = [new Service(), new Unanswered(20)];
    service.troubles = ['answer is lost'];
    await expect(service.ask(unanswered, 'requestWithdrawal', withdrawal('111111'))).rejects.toBe(cut);
    const other = service.ask(unanswered, 'requestWithdrawal', withdrawal('222222', '50.00'));
    await expect(other).resolves.toEqual({ number: 2 });
  });

  it('is kept for its user alone, for an hour, and among so many', async () => {
    const lost = async (then: (service: Service, unanswered: Unanswered) => Promise<void> | void) => {
      const [service, unanswered] = [new Service(), new Unanswered(2)];
      unanswered.keepOf(1);
      service.troubles = ['answer is lost'];
      await expect(service.ask(unanswered, 'requestWithdrawal', withdrawal('111111'))).rejects.toBe(cut);
      await then(service, unanswered);
      await service.ask(unanswered, 'requestWithdrawal', withdrawal('222222'));
      return service.heard.slice(-1);
    };
    const again = ['111111 key 0'];
    expect(await lost((_, unanswered) => unanswered.keepOf(1))).toEqual(again);
    expect(await lost((_, unanswered) => unanswered.keepOf(2))).not.toEqual(again);
    const later = (ms: number) => (service: Service) => {
      service.nowMs = ms;
    };
    expect(await lost(later(hourMs - 1))).toEqual(again);
    expect(await lost(later(hourMs))).not.toEqual(again);
    const amongOthers = await lost(async (service, unanswered) => {
      service.troubles = [cut, cut];
      for (const amount of ['1.00', '2.00']) {
        const other = service.ask(unanswered, 'requestWithdrawal', withdrawal('333333', amount));
        await expect(other).rejects.toBe(cut);
      }
    });
    expect(amongOthers).not.toEqual(again);
  });
});

describe('what is asked for again', () => {
  it('is the same refund in other words, and the same top-up with the ID of another form', async () => {
    const cases = [
      ['askRefund', { amount: '4.00', reason: 'back' }, { amount: '4.00', reason: 'came back', code2FA: '222222' }],
      ['topUpStore', { id: 'first', amount: '4.00', reason: 'x' }, { id: 'second', amount: '4.00', reason: 'x' }],
    ] as const;
    for (const [name, first, second] of cases) {
      const [service, unanswered] = [new Service(), new Unanswered(20)];
      service.troubles = ['answer is lost'];
      await expect(service.ask(unanswered, name, first)).rejects.toBe(cut);
      await expect(service.ask(unanswered, name, second)).resolves.toEqual({ number: 1 });
      expect(service.done).toEqual([first]);
    }
  });

  it('is sent once where it is the very same, and its refusal is told', async () => {
    const [service, unanswered, refused] = [new Service(), new Unanswered(1), refusal(400)];
    service.troubles = [cut, refused];
    await expect(service.ask(unanswered, 'commentCase', { text: 'seen' })).rejects.toBe(cut);
    await expect(service.ask(unanswered, 'commentCase', { text: 'seen' })).rejects.toBe(refused);
    expect(service.heard).toEqual(['key 0', 'key 0']);
  });

  it('is another currency where only its code differs: that code works more than once', async () => {
    const [service, unanswered] = [new Service(), new Unanswered(20)];
    service.troubles = ['answer is lost'];
    await expect(service.ask(unanswered, 'addCurrency', { code: 'KZT' })).rejects.toBe(cut);
    await service.ask(unanswered, 'addCurrency', { code: 'UZS' });
    expect(service.done).toEqual([{ code: 'KZT' }, { code: 'UZS' }]);
  });

  it('is known beyond its form only where money would move twice', () => {
    expect((['requestWithdrawal', 'askRefund', 'payBackMaker'] as const).every(isDoneEachTime)).toBe(true);
    expect((['takePayout', 'pauseRequisite', 'switchMaker'] as const).some(isDoneEachTime)).toBe(false);
  });
});
