import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Body } from '../../support/merchant-client.ts';
import { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createSignedIn, signInDemo } from '../../support/staff.ts';

/** Templates as two operators manage them, on a service whose acts need a second person. */
let service: TestService;
let operator: OperatorClient;
let second: OperatorClient;
const reason = 'a test';
const hourMs = 3_600_000;

beforeAll(async () => {
  service = await startTestService({ SECOND_PERSON: 'on' });
  operator = await signInDemo(service, 'operator');
  second = await createSignedIn(service, { login: 'second', role: 'operator' });
});
afterAll(() => service.stop());

function good({ status, body }: Answer): Body {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const codeOf = ({ status, body }: Answer) => `${status} ${body[0]?.code} ${body[0]?.field ?? ''}`.trim();

/** Asked for by one operator, approved by the other after the time in plain sight. */
async function approved(answer: Answer): Promise<void> {
  expect(codeOf(answer)).toBe('409 second_person_needed');
  service.advance(hourMs + 1);
  const { id } = good(await second.get('/approvals')).items[0];
  good(await second.post(`/approvals/${id}/approve`, { reason }));
}

const content = {
  name: 'Своя: перевод',
  bank: 'vtb',
  currency: 'RUB',
  senders: ['OWN-BANK'],
  pattern: 'Вам пришло {amount}{currency} от {name}',
  stopWords: ['бонус*'],
  tests: [
    { sender: 'OWN-BANK', title: '', text: 'Вам пришло 500р от Ян И.', expect: { amount: '500.00', name: 'Ян И' } },
    { sender: 'OWN-BANK', title: '', text: 'Вам пришло 500р от Бонусы', expect: null },
  ],
};

describe('the templates that come with the service', () => {
  it('are loaded on request, switched off, and loaded again add nothing', async () => {
    const first = good(await operator.post('/message-templates/load', { reason }));
    expect(first.added.length).toBeGreaterThanOrEqual(17);
    expect(first).toMatchObject({ present: 0, unknownBanks: [] });
    const again = good(await operator.post('/message-templates/load', { reason }));
    expect(again).toMatchObject({ added: [], present: first.added.length });
    const { items } = good(await operator.get('/message-templates'));
    expect(items).toHaveLength(first.added.length);
    expect(items.every((one: Body) => one.versionOn === null && one.latest.version === 1)).toBe(true);
  });

  it('are switched on together by two people, and off by one', async () => {
    const { items } = good(await operator.get('/message-templates'));
    const switches = items.map(({ id }: Body) => ({ id, version: 1 }));
    await approved(await operator.post('/message-templates/switch', { switches, reason }));
    const on = good(await operator.get('/message-templates')).items;
    expect(on.every((one: Body) => one.versionOn === 1)).toBe(true);
    const off = good(
      await operator.post('/message-templates/switch', { switches: [{ id: on[0].id, version: null }], reason }),
    );
    expect(off.items[0].versionOn).toBeNull();
    const [line] = good(await operator.get('/audit-log?limit=1')).items;
    expect(line).toMatchObject({ action: 'switch-message-templates', subjectKind: 'message-template', reason });
  });
});

describe('a template of our own', () => {
  let id: number;

  it('is added off, gets versions that never change, and reads by the one that is on', async () => {
    ({ id } = good(await operator.post('/message-templates', { ...content, reason })));
    await approved(await operator.post('/message-templates/switch', { switches: [{ id, version: 1 }], reason }));
    const wider = { ...content, pattern: 'Вам пришло {amount}{currency}[ от {name}]', reason };
    expect(good(await operator.post(`/message-templates/${id}/versions`, wider))).toMatchObject({
      versionOn: 1,
      latest: { version: 2, createdBy: 'operator' },
    });
    const { versions } = good(await operator.get(`/message-templates/${id}`));
    expect(versions.map((one: Body) => [one.version, one.pattern])).toEqual([
      [2, wider.pattern],
      [1, content.pattern],
    ]);
    await expect(service.db.pool.query(`update message_template_versions set pattern = 'x'`)).rejects.toThrow();
    await expect(service.db.pool.query('update message_templates set version_on = 9')).rejects.toThrow('no version 9');
    expect(codeOf(await operator.get('/message-templates/99999'))).toBe('404 not_found');
  });

  it('is refused when it cannot be used, and not switched on when a test set does not hold', async () => {
    const add = async (change: object) =>
      codeOf(await operator.post('/message-templates', { ...content, ...change, reason }));
    expect(await add({ pattern: 'Вам пришло {sum}' })).toBe('400 template_malformed pattern');
    expect(await add({ bank: 'no_such_bank' })).toBe('400 payment_method_not_allowed bank');
    const tests = [
      ...content.tests,
      { sender: 'OWN-BANK', text: 'Вам пришло 500р от Ян И.', expect: { amount: '5.00' } },
    ];
    const { id: wrong } = good(await operator.post('/message-templates', { ...content, tests, reason }));
    const refused = await operator.post('/message-templates/switch', { switches: [{ id: wrong, version: 1 }], reason });
    expect(codeOf(refused)).toBe('400 template_test_failed');
    expect(refused.body[0].message).toContain(`template ${wrong}`);
  });

  it('is asked for by people only', async () => {
    const { token } = good(await operator.post('/tokens', { name: 'script', scopes: ['settings'], reason }));
    const script = OperatorClient.withToken(service.url, token);
    const body = { switches: [{ id, version: null }], reason };
    expect(codeOf(await script.post('/message-templates/switch', body))).toBe('403 people_only');
  });
});

describe('a message to learn from', () => {
  const text = 'Привет! На счёт упало 1 250,50 ₽ от Кира В. Осталось 3 000 ₽';
  const mark = (piece: string, part: string) => ({
    begin: text.indexOf(piece),
    end: text.indexOf(piece) + piece.length,
    part,
  });
  const asked = {
    bank: 'vtb',
    currency: 'RUB',
    senders: ['own-bank'],
    stopWords: ['бонус*'],
    example: { text, marks: [mark('1 250,50', 'amount'), mark('Кира В.', 'name'), mark('3 000', 'balance')] },
  };

  beforeAll(async () => {
    const { pool } = service.db;
    await pool.query(`insert into phones (id, maker_id, name, created_at) values (1, 1, 'Phone', now())`);
    const texts = [text, text.replace('1 250,50', '40'), 'На счёт упало 5 ₽ бонусами', 'Вам пришло 500р от Ян И.'];
    for (const one of texts) {
      await pool.query(
        `insert into phone_messages (phone_id, sender, text, came_at, digest)
         values (1, 'OWN-BANK', $1, now(), sha256(convert_to($1::text, 'UTF8')))`,
        [one],
      );
    }
    await pool.query(`insert into message_outcomes (message_id, phone_id, maker_id, outcome, read_at)
      select id, 1, 1, 'unread', now() from phone_messages where text like 'Привет%'`);
  });

  it('becomes a pattern by its marks, and shows which stored messages it would read', async () => {
    const seen = good(await operator.post('/message-templates/preview', asked));
    expect(seen).toMatchObject({
      pattern: 'Привет! На счёт упало {amount}{currency} от {name} Осталось {balance}{currency}',
      fault: null,
      example: { kind: 'transfer', parts: { amount: '1250.50', name: 'Кира В', balance: '3000.00' } },
      looked: 4,
      gained: 2,
      otherwise: 0,
      lost: 0,
    });
    expect(seen.changes.map((one: Body) => [one.message.outcome, one.before.kind, one.after.parts.amount])).toEqual([
      ['unread', 'unread', '40.00'],
      ['unread', 'unread', '1250.50'],
    ]);
  });

  it('shows what would be read no longer, tests that fail, and what is wrong with a pattern', async () => {
    const stopping = { ...asked, stopWords: ['пришло'], tests: content.tests };
    const seen = good(await operator.post('/message-templates/preview', stopping));
    expect(seen).toMatchObject({ lost: 1, failedTests: [{ test: 1, fault: 'not-read' }] });
    const loose = good(await operator.post('/message-templates/preview', { ...asked, pattern: '{any}{amount}' }));
    expect(loose).toMatchObject({ fault: 'too-loose', example: null, looked: 0 });
    const unmarked = { ...asked, example: { text, marks: [] } };
    expect(good(await operator.post('/message-templates/preview', unmarked)).fault).toBe('no-amount');
    expect(codeOf(await operator.post('/message-templates/preview', { ...asked, currency: 'XXX' }))).toBe(
      '400 currency_not_allowed currency',
    );
  });
});
