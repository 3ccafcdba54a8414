import { deflateSync } from 'node:zlib';
import { type Font, type FontPart, runsOf } from './font.ts';

/** A4 in points, 1/72 of an inch. */
export const paper = { width: 595.28, height: 841.89 };

export interface Drawn {
  readonly font: Font;
  readonly size: number;
  /** From the left edge, and from the upper one to the line that letters stand on. */
  readonly x: number;
  readonly y: number;
  /** 0 is black, 1 is white. */
  readonly grey?: number;
}

/**
 * A PDF of text and lines (ISO 32000-1), written by hand: the part of the format that a statement needs is small. Fonts are
 * embedded, with the table that lets readers search and copy the text.
 */
export class Pdf {
  /** Each is what is drawn on one page. */
  readonly #pages: string[][] = [];
  readonly #used = new Map<FontPart, { readonly name: string; readonly glyphs: Map<number, number> }>();

  get pageCount(): number {
    return this.#pages.length;
  }

  addPage(): void {
    this.#pages.push([]);
  }

  text(text: string, { font, size, x, y, grey = 0 }: Drawn, page = this.#pages.length - 1): void {
    // What is shown moves the place of the next letter along, also where another font goes on.
    const shown = runsOf(font, text).map(({ part, glyphs }) => {
      const { name, glyphs: known } = this.#use(part);
      for (const { glyph, codePoint } of glyphs) known.set(glyph, codePoint);
      const codes = glyphs.map(({ glyph }) => glyph.toString(16).padStart(4, '0')).join('');
      return `/${name} ${number(size)} Tf <${codes}> Tj`;
    });
    const place = `1 0 0 1 ${number(x)} ${number(paper.height - y)} Tm`;
    this.#pages[page]?.push(`BT ${number(grey)} g ${place} ${shown.join(' ')} ET`);
  }

  /** A thin line across. */
  line(fromX: number, toX: number, y: number, grey = 0.75): void {
    const level = number(paper.height - y);
    this.#pages.at(-1)?.push(`${number(grey)} G 0.5 w ${number(fromX)} ${level} m ${number(toX)} ${level} l S`);
  }

  /** The whole file. Nothing in it depends on anything but what was drawn and said. */
  write(about: { readonly title: string; readonly language: string; readonly madeAt: Date }): Buffer {
    const file = new ObjectFile();
    const [catalog, pages, resources] = [file.reserve(), file.reserve(), file.reserve()];
    const kids = this.#pages.map((drawn) => {
      const content = file.add(stream(Buffer.from(drawn.join('\n'), 'latin1')));
      const size = `[0 0 ${paper.width} ${paper.height}]`;
      return file.add(
        `<< /Type /Page /Parent ${pages} 0 R /MediaBox ${size} /Resources ${resources} 0 R /Contents ${content} 0 R >>`,
      );
    });
    const fonts = [...this.#used].map(([part, { name, glyphs }]) => `/${name} ${addFont(file, part, glyphs)} 0 R`);
    file.set(resources, `<< /Font << ${fonts.join(' ')} >> >>`);
    file.set(pages, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`);
    file.set(
      catalog,
      `<< /Type /Catalog /Pages ${pages} 0 R /Lang (${about.language}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    );
    const info = file.add(
      `<< /Title ${textString(about.title)} /Producer (Quittance) /CreationDate (${date(about.madeAt)}) >>`,
    );
    return file.write({ catalog, info });
  }

  #use(part: FontPart): { readonly name: string; readonly glyphs: Map<number, number> } {
    const known = this.#used.get(part) ?? { name: `F${this.#used.size + 1}`, glyphs: new Map() };
    this.#used.set(part, known);
    return known;
  }
}

/** The objects of a PDF, by their numbers from 1 on. */
class ObjectFile {
  readonly #bodies: (Buffer | null)[] = [];

  reserve(): number {
    return this.#bodies.push(null);
  }

  set(id: number, body: string): void {
    this.#bodies[id - 1] = Buffer.from(body, 'latin1');
  }

  add(body: string | Buffer): number {
    return this.#bodies.push(typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
  }

  write({ catalog, info }: { readonly catalog: number; readonly info: number }): Buffer {
    // The second line has bytes that are no text, so that nobody takes the file for one.
    const chunks = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
    let length = chunks[0]?.length ?? 0;
    const offsets = this.#bodies.map((body, index) => {
      if (body === null) throw new Error(`object ${index + 1} was reserved and never written`);
      const at = length;
      const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
      chunks.push(whole);
      length += whole.length;
      return at;
    });
    const size = offsets.length + 1;
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`;
    const trailer = `trailer\n<< /Size ${size} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${length}\n%%EOF\n`;
    return Buffer.concat([...chunks, Buffer.from(table + trailer)]);
  }
}

/** A font whose codes are the numbers of its glyphs (Identity-H), with widths and the way back to characters. */
function addFont(file: ObjectFile, part: FontPart, glyphs: ReadonlyMap<number, number>): number {
  const name = `QUITTA+${part.name}`;
  const fontFile = file.add(stream(part.file, `/Length1 ${part.file.length}`));
  const metrics = `/Ascent ${part.ascent} /Descent ${part.descent} /CapHeight ${part.ascent} /ItalicAngle 0 /StemV 80`;
  const descriptor = file.add(
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${part.box.join(' ')}] ${metrics} /FontFile2 ${fontFile} 0 R >>`,
  );
  const sorted = [...glyphs.keys()].sort((left, right) => left - right);
  const widths = sorted.map((glyph) => `${glyph} [${part.widthOf(glyph)}]`).join(' ');
  const system = '<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>';
  const descendant = file.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo ${system} /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /DW 500 /W [${widths}] >>`,
  );
  const characters = file.add(stream(Buffer.from(characterMap(sorted, glyphs), 'latin1')));
  return file.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${characters} 0 R >>`,
  );
}

/** At most a hundred lines in one block: the format says so. */
const blockMax = 100;

function characterMap(sorted: readonly number[], glyphs: ReadonlyMap<number, number>): string {
  const hex = (value: number) => value.toString(16).padStart(4, '0');
  const blocks: string[] = [];
  for (let at = 0; at < sorted.length; at += blockMax) {
    const lines = sorted.slice(at, at + blockMax).map((glyph) => `<${hex(glyph)}> <${hex(glyphs.get(glyph) ?? 0)}>`);
    blocks.push(`${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Quittance def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

function stream(content: Buffer, more = ''): Buffer {
  const packed = deflateSync(content);
  const head = `<< /Length ${packed.length} /Filter /FlateDecode ${more} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), packed, Buffer.from('\nendstream')]);
}

/** Text outside of pages, such as the title: UTF-16 with its mark, in hexadecimal digits. */
function textString(text: string): string {
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}

function date(at: Date): string {
  return `D:${at.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`;
}

function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}
