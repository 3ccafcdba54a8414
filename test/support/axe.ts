import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeFinding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Whatever these rules find is less than serious, and left out below: asking them takes a sixth of the time. */
const lessThanSerious = [
  ...['aria-allowed-role', 'aria-deprecated-role', 'empty-heading', 'empty-table-header', 'form-field-multiple-labels'],
  ...['heading-order', 'html-xml-lang-mismatch', 'image-redundant-alt', 'meta-viewport-large', 'meta-viewport'],
  ...['landmark-banner-is-top-level', 'landmark-contentinfo-is-top-level', 'landmark-main-is-top-level'],
  ...['landmark-no-duplicate-banner', 'landmark-no-duplicate-contentinfo', 'landmark-no-duplicate-main'],
  ...[
    'landmark-one-main',
    'landmark-unique',
    'no-autoplay-audio',
    'page-has-heading-one',
    'presentation-role-conflict',
  ],
  ...['region', 'scope-attr-valid', 'server-side-image-map', 'skip-link', 'table-duplicate-name'],
];

const options = JSON.stringify({
  resultTypes: ['violations'],
  preload: { assets: ['media'] },
  rules: Object.fromEntries(lessThanSerious.map((rule) => [rule, { enabled: false }])),
});

/**
 * What axe-core finds that would keep a person from using the page. Its script is run from outside: the page's policy allows
 * none. It does not fetch the styles again to read them, which is for a rule that is off.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  // A page that was looked at before has it already; half a megabyte of script takes longer than a small page.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(source);
  // As text: these tests are compiled without the browser's own names.
  const violations = (await page.evaluate(`(${leaveOutAlike})(document.documentElement).then((alike) =>
    axe.run({ include: document, exclude: alike }, ${options})
  ).then(({ violations }) => violations)`)) as AxeFinding[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/**
 * Axe takes a page of a hundred equal rows a hundred times as long as one of a single row, nearly all of it to measure the
 * same contrast again. So of siblings with the same tags, classes, states and kinds of names it looks at the first two, as a
 * style may tell odd from even, and at the last. Any difference but the words themselves makes them different.
 */
const leaveOutAlike = `async (root) => {
  const wordsOnly = new Set(['id', 'href', 'title', 'alt', 'value', 'for', 'name', 'src', 'datetime', 'headers']);
  const known = new Map();
  const alike = [];
  const makeOf = (element) => {
    const attributes = [...element.attributes].map(({ name, value }) =>
      wordsOnly.has(name) || /^(data-|aria-(label|describe|control|owns|details))/.test(name)
        ? name + (value.trim() === '' ? '' : '=…')
        : name + '=' + value);
    const parts = [];
    const bySameMake = new Map();
    for (const child of element.childNodes) {
      if (child.nodeType === 3) {
        if (child.data.trim() !== '') parts.push('…');
      } else if (child.nodeType === 1) {
        const make = makeOf(child);
        parts.push(make);
        if (!bySameMake.has(make)) bySameMake.set(make, []);
        bySameMake.get(make).push(child);
      }
    }
    for (const same of bySameMake.values()) alike.push(...same.slice(2, -1));
    const text = element.localName + ' ' + attributes.sort().join(' ') + '>' + parts.join(',');
    if (!known.has(text)) known.set(text, known.size);
    return known.get(text);
  };
  makeOf(root);
  return alike;
}`;
