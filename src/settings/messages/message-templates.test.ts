import { describe, expect, it } from 'vitest';
import { actors, decide, noon } from '../../../test/support/situations.ts';
import type { Reference } from '../../domain/catalogue/reference-entries.ts';
import type { TemplateContent, TemplateRecord } from '../../domain/messages/template-record.ts';
import {
  addMessageTemplate,
  changeMessageTemplate,
  loadMessageTemplates,
  switchMessageTemplates,
} from './message-templates.ts';

const names = { nameRu: null, isEnabled: true };
const reference: Reference = {
  currencies: new Map([['RUB', { code: 'RUB', name: 'Rouble', subunit: 2, ...names }]]),
  banks: [{ currency: 'RUB', code: 'vtb', name: 'VTB', aliases: ['vtb24'], ...names }],
  options: [],
};
const content: TemplateContent = {
  name: 'ВТБ',
  bank: 'vtb',
  currency: 'RUB',
  senders: ['VTB'],
  pattern: 'Зачислено {amount}{currency}',
  stopWords: ['бонус*'],
  tests: [{ sender: 'VTB', title: '', text: 'Зачислено 5р', expect: { amount: '5.00' } }],
};
const first = { ...content, id: 4, version: 1, createdAt: noon, createdBy: 'olga' };
const record: TemplateRecord = { id: 4, key: null, on: null, latest: first };
const known = { reference, templates: [record] };

describe('add-message-template', () => {
  const add = (change: Partial<TemplateContent>) =>
    decide(addMessageTemplate, { ...content, ...change }, { reference, templates: [], id: 4 });

  it('adds it switched off, and the log has what it says', () => {
    const { result, change, audit } = add({});
    expect(result).toEqual(record);
    expect(change).toEqual({ ...first, key: null });
    expect(audit).toEqual([
      {
        subjectKind: 'message-template',
        subjectId: 4,
        details: { version: 1, name: 'ВТБ', bank: 'vtb', pattern: content.pattern },
      },
    ]);
  });

  it('keeps the code of a bank that was named by another', () => {
    expect(add({ bank: 'vtb24' }).result?.latest.bank).toBe('vtb');
  });

  it.each<[Partial<TemplateContent>, string]>([
    [{ bank: 'mts' }, 'payment_method_not_allowed'],
    [{ currency: 'KZT' }, 'currency_not_allowed'],
    [{ pattern: 'Зачислено' }, 'template_malformed'],
    [{ senders: [] }, 'template_malformed'],
    [{ senders: ['  '] }, 'template_malformed'],
    [{ name: ' ' }, 'template_malformed'],
    [{ stopWords: ['***'] }, 'template_malformed'],
    [{ stopWords: ['а*'] }, 'template_malformed'],
    [{ tests: [{ sender: '900', title: '', text: 'Зачислено 5р', expect: null }] }, 'template_malformed'],
    [{ tests: [{ sender: 'VTB', title: '', text: 'я'.repeat(4001), expect: null }] }, 'template_malformed'],
    [{ name: '\ud800' }, 'invalid_characters'],
  ])('refuses what could not be used: %j', (change, code) => {
    expect(add(change).outcome).toBe(code);
  });

  it('ends at a number that no list needs', () => {
    const templates = Array.from({ length: 500 }, (_, index) => ({ ...record, id: index + 1 }));
    expect(decide(addMessageTemplate, content, { reference, templates, id: 501 }).outcome).toBe('too_many_templates');
  });
});

describe('change-message-template', () => {
  it('adds a version, and leaves on what is on', () => {
    const on = { ...record, on: first };
    const input = { id: 4, content: { ...content, pattern: 'Зачислено: {amount}{currency}' } };
    const { result, change } = decide(changeMessageTemplate, input, { reference, templates: [on] });
    expect(change).toMatchObject({ id: 4, version: 2, pattern: 'Зачислено: {amount}{currency}' });
    expect(result?.on?.version).toBe(1);
  });

  it('adds none that says the same, and none to what is not there', () => {
    expect(decide(changeMessageTemplate, { id: 4, content }, known).outcome).toBe('unchanged');
    expect(decide(changeMessageTemplate, { id: 5, content }, known).outcome).toBe('not_found');
  });
});

