import { type Colour, contrast, isColour, readableOn, textOn } from './colour.ts';

/** The default colours, for stores that have set none or an invalid one. */
const house = { light: '#0a5f58', dark: '#6fcdbf' } as const;

/** What accents stand on; the same as in web/pay/pay.css. */
const paper = { light: '#f4f4f1', dark: '#1b2024' } as const;

/** Below this a button cannot be told from the paper by its colour alone, and gets an edge that can. */
const edgeContrastMin = 3;

/**
 * The store's colour as variables of the style sheet: `--accent` fills buttons, `--on-accent` is the text on them, `--edge`
 * their outline, `--accent-ink` is for text and the focus ring. Whatever colour a store sets, all of it can be read.
 */
export function lookStyle(store: { readonly colour: string | null; readonly darkColour: string | null }): string {
  const light = given(store.colour);
  const dark = given(store.darkColour) ?? light;
  const bright = variables(paper.light, light ?? house.light);
  const dim = variables(paper.dark, dark ?? house.dark);
  return `:root{${bright}}@media(prefers-color-scheme:dark){:root{${dim}}}`;
}

function given(colour: string | null): Colour | null {
  return colour !== null && isColour(colour) ? colour : null;
}

function variables(ground: Colour, accent: Colour): string {
  const ink = readableOn(ground, accent);
  const edge = contrast(ground, accent) >= edgeContrastMin ? accent : ink;
  return `--accent:${accent};--on-accent:${textOn(accent)};--edge:${edge};--accent-ink:${ink}`;
}
