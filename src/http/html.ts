/** Pieces of HTML. The type keeps plain text out of markup: text becomes `Html` by being escaped only. */
declare const brand: unique symbol;
export type Html = string & { readonly [brand]: 'html' };

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escaped(text: string): Html {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character) as Html;
}

/** A template of markup around markup; lists are joined. Plain text does not compile: escape it first. */
export function html(strings: TemplateStringsArray, ...values: readonly (Html | readonly Html[])[]): Html {
  const parts = strings.map((markup, index) => markup + join(values[index] ?? empty));
  return parts.join('') as Html;
}

function join(value: Html | readonly Html[]): string {
  return typeof value === 'string' ? value : value.join('');
}

/** Markup written by us, never by anybody else. */
export function raw(markup: string): Html {
  return markup as Html;
}

export const empty = raw('');
