import { describe, expect, it } from 'vitest';
import { merchantEndpoints } from '../api/merchant/endpoints.ts';
import { publicEndpoints } from '../api/public/endpoints.ts';
import { webhooks } from '../api/webhooks.ts';
import { errorCodes } from '../errors/catalogue.ts';
import { inline, jsonCode, table } from './html.ts';
import { merchantPages } from './merchant.ts';
import { documentedEndpoints } from './openapi-operator.ts';
import { operatorPages } from './operator.ts';
import type { Reference } from './page.ts';
import { policyOf } from './register.ts';
import { exampleKeys } from './snippets.ts';

/** It was half a megabyte for shops and 1.6 for people when each reference was one page. The largest is that of people's errors. */
const pageKilobytesMax = 152;

const demo = exampleKeys('sandbox');
const nobodys = exampleKeys('production');

const base = 'http://127.0.0.1:3000';
const pagesOf = ({ names, page }: Reference) => new Map(names.map((name) => [name, page(name) ?? '']));
const references = [
  {
    name: 'merchants',
    address: 'docs',
    pages: pagesOf(merchantPages(base, { mode: 'sandbox', keys: demo })),
    endpoints: [...merchantEndpoints, ...publicEndpoints, ...webhooks],
    seeAlso: ['docs/operator', 'quittance.postman_collection.json'],
  },
  {
    name: 'people',
    address: 'docs/operator',
    pages: pagesOf(operatorPages(base)),
    endpoints: documentedEndpoints,
    seeAlso: ['../docs'],
  },
];

describe.each(references)('the reference for $name', ({ address, pages, endpoints, seeAlso }) => {
  const first = pages.get('') ?? '';
  const idsOf = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

  it('has a page for every operation, and a link to it on every page', () => {
    for (const { operationId } of endpoints) {
      expect(pages.get(operationId)).toContain(`<section class="operation" id="${operationId}"`);
      expect(pages.get('errors')).toContain(` href="${operationId}"`);
      expect(first).toContain(` href="${address.split('/').at(-1)}/${operationId}"`);
    }
  });

  it('explains every code of the catalogue', () => {
    for (const code of errorCodes) expect(pages.get('errors')).toContain(`<code id="error-${code}">`);
  });

  it('has every ID once on a page', () => {
    for (const [name, page] of pages) {
      const ids = idsOf(page);
      expect({ name, ids }).toEqual({ name, ids: [...new Set(ids)] });
    }
  });

  it('leads to pages and IDs that are there, and to the other reference', () => {
    const lost: string[] = [];
    for (const [name, page] of pages) {
      const from = `${base}/${address}${name === '' ? '' : `/${name}`}`;
      const markup = page.replace(/<pre[\s\S]*?<\/pre>/g, '');
      for (const [, link = ''] of markup.matchAll(/ href="((?!data:)[^"]*)"/g)) {
        const { pathname, hash } = new URL(link, from);
        const [, part] = new RegExp(`^/${address}(?:/([^/]*))?$`).exec(pathname) ?? [];
        const isOurs = pathname === `/${address}` || part !== undefined;
        const target = pages.get(part ?? '');
        if (isOurs && (target === undefined || (hash !== '' && !idsOf(target).includes(hash.slice(1))))) {
          if (pathname !== '/docs/operator') lost.push(`${name}: ${link}`);
        }
      }
    }
    expect(lost).toEqual([]);
    for (const link of seeAlso) {
      expect(first).toContain(`<a href="${link}">`);
      expect(pages.get('errors')).toContain(`<a href="../${link}">`);
    }
  });

  it('is well formed: every element that is opened is closed, in order', () => {
    for (const [name, page] of pages) expect({ name, unclosed: unclosed(page) }).toEqual({ name, unclosed: [] });
  });

  it('has one heading of the first order on each page, and marks where one is', () => {
    for (const [name, page] of pages) {
      expect({ name, count: page.match(/<h1[ >]/g)?.length }).toEqual({ name, count: 1 });
      expect(page).not.toContain('data-page=');
    }
    const [{ operationId = '' } = {}] = endpoints;
    expect(pages.get(operationId)).toContain(` href="#${operationId}" aria-current="page"`);
  });

  it(`makes nobody load more than ${pageKilobytesMax} kB`, () => {
    const large = [...pages].filter(([, page]) => Buffer.byteLength(page) > pageKilobytesMax * 1024);
    expect(large.map(([name, page]) => [name, page.length])).toEqual([]);
  });
});

