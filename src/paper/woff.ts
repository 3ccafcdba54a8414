import { inflateSync } from 'node:zlib';

/** The tables of a font by name: `glyf`, `hmtx`, … */
type FontTables = ReadonlyMap<string, Buffer>;

const signature = 0x774f4646;

/**
 * Opens a WOFF file (W3C WOFF 1.0): a TrueType font whose tables are compressed each on its own. That is how npm ships fonts in
 * small parts, one for each alphabet.
 */
export function readWoff(file: Buffer): FontTables {
  if (file.readUInt32BE(0) !== signature) throw new Error('this is no WOFF file');
  const count = file.readUInt16BE(12);
  const entries = Array.from({ length: count }, (_, index): [string, Buffer] => {
    const at = 44 + 20 * index;
    const [offset, packed, length] = [file.readUInt32BE(at + 4), file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
    const bytes = file.subarray(offset, offset + packed);
    return [file.toString('latin1', at, at + 4), packed < length ? inflateSync(bytes) : bytes];
  });
  return new Map(entries);
}

/** What a reader of PDF needs to draw glyphs; how characters become glyphs is said elsewhere in the file. */
const drawn = ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'cvt ', 'fpgm', 'prep'];

/** The tables as a TrueType file, in the order of their names, each begun at a multiple of four bytes. */
export function writeTrueType(tables: FontTables): Buffer {
  const chosen = [...tables]
    .filter(([name]) => drawn.includes(name))
    .sort(([left], [right]) => (left < right ? -1 : 1));
  const count = chosen.length;
  const power = 2 ** Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + 16 * count);
  head.writeUInt32BE(0x00010000, 0);
  for (const [index, value] of [count, power * 16, Math.log2(power), count * 16 - power * 16].entries()) {
    head.writeUInt16BE(value, 4 + 2 * index);
  }
  let offset = head.length;
  const bodies = chosen.map(([name, table], index) => {
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    const at = 12 + 16 * index;
    head.write(name, at, 'latin1');
    head.writeUInt32BE(checksum(padded), at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(table.length, at + 12);
    offset += padded.length;
    return padded;
  });
  return Buffer.concat([head, ...bodies]);
}

function checksum(padded: Buffer): number {
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}
