import { empty, escaped, type Html, html, raw } from '../http/html.ts';

/** The little Markdown that descriptions use: `code`, **strong** and [links](#anchor) within the page. */
export function inline(text: string): Html {
  const pieces = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\(#[\w-]+\))/);
  return raw(pieces.map(inlinePiece).join(''));
}

function inlinePiece(piece: string): string {
  if (/^`[^`]+`$/.test(piece)) return `<code>${escaped(piece.slice(1, -1))}</code>`;
  if (/^\*\*[^*]+\*\*$/.test(piece)) return `<strong>${escaped(piece.slice(2, -2))}</strong>`;
  const link = /^\[([^\]]+)\]\(#([\w-]+)\)$/.exec(piece);
  return link === null ? escaped(piece) : `<a href="#${escaped(link[2] ?? '')}">${escaped(link[1] ?? '')}</a>`;
}

export function paragraphs(...texts: readonly string[]): Html {
  return html`${texts.map((text) => html`<p>${inline(text)}</p>\n`)}`;
}

export function list(items: readonly string[]): Html {
  return html`<ul>${items.map((text) => html`<li>${inline(text)}</li>\n`)}</ul>\n`;
}

export function table(heads: readonly string[], rows: readonly (readonly Html[])[]): Html {
  const head = heads.map((text) => html`<th scope="col">${escaped(text)}</th>`);
  // On a phone each cell is a line of its own and shows the head of its column.
  const cell = (content: Html, index: number) => html`<td data-head="${escaped(heads[index] ?? '')}">${content}</td>`;
  const body = rows.map((cells) => html`<tr>${cells.map(cell)}</tr>\n`);
  return html`<table><thead><tr>${head}</tr></thead>\n<tbody>${body}</tbody></table>\n`;
}

/** A block of code with a caption above it. The ID is for tests and links. */
export function codeBlock(caption: string, code: Html, id?: string): Html {
  const anchor = id === undefined ? empty : html` id="${escaped(id)}"`;
  const head = html`<figcaption>${escaped(caption)}</figcaption>`;
  return html`<figure class="code">${head}<pre${anchor} tabindex="0"><code>${code}</code></pre></figure>\n`;
}

interface Tab {
  readonly label: string;
  readonly content: Html;
}

/** Tabs that need no script: radio buttons, of which the checked one shows its panel. On paper all panels show. */
export function tabs(name: string, choices: readonly Tab[]): Html {
  if (choices.length === 1) return choices[0]?.content ?? empty;
  const heads = choices.map(({ label }, index) => {
    const id = escaped(`${name}-${index + 1}`);
    const checked = index === 0 ? raw(' checked') : empty;
    const radio = html`<input type="radio" name="${escaped(name)}" id="${id}"${checked}>`;
    return html`${radio}<label for="${id}">${escaped(label)}</label>`;
  });
  const panels = choices.map(({ content }) => html`<div class="panel">${content}</div>`);
  return html`<div class="tabs">${heads}${panels}</div>\n`;
}

/** JSON as people write it: sums on one line each, because an invoice has up to nine of them. */
export function prettyJson(value: unknown): string {
  const money = /\{\s+("amount": "[^"]*"),\s+("currency": "[^"]*"),\s+("subunit": \d+)\s+\}/g;
  return JSON.stringify(value, null, 2).replace(money, '{ $1, $2, $3 }');
}

/** JSON with keys, texts and other values told apart by colour. */
export function jsonCode(text: string): Html {
  const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?/g;
  let markup = '';
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, quoted, colon] = match;
    const kind = colon !== undefined ? 'k' : quoted !== undefined ? 's' : 'v';
    const shown = colon !== undefined ? (quoted ?? '') : whole;
    markup += `${escaped(text.slice(end, match.index))}<span class="${kind}">${escaped(shown)}</span>`;
    end = match.index + shown.length;
  }
  return raw(markup + escaped(text.slice(end)));
}
