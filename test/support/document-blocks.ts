/**
 * The fenced blocks of a document, and what each is for. A comment on the line above a block says what its language does not:
 *
 * `<!-- in the background until: TEXT -->`  it runs on; the next block begins when it has said so
 * `<!-- on Node 22.18 or later -->`         left out on an older one; may come before the former, with `; ` between
 * `<!-- output -->`                         what the block above it prints; JSON may be `output, shortened`
 * `<!-- output of: COMMAND -->`             what the block with this command prints
 * `<!-- file: NAME -->`                     what the reader writes into a file of this name
 * `<!-- same as: FILE -->`                  the whole of a file, which has a test of its own
 * `<!-- shape of: THING -->`                JSON of a thing that the test knows how to get
 * `<!-- program -->`                        all such blocks of a document are one program, which a test of its own runs
 * `<!-- output of the program -->`          what that program prints
 * `<!-- run by: FILE -->`                   a command that this file of the tests runs, see `blockRunBy`
 * `<!-- not run: REASON -->`
 */
export interface Block {
  readonly document: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
  readonly use: BlockUse;
}

type BlockUse =
  | { readonly kind: 'command'; readonly until: string | null; readonly nodeMin: string | null }
  | { readonly kind: 'output'; readonly of: string | null }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'copy'; readonly of: string }
  | { readonly kind: 'shape'; readonly of: string }
  | { readonly kind: 'program' }
  | { readonly kind: 'program output' }
  | { readonly kind: 'run elsewhere'; readonly by: string }
  | { readonly kind: 'left out'; readonly reason: string };

/** Throws for a block that nobody would run or compare: what a document shows must be seen to be true. */
export function blocksOf(document: string, markdown: string): readonly Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length; index++) {
    const fence = /^```(\w*)$/.exec(lines[index] ?? '');
    if (fence === null) continue;
    const begin = index + 1;
    const end = lines.indexOf('```', begin);
    const marker = /^<!-- (.*) -->$/.exec(lines[index - 1] ?? '')?.[1] ?? null;
    const place = { document, line: begin, language: fence[1] ?? '', text: lines.slice(begin, end).join('\n') };
    blocks.push({ ...place, use: purposeOf(place, marker) });
    index = end;
  }
  return blocks;
}

function purposeOf({ document, line, language }: Omit<Block, 'use' | 'text'>, marker: string | null): BlockUse {
  if (marker === 'program') return { kind: 'program' };
  if (marker === 'output of the program') return { kind: 'program output' };
  const output = /^output(?: of: (.+))?(?:, shortened)?$/.exec(marker ?? '');
  if (output !== null) return { kind: 'output', of: output[1] ?? null };
  const [, word, rest = ''] = /^(file|same as|shape of|run by|not run): (.+)$/.exec(marker ?? '') ?? [];
  if (word === 'file') return { kind: 'file', name: rest };
  if (word === 'same as') return { kind: 'copy', of: rest };
  if (word === 'shape of') return { kind: 'shape', of: rest };
  if (word === 'run by') return { kind: 'run elsewhere', by: rest };
  if (word === 'not run') return { kind: 'left out', reason: rest };
  const command = /^(?:on Node ([\d.]+) or later)?(?:; )?(?:in the background until: (.+))?$/.exec(marker ?? '');
  if (language === 'sh' && command !== null) {
    return { kind: 'command', nodeMin: command[1] ?? null, until: command[2] ?? null };
  }
  throw new Error(
    `${document}:${line}: nothing is done with this block (${language || 'no language'}, ${marker ?? 'no comment above it'}). ` +
      'Make it a command (```sh), or say in a comment above it what it is: see test/support/document-blocks.ts.',
  );
}

/** The command of a document that is left to this file of the tests. */
export function blockRunBy(by: string, document: string, markdown: string): string {
  const block = blocksOf(document, markdown).find(({ use }) => use.kind === 'run elsewhere' && use.by === by);
  if (block === undefined) throw new Error(`${document} has no block that is run by ${by}`);
  return block.text;
}

/** Whether a program printed these lines, in this order. `…` stands for anything, and a time of day for any other. */
export function isPrinted(expected: string, printed: string): boolean {
  const pattern = expected
    .split('\n')
    .filter((line) => line.trim() !== '' && line.trim() !== '…')
    .map((line) =>
      line
        .trim()
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll('…', '.*')
        .replace(/\b\d\d:\d\d:\d\d\b/g, '\\d\\d:\\d\\d:\\d\\d'),
    )
    .join('[^]*?\\n[^]*?');
  return new RegExp(pattern).test(printed);
}

/** Where the JSON of a document says something that the real one does not: a field that is not there, another kind of value. */
export function shapeFaults(shown: unknown, real: unknown, path = ''): readonly string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(real) || real.length < shown.length) return [`${path} has ${shown.length} elements`];
    return shown.flatMap((one, index) => shapeFaults(one, real[index], `${path}[${index}]`));
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof real !== 'object' || real === null) return [`${path} is an object`];
    const fields = real as Readonly<Record<string, unknown>>;
    return Object.entries(shown).flatMap(([name, value]) =>
      name in fields ? shapeFaults(value, fields[name], `${path}.${name}`) : [`${path}.${name} is there`],
    );
  }
  if (typeof shown !== typeof real) return [`${path} is a ${typeof shown}`];
  const isFixed = fixed.test(path) && shown !== real;
  return isFixed ? [`${path} is ${JSON.stringify(shown)}, not ${JSON.stringify(real)}`] : [];
}

/** What a document may not show otherwise. IDs, times and requisites are other ones each time. */
const fixed = /\.(status|amount|currency|subunit|notificationType|sequence|rate|aheadMs)$/;
