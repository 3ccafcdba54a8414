import { describe, expect, it } from 'vitest';
import { blocksOf, isPrinted, shapeFaults } from '../support/document-blocks.ts';
import { documentsThatRun } from '../support/document-run.ts';
import { readText, repositoryPaths } from './repository.ts';

describe('the blocks of a document', () => {
  it.each(documentsThatRun)('blocks in %s are each run, compared, or marked with a reason', (path) => {
    expect(blocksOf(path, readText(path)).length).toBeGreaterThan(0);
  });

  it('blocks that another test runs are known to it', () => {
    const blocks = documentsThatRun.flatMap((path) => blocksOf(path, readText(path)));
    const elsewhere = blocks.flatMap(({ document, use }) => (use.kind === 'run elsewhere' ? [[document, use.by]] : []));
    expect(elsewhere.length).toBeGreaterThan(0);
    for (const [document = '', by = ''] of elsewhere)
      expect(readText(by)).toContain(`blockRunBy('${by}', '${document}'`);
  });

  it('must have a use', () => {
    const text = (language: string, marker = '') => `${marker}\n\`\`\`${language}\nx\n\`\`\`\n`;
    for (const unused of [text(''), text('json'), text('ts'), text('http'), text('sh', '<!-- later -->')]) {
      expect(() => blocksOf('a.md', unused)).toThrow('a.md:2: nothing is done with this block');
    }
    const use = (language: string, marker: string) => blocksOf('a.md', text(language, marker))[0]?.use;
    expect(use('sh', '')).toEqual({ kind: 'command', until: null, nodeMin: null });
    expect(use('sh', '<!-- on Node 22.18 or later; in the background until: open -->')).toEqual({
      kind: 'command',
      until: 'open',
      nodeMin: '22.18',
    });
    expect(use('', '<!-- output of: npx quittance listen -->')).toEqual({ kind: 'output', of: 'npx quittance listen' });
    expect(use('sh', '<!-- run by: test/a.ts -->')).toEqual({ kind: 'run elsewhere', by: 'test/a.ts' });
    expect(use('sh', '<!-- not run: it would not end -->')).toEqual({ kind: 'left out', reason: 'it would not end' });
  });

  it('blocks that are output agree with what was printed, whatever the time', () => {
    const printed = 'Runs at http://x (in /tmp/1).\n\n  key  a\n12:04:10  paid  (1)\n';
    expect(isPrinted('Runs at http://x (in …).\n\n  key  a\n  …', printed)).toBe(true);
    expect(isPrinted('09:59:01  paid  (1)', printed)).toBe(true);
    expect(isPrinted('09:59:01  paid  (2)', printed)).toBe(false);
    expect(isPrinted('  key  a\nRuns at …', printed)).toBe(false);
  });

  it('blocks that are JSON name no field and no kind of value that is not there', () => {
    const real = { id: 'a', status: 'paid', deals: [{ rate: '95.50', holder: null }], more: 1 };
    expect(shapeFaults({ id: 'b', status: 'paid', deals: [{ rate: '95.50' }] }, real)).toEqual([]);
    expect(shapeFaults({ status: 'new', deals: [{ bank: 'x' }, {}], more: '1' }, real)).toEqual([
      '.status is "new", not "paid"',
      '.deals has 2 elements',
      '.more is a string',
    ]);
    expect(shapeFaults({ deals: [{ bank: 'x' }] }, real)).toEqual(['.deals[0].bank is there']);
  });
});

describe('examples/', () => {
  it('has no file that no test runs', () => {
    const tests = repositoryPaths().filter((path) => path.startsWith('test/') && path.endsWith('.test.ts'));
    const all = tests.map(readText).join('\n');
    const examples = repositoryPaths().filter((path) => path.startsWith('examples/'));
    expect(examples.length).toBeGreaterThan(5);
    expect(examples.filter((path) => !all.includes(`'${path.split('/').at(-1)}'`) && !all.includes(path))).toEqual([]);
  });
});