describe('the reference for people', () => {
  it('shows roles and scope, and calls with a token where one is enough, with the session where not', () => {
    const pages = operatorPages(base);
    const pageOf = (name: string) => (pages.page(name) ?? '').split('<main')[1] ?? '';
    expect(pageOf('settleDeal')).toContain('<dd>operator, maker</dd>');
    expect(pageOf('settleDeal')).toContain('<dt>Scope of a token</dt><dd><code>money</code></dd>');
    expect(pageOf('settleDeal')).toContain('Authorization: Bearer $TOKEN');
    expect(pageOf('createToken')).toContain('X-CSRF-Token: $CSRF_TOKEN');
    expect(pageOf('createToken')).not.toContain('Bearer');
    expect(pageOf('signIn')).not.toContain('<dt>Roles</dt>');
  });

  it('has nothing to try: people sign in', () => {
    for (const page of pagesOf(operatorPages(base)).values()) expect(page).not.toMatch(/class="try"|try-keys/);
  });
});

describe('the reference for merchants', () => {
  it('has a form to try each operation of a sandbox, with its example in it', () => {
    const pages = pagesOf(merchantPages(base, { mode: 'sandbox', keys: demo }));
    for (const { operationId, method } of [...merchantEndpoints, ...publicEndpoints]) {
      const page = pages.get(operationId) ?? '';
      expect(page).toContain(`<form data-method="${method}" data-path="/api/`);
      const isSigned = merchantEndpoints.some((endpoint) => endpoint.operationId === operationId);
      expect({ operationId, isSigned: /<form [^>]* data-signed/.test(page) }).toEqual({ operationId, isSigned });
    }
    expect(pages.get('createInvoice')).toContain('&quot;internalId&quot;: &quot;order-1042&quot;');
    expect(pages.get('confirmTransfer')).toContain('<input type="file"');
  });

  it('has in production nothing to try, no script that sends, and no demo secret', () => {
    const pages = pagesOf(merchantPages('https://pay.example.com', { mode: 'production', keys: nobodys }));
    for (const page of pages.values()) {
      expect(page).not.toMatch(/class="try"|try-keys|crypto\.subtle|demo-(store-key|merchant-secret)|JBSWY3DPEHPK3PXP/);
    }
    expect(pages.get('createInvoice')).toContain('https://pay.example.com/api/merchant/invoices');
  });

  it('signs nothing that payers ask', () => {
    const page = merchantPages(base, { mode: 'sandbox', keys: demo }).page('publicStartDeal') ?? '';
    const example = page.split('<figcaption>Request')[1]?.split('</figure>')[0] ?? '';
    expect(example).toContain('/api/public/invoices/');
    expect(example).not.toContain('X-Signature');
  });

  it('escapes what it is given', () => {
    const hostile = merchantPages('https://x.example/<script>alert(1)</script>"\'', { mode: 'sandbox', keys: demo });
    for (const page of pagesOf(hostile).values()) {
      expect(page).not.toContain('<script>alert');
      expect(page).not.toContain('</script>"');
      expect(unclosed(page)).toEqual([]);
    }
  });
});

describe('the policy of the pages', () => {
  it('lets a sandbox send to itself and nowhere else, and production nowhere at all', () => {
    expect(policyOf('sandbox')).toContain("connect-src 'self';");
    expect(policyOf('production')).not.toContain('connect-src');
    for (const mode of ['sandbox', 'production'] as const) expect(policyOf(mode)).not.toMatch(/unsafe|https?:|\*/);
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
