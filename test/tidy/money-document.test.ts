import { describe, expect, it } from 'vitest';
import { moneyTables } from '../../scripts/money-figures.ts';
import { transferKinds } from '../../src/domain/ledger/ledger.ts';
import { readText } from './repository.ts';

const page = readText('docs/money.md');
const tables = moneyTables();

describe('docs/money.md', () => {
  it.each([...tables])('has the figures that the rules give: %s', (heading, table) => {
    const [, section = ''] = page.split(`### ${heading}\n`);
    expect(section.split('\n#')[0]).toContain(`\n${table}\n`);
  });

  it('shows every kind of transfer', () => {
    const shown = [...tables.values()].join('\n');
    expect(Object.keys(transferKinds).filter((kind) => !shown.includes(`\`${kind}\``))).toEqual([]);
  });

  it('has no table that is not computed', () => {
    expect([...page.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)).toEqual([...tables.keys()]);
  });
});
