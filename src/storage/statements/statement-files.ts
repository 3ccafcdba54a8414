import type pg from 'pg';
import { AppError, fault } from '../../errors/app-error.ts';
import { orUnavailable } from '../database/database-errors.ts';
import { inTransaction } from '../database/transaction.ts';

/**
 * The bytes of banks' files, in the database: any process on any machine reads them, and a backup has them. They come in pieces, each
 * at its place, so that an upload that broke off goes on, and the same piece twice is one.
 */
export class StatementFiles {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Says how many bytes have come. */
  async put(importId: string, atByte: number, bytes: Uint8Array): Promise<number> {
    return await inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query(
        'select state, size_bytes, received_bytes from statement_imports where id = $1 for no key update',
        [importId],
      );
      const [row] = rows;
      if (row === undefined) throw new AppError('not_found');
      if (row.state !== 'receiving') throw new AppError('import_state', { state: row.state });
      const received = Number(row.received_bytes);
      // A piece that came, and whose answer was lost.
      if (atByte < received && atByte + bytes.byteLength <= received) return received;
      if (atByte !== received) throw new AppError('import_piece_misplaced', { field: 'at', expected: received });
      const size = Number(row.size_bytes);
      if (received + bytes.byteLength > size) throw new AppError('bank_file_too_big', { limit: size });
      if (bytes.byteLength === 0) return received;
      await client.query('insert into statement_pieces (import_id, at_byte, bytes) values ($1, $2, $3)', [
        importId,
        atByte,
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      ]);
      await client.query('update statement_imports set received_bytes = $2 where id = $1', [
        importId,
        received + bytes.byteLength,
      ]);
      return received + bytes.byteLength;
    });
  }

  /** Its first bytes. */
  async head(importId: string, bytesMax: number): Promise<Uint8Array> {
    for await (const part of this.parts(importId, bytesMax)) return part;
    return new Uint8Array();
  }

  /** All of it, in parts of this size at most: an upload may have come in large pieces or byte by byte. */
  async *parts(importId: string, bytesMax: number): AsyncGenerator<Uint8Array> {
    for (let at = 0; ; ) {
      const bytes = Buffer.concat(await this.#pieces(importId, at, at + bytesMax));
      if (bytes.byteLength === 0) return;
      // Copies: what is sent to a thread takes all the memory along that it is a part of.
      for (let start = 0; start < bytes.byteLength; start += bytesMax) {
        yield new Uint8Array(bytes.subarray(start, start + bytesMax));
      }
      at += bytes.byteLength;
    }
  }

  /** Those that begin in a part of the file: some small ones, or one large one. */
  async #pieces(importId: string, from: number, before: number): Promise<Buffer[]> {
    const { rows } = await orUnavailable(
      this.#pool.query(
        `select bytes from statement_pieces where import_id = $1 and at_byte >= $2 and at_byte < $3
         order by at_byte limit ${piecesAtOnce}`,
        [importId, from, before],
      ),
    );
    return rows.map(({ bytes }) => bytes);
  }
}

const piecesAtOnce = 1_000;

/** Of an upload that nobody has started. What has come of it is removed by the sweep. */
export const abandonedFault = JSON.stringify(fault('import_abandoned'));

export async function endOldUploads(pool: pg.Pool, before: number, now: number): Promise<void> {
  await pool.query({
    name: 'sweep-statement-uploads',
    text: `update statement_imports set state = 'refused', ended_at = $2::timestamptz, fault = $3::jsonb
      where state = 'receiving' and created_at < $1::timestamptz`,
    values: [new Date(before).toISOString(), new Date(now).toISOString(), abandonedFault],
  });
}

/** Of files whose import ended before the instant, and of uploads that nobody started; some pieces at a time. */
export async function deleteOldPieces(pool: pg.Pool, before: number, countMax: number): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'sweep-statement-pieces',
    text: `delete from statement_pieces where (import_id, at_byte) in (
      select p.import_id, p.at_byte from statement_imports i join statement_pieces p on p.import_id = i.id
      where i.ended_at < $1::timestamptz or i.fault->>'code' = 'import_abandoned' limit $2)`,
    values: [new Date(before).toISOString(), countMax],
  });
  return rowCount ?? 0;
}