describe('switch-message-templates', () => {
  const rows = { ...known, versions: [first] };
  const on = { ...known, templates: [{ ...record, on: first }], versions: [first] };

  it('switches on the version that was named, and the log and the second person see what it says', () => {
    const decided = decide(switchMessageTemplates, { switches: [{ id: 4, version: 1 }] }, rows);
    expect(decided.change).toEqual({ wanted: [{ id: 4, version: 1 }], readAgainAt: expect.any(Number) });
    expect(decided.audit).toEqual([
      {
        subjectKind: 'message-template',
        subjectId: '4',
        details: { on: '4: ВТБ, version 1', off: '', pattern: content.pattern, senders: 'VTB' },
      },
    ]);
  });

  it('needs a second person to switch on, and none to switch off', () => {
    const danger = (version: number | null, now: typeof rows) =>
      switchMessageTemplates.danger?.({ switches: [{ id: 4, version }] }, now, {} as never);
    expect(danger(1, rows)).toBe('message-template');
    expect(danger(1, on)).toBeNull();
    expect(danger(null, on)).toBeNull();
  });

  it('switches off whatever the tests say', () => {
    const broken = { ...first, tests: [] };
    const now = { ...on, templates: [{ ...record, on: broken, latest: broken }] };
    expect(decide(switchMessageTemplates, { switches: [{ id: 4, version: null }] }, now).change).toEqual({
      wanted: [{ id: 4, version: null }],
      readAgainAt: null,
    });
  });

  it('refuses what its own test set, or another one, does not allow', () => {
    const untested = { ...first, tests: [] };
    const switches = [{ id: 4, version: 1 }];
    expect(decide(switchMessageTemplates, { switches }, { ...rows, versions: [untested] }).outcome).toBe(
      'template_malformed',
    );
    const trap = { sender: 'VTB', title: '', text: 'Зачислено 9р', expect: null };
    const other = { ...record, id: 5, latest: { ...first, id: 5, tests: [trap] } };
    const withOther = { ...rows, templates: [record, other] };
    expect(decide(switchMessageTemplates, { switches }, withOther).outcome).toBe('template_test_failed');
  });

  it('does nothing where it is so already, and finds only what is there, once', () => {
    const run = (switches: { id: number; version: number | null }[], now = rows) =>
      decide(switchMessageTemplates, { switches }, now).outcome;
    expect(run([{ id: 4, version: 1 }], on)).toBe('unchanged');
    expect(run([{ id: 4, version: null }])).toBe('unchanged');
    expect(run([{ id: 4, version: 2 }])).toBe('not_found');
    expect(run([{ id: 5, version: 1 }])).toBe('not_found');
    expect(
      run([
        { id: 4, version: 1 },
        { id: 4, version: null },
      ]),
    ).toBe('not_found');
  });
});

describe('load-message-templates', () => {
  const given = [
    { key: 'one', ...content },
    { key: 'two', ...content, bank: 'mts' },
  ];
  const rows = { reference, templates: [], given, ids: [7, 8] };

  it('adds what is not there, switched off, and says which banks are unknown', () => {
    const { result, change } = decide(loadMessageTemplates, { data: null }, rows);
    expect(result).toEqual({ added: [{ id: 7, key: 'one', name: 'ВТБ' }], present: 0, unknownBanks: ['RUB/mts'] });
    expect(change).toMatchObject([{ id: 7, key: 'one', version: 1, createdBy: actors.operator.name }]);
  });

  it('adds nothing twice', () => {
    const present = [{ ...record, key: 'one' }];
    const decided = decide(loadMessageTemplates, { data: null }, { ...rows, templates: present });
    expect(decided.outcome).toBe('unchanged');
    expect(decided.result).toMatchObject({ added: [], present: 1 });
  });
});
