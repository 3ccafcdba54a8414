import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readWoff, writeTrueType } from './woff.ts';

/** One alphabet of a font: which glyph a character has, and how wide it is. Lengths are in thousandths of the font's size. */
export interface FontPart {
  /** Unique among all parts of all fonts. */
  readonly name: string;
  readonly file: Buffer;
  readonly ascent: number;
  readonly descent: number;
  readonly box: readonly [number, number, number, number];
  /** Undefined: it has no such character. */
  glyphOf(codePoint: number): number | undefined;
  widthOf(glyph: number): number;
}

/** A weight of the font, in as many parts as there are alphabets; the first that has a character draws it. */
export type Font = readonly FontPart[];

const require = createRequire(import.meta.url);
/** Latin first: digits and blanks are in it. Together they write every language that the service speaks. */
const alphabets = ['latin', 'cyrillic', 'latin-ext', 'cyrillic-ext'] as const;

const known = new Map<number, Font>();

/** Read when the first document is made, and kept. */
export function loadFont(weight: 400 | 700): Font {
  const found = known.get(weight) ?? alphabets.map((alphabet) => loadPart(alphabet, weight));
  known.set(weight, found);
  return found;
}

function loadPart(alphabet: (typeof alphabets)[number], weight: 400 | 700): FontPart {
  const folder = require.resolve('@fontsource/pt-sans/LICENSE').replace(/LICENSE$/, 'files/');
  const tables = readWoff(readFileSync(`${folder}pt-sans-${alphabet}-${weight}-normal.woff`));
  const table = (name: string): Buffer => {
    const found = tables.get(name);
    if (found === undefined) throw new Error(`the font has no table ${name}`);
    return found;
  };
  const perThousand = 1000 / table('head').readUInt16BE(18);
  const scaled = (units: number) => Math.round(units * perThousand);
  const glyphs = readCharacterMap(table('cmap'));
  const metricsCount = table('hhea').readUInt16BE(34);
  // Glyphs behind the last metric have its width (hmtx).
  const widths = Array.from({ length: metricsCount }, (_, glyph) => scaled(table('hmtx').readUInt16BE(4 * glyph)));
  const [left = 0, bottom = 0, right = 0, top = 0] = [36, 38, 40, 42].map((at) =>
    scaled(table('head').readInt16BE(at)),
  );
  return {
    name: `PTSans-${weight}-${alphabet}`,
    file: writeTrueType(tables),
    ascent: scaled(table('hhea').readInt16BE(4)),
    descent: scaled(table('hhea').readInt16BE(6)),
    box: [left, bottom, right, top],
    glyphOf: (codePoint) => glyphs.get(codePoint),
    widthOf: (glyph) => widths[Math.min(glyph, metricsCount - 1)] ?? 0,
  };
}

/** Characters to glyphs: the subtable in format 4, which every font for the web has. */
function readCharacterMap(cmap: Buffer): ReadonlyMap<number, number> {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + 8 * index));
  const at = subtables.find((offset) => cmap.readUInt16BE(offset) === 4);
  if (at === undefined) throw new Error('the font has no map of characters in format 4');
  const glyphs = new Map<number, number>();
  const segments = cmap.readUInt16BE(at + 6) / 2;
  const [ends, starts, deltas, ranges] = [14, 16 + 2 * segments, 16 + 4 * segments, 16 + 6 * segments].map(
    (offset) => at + offset,
  ) as [number, number, number, number];
  for (let index = 0; index < segments; index++) {
    const [start, end] = [cmap.readUInt16BE(starts + 2 * index), cmap.readUInt16BE(ends + 2 * index)];
    const delta = cmap.readUInt16BE(deltas + 2 * index);
    const rangeAt = ranges + 2 * index;
    const range = cmap.readUInt16BE(rangeAt);
    for (let code = start; code <= end && code !== 0xffff; code++) {
      const direct = range === 0 ? code : cmap.readUInt16BE(rangeAt + range + 2 * (code - start));
      const glyph = direct === 0 ? 0 : (direct + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
  return glyphs;
}

/** Neighbouring characters that one part of the font draws. */
interface Run {
  readonly part: FontPart;
  readonly glyphs: readonly { readonly glyph: number; readonly codePoint: number }[];
}

const unknown = '?'.codePointAt(0) ?? 0;

/** A character that no part has becomes a question mark: a document must not fail because of somebody's name. */
export function runsOf(font: Font, text: string): readonly Run[] {
  const runs: { part: FontPart; glyphs: FoundGlyph[] }[] = [];
  for (const character of text) {
    const found = drawnGlyph(font, character);
    if (found === null) continue;
    const last = runs.at(-1);
    if (last?.part === found.part) last.glyphs.push(found);
    else runs.push({ part: found.part, glyphs: [found] });
  }
  return runs;
}

interface FoundGlyph {
  readonly part: FontPart;
  readonly glyph: number;
  readonly codePoint: number;
}

const foundGlyphs = new WeakMap<Font, Map<number, FoundGlyph | null>>();

/** A statement has a million characters, of which a hundred differ. */
function findGlyph(font: Font, codePoint: number): FoundGlyph | null {
  const known = foundGlyphs.get(font) ?? new Map<number, FoundGlyph | null>();
  foundGlyphs.set(font, known);
  const before = known.get(codePoint);
  if (before !== undefined) return before;
  const part = font.find((one) => one.glyphOf(codePoint) !== undefined);
  const found = part === undefined ? null : { part, glyph: part.glyphOf(codePoint) ?? 0, codePoint };
  known.set(codePoint, found);
  return found;
}

function drawnGlyph(font: Font, character: string): FoundGlyph | null {
  return findGlyph(font, character.codePointAt(0) ?? unknown) ?? findGlyph(font, unknown);
}

/** How wide a text is in this size. */
export function textWidth(font: Font, text: string, size: number): number {
  let thousandths = 0;
  for (const character of text) {
    const found = drawnGlyph(font, character);
    if (found !== null) thousandths += found.part.widthOf(found.glyph);
  }
  return (thousandths * size) / 1000;
}

/** A text cut so that it fits, with an ellipsis where something is missing. */
export function fitted(font: Font, text: string, size: number, width: number): string {
  if (textWidth(font, text, size) <= width) return text;
  let left = width - textWidth(font, '…', size);
  let kept = '';
  for (const character of text) {
    left -= textWidth(font, character, size);
    if (left < 0) break;
    kept += character;
  }
  return `${kept}…`;
}
