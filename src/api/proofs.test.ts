import { describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import type { OpenedProof, ProofAsked } from '../storage/book/prove.ts';
import { Proofs } from './proofs.ts';

const asked: ProofAsked = { accounts: [], since: 0, known: null };

async function* twoParts(): AsyncGenerator<Buffer> {
  yield Buffer.from('one');
  yield Buffer.from('two');
}

const opened = async (): Promise<OpenedProof> => ({ page: 7n, parts: twoParts() });

/** What stores of a merchant ask for: each store is a subject of its own. */
function ask(proofs: Proofs, owner: string, store: number) {
  return proofs.give({ subject: `store ${store}`, owner }, asked);
}

const outcomeOf = (given: Promise<unknown>) =>
  given.then(
    () => 'given',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

describe('proofs at once', () => {
  it('are two of one merchant, however many stores it has, and four in all', async () => {
    const proofs = new Proofs(opened, () => 0);
    const outcomes: unknown[] = [];
    for (const [owner, store] of [
      ['merchant 1', 1],
      ['merchant 1', 2],
      ['merchant 1', 3],
      ['maker 1', 1],
      ['merchant 2', 4],
      ['merchant 3', 5],
    ] as const) {
      outcomes.push(await outcomeOf(ask(proofs, owner, store)));
    }
    expect(outcomes).toEqual(['given', 'given', 'proof_limit', 'given', 'given', 'proof_limit']);
  });

  it('are counted before the first of them has been opened', async () => {
    const proofs = new Proofs(opened, () => 0);
    const given = [1, 2, 3].map((store) => outcomeOf(ask(proofs, 'merchant 1', store)));
    expect(await Promise.all(given)).toEqual(['given', 'given', 'proof_limit']);
  });
});

describe('the room of a proof', () => {
  /** Both places of a merchant are taken, one of them by this. */
  async function full(open = opened) {
    const proofs = new Proofs(open, () => 0);
    const first = await ask(proofs, 'merchant 1', 1);
    await ask(proofs, 'merchant 1', 2);
    return { first, next: () => outcomeOf(ask(proofs, 'merchant 1', 3)) };
  }

  it('is free again when the last part was read', async () => {
    const { first, next } = await full();
    const read: string[] = [];
    for await (const part of first.parts) read.push(String(part));
    expect(read).toEqual(['one', 'two']);
    expect([await next(), await next()]).toEqual(['given', 'proof_limit']);
  });

  it('is free again when its reader breaks off, or is gone before the first part', async () => {
    const brokenOff = await full();
    const begun = brokenOff.first.parts[Symbol.asyncIterator]();
    expect(String((await begun.next()).value)).toBe('one');
    await begun.return?.();
    expect([await brokenOff.next(), await brokenOff.next()]).toEqual(['given', 'proof_limit']);
    const neverRead = await full();
    const parts = neverRead.first.parts[Symbol.asyncIterator]();
    // Twice is once.
    for (let times = 0; times < 2; times++) await parts.return?.();
    expect([await neverRead.next(), await neverRead.next()]).toEqual(['given', 'proof_limit']);
  });

  it('is free again when it cannot be opened, and when it fails on the way', async () => {
    const refusing = new Proofs(
      () => Promise.reject(new AppError('not_sealed_yet')),
      () => 0,
    );
    const outcomes: unknown[] = [];
    for (let store = 0; store < 3; store++) outcomes.push(await outcomeOf(ask(refusing, 'merchant 1', store)));
    expect(outcomes).toEqual(['not_sealed_yet', 'not_sealed_yet', 'not_sealed_yet']);

    async function* failing(): AsyncGenerator<Buffer> {
      yield Buffer.from('one');
      throw new Error('the database is gone');
    }
    const { first, next } = await full(async () => ({ page: 7n, parts: failing() }));
    const read = async () => {
      for await (const part of first.parts) expect(String(part)).toBe('one');
    };
    await expect(read()).rejects.toThrow('the database is gone');
    expect([await next(), await next()]).toEqual(['given', 'proof_limit']);
  });
});
