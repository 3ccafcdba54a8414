import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';
import { needs } from '../../test/support/needs.ts';
import { keptOfProof, verifyProof } from '../../verifier/verify.ts';

interface Case {
  readonly name: string;
  readonly expects: readonly string[];
  readonly kept: readonly ({ readonly proof: string } | { readonly number: number; readonly hash: string })[];
  readonly proof: string;
}

const file = join(projectFolder(), 'verifier/cases.jsonl');
const cases: Case[] = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

describe('quittance-verify', () => {
  it.each(cases)('$name', ({ proof, kept, expects }) => {
    const verdict = verifyProof(bytesOf(proof), {
      kept: kept.map((one) => ('proof' in one ? keptOfProof(bytesOf(one.proof)) : { ...one, balances: [] })),
    });
    const found = verdict.faults.map(({ code, page }) => (page === null ? code : `${code} ${page}`));
    expect(found.sort()).toEqual([...expects].sort());
    expect(verdict.isProven).toBe(expects.length === 0);
  });
});

it('finds every byte that was changed, wherever it is', () => {
  const sound = bytesOf(cases[0]?.proof ?? '');
  const said = verifyProof(sound).facts?.balances.map(({ account, decimals }) => `${account} ${decimals}`);
  fc.assert(
    fc.property(fc.nat(sound.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const other = Uint8Array.from(sound);
      other[at] = (other[at] ?? 0) ^ change;
      const { isProven, facts } = verifyProof(other);
      // How many decimal places a currency has is for people, and in no hash.
      const isOnlyWriting =
        facts?.balances.map(({ account, decimals }) => `${account} ${decimals}`).join() !== said?.join();
      expect(isProven && !isOnlyWriting).toBe(false);
    }),
    { numRuns: 150, seed: 17 },
  );
});

it('a second verifier, in Python, says the same of all cases', (context) => {
  needs(context, ['python3']);
  const program = join(projectFolder(), 'verifier/quittance_verify.py');
  expect(execFileSync('python3', ['-B', program, '--cases', file], { encoding: 'utf8' })).toBe(
    `${cases.length} cases, 0 wrong\n`,
  );
});
