import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { empty, escaped, html, raw } from './html.ts';

describe('text in a page', () => {
  it.each([
    ['&', '&amp;'],
    ['<', '&lt;'],
    ['>', '&gt;'],
    ['"', '&quot;'],
    ["'", '&#39;'],
  ])('%s cannot end what it stands in: it becomes %s', (character, entity) => {
    expect(escaped(`a${character}b${character}`)).toBe(`a${entity}b${entity}`);
  });

  it('opens no tag and closes no attribute, whatever it is, and reads as it was', () => {
    const decoded: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('&', '<', '>', '"', "'", ';', 'a', 'lt', '#39') }), (text) => {
        const safe = escaped(text);
        expect(safe).not.toMatch(/[<>"']/);
        expect(safe.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => decoded[name] ?? '')).toBe(text);
      }),
    );
  });

  it('markup stays as it is, lists are joined, and nothing is nothing', () => {
    const items = ['a', '"'].map((text) => html`<li>${escaped(text)}</li>`);
    expect(html`<ul title="${escaped('"x"')}">${items}${empty}</ul>${raw('<hr>')}`).toBe(
      '<ul title="&quot;x&quot;"><li>a</li><li>&quot;</li></ul><hr>',
    );
  });
});
