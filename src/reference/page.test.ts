import { describe, expect, it } from 'vitest';
import { merchantEndpoints } from '../api/merchant/endpoints.ts';
import { publicEndpoints } from '../api/public/endpoints.ts';
import { webhooks } from '../api/webhooks.ts';
import { errorCatalogue } from '../errors-catalogue.ts';
import { inline, jsonCode, table } from './html.ts';
import { merchantPage } from './merchant.ts';
import { documentedEndpoints } from './openapi-operator.ts';
import { operatorPage } from './operator.ts';
import { exampleKeys } from './snippets.ts';

const demo = exampleKeys('sandbox');
const nobodys = exampleKeys('production');

const pages = [
  {
    name: 'merchants',
    page: merchantPage('http://127.0.0.1:3000', { mode: 'sandbox', keys: demo }),
    endpoints: [...merchantEndpoints, ...publicEndpoints, ...webhooks],
    seeAlso: ['docs/operator', 'quittance.postman_collection.json'],
  },
  { name: 'people', page: operatorPage('http://127.0.0.1:3000'), endpoints: documentedEndpoints, seeAlso: ['../docs'] },
];

describe.each(pages)('the reference page for $name', ({ page, endpoints, seeAlso }) => {
  it('has a section and a link for every operation', () => {
    for (const { operationId } of endpoints) {
      expect(page).toContain(`<section class="operation" id="${operationId}"`);
      expect(page).toContain(`href="#${operationId}"`);
    }
  });

  it('explains every code of the catalogue', () => {
    for (const code of Object.keys(errorCatalogue)) expect(page).toContain(`<code id="error-${code}">`);
  });

  it('has every ID once, and an ID for every link within the page', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
    const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('leads to the other one', () => {
    for (const link of seeAlso) expect(page).toContain(`<a href="${link}">`);
  });

  it('is well formed: every element that is opened is closed, in order', () => {
    expect(unclosed(page)).toEqual([]);
  });
});

describe('the reference page for people', () => {
  it('shows roles and scope, and calls with a token where one is enough, with the session where not', () => {
    const page = operatorPage('http://127.0.0.1:3000');
    const sectionOf = (id: string) =>
      page.split(`<section class="operation" id="${id}"`)[1]?.split('</section>')[0] ?? '';
    expect(sectionOf('settleDeal')).toContain('<dd>operator, maker</dd>');
    expect(sectionOf('settleDeal')).toContain('<dt>Scope of a token</dt><dd><code>money</code></dd>');
    expect(sectionOf('settleDeal')).toContain('Authorization: Bearer $TOKEN');
    expect(sectionOf('createToken')).toContain('X-CSRF-Token: $CSRF_TOKEN');
    expect(sectionOf('createToken')).not.toContain('Bearer');
    expect(sectionOf('signIn')).not.toContain('<dt>Roles</dt>');
  });
});

describe('the reference page for merchants', () => {
  it('names no demo secret in production mode', () => {
    const options = { mode: 'production', keys: nobodys } as const;
    const production = merchantPage('https://pay.example.com', options);
    expect(production).not.toMatch(/demo-(store-key|merchant-secret)/);
    expect(production).toContain('https://pay.example.com/api/merchant/invoices');
  });

  it('signs nothing that payers ask', () => {
    const page = merchantPage('http://127.0.0.1:3000', { mode: 'sandbox', keys: demo });
    const section = page.split('<section class="operation" id="publicStartDeal"')[1]?.split('</section>')[0] ?? '';
    expect(section).toContain('/api/public/invoices/');
    expect(section).not.toContain('X-Signature');
  });

  it('escapes what it is given', () => {
    const hostile = merchantPage('https://x.example/<script>alert(1)</script>"\'', {
      mode: 'sandbox',
      keys: demo,
    });
    expect(hostile).not.toContain('<script>alert');
    expect(hostile).not.toContain('</script>"');
    expect(unclosed(hostile)).toEqual([]);
  });
});

describe('pieces of HTML', () => {
  it('turn code, strong text and links within the page into markup, and nothing else', () => {
    expect(inline('a `b<c>` **d** [e](#f) <g> [h](http://i)')).toBe(
      'a <code>b&lt;c&gt;</code> <strong>d</strong> <a href="#f">e</a> &lt;g&gt; [h](http://i)',
    );
  });

  it('colour JSON without changing a character of it', () => {
    const text = '{ "a<b": "x\\"y", "n": -1.5, "t": true, "o": null }';
    const shown = jsonCode(text).replaceAll(/<\/?span[^>]*>/g, '');
    expect(shown.replaceAll('&lt;', '<').replaceAll('&quot;', '"')).toBe(text);
  });

  it('give each cell of a table the head of its column', () => {
    expect(table(['One', 'Two'], [[inline('a'), inline('b')]])).toContain(
      '<td data-head="One">a</td><td data-head="Two">b</td>',
    );
  });
});

const withoutEnd = new Set(['meta', 'link', 'input', 'br', 'wbr']);

/** What does not close as it opened; style and script are text, not markup. */
function unclosed(page: string): string[] {
  const open: string[] = [];
  const markup = page.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '');
  for (const [, slash, name = ''] of markup.matchAll(/<(\/?)([a-z][a-z0-9]*)(?:\s[^>]*)?>/g)) {
    if (withoutEnd.has(name)) continue;
    if (slash === '') open.push(name);
    else if (open.at(-1) === name) open.pop();
    else return [...open, `/${name}`];
  }
  return open;
}
