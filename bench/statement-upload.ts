import { demoSecrets } from '../src/domain/installation/demo-secrets.ts';
import { BenchFailure } from './failure.ts';
import { closingOf, type WrittenFormat, type WrittenLine, writers, writtenMapping } from './statement-files.ts';

const pieceBytes = 4 * 1024 ** 2;

const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);

/** A made-up file of a bank, as large as its lines make it. */
export interface MadeFile {
  readonly format: WrittenFormat;
  readonly lines: number;
}

/** Every tenth line goes out; sums differ, as those of payers do. */
function* made(count: number): Generator<WrittenLine> {
  for (let index = 0; index < count; index += 1) {
    yield {
      direction: index % 10 === 9 ? 'out' : 'in',
      amount: 10_000n + BigInt((index * 7_919) % 9_999_991),
      day,
      reference: `B${index}`,
      party: `Плательщик ${index % 1_000}`,
      purpose: `Перевод ${index}`,
    };
  }
}

/** The file in pieces, made while it is sent: it is never whole in memory here either. */
export function* pieces({ format, lines }: MadeFile): Generator<Buffer> {
  const statement = { account: '40817810000000004821', currency: 'RUB', number: '1', from: day, to: day, opening: 0n };
  let parts: Buffer[] = [];
  let size = 0;
  for (const text of writers[format]({ ...statement, closing: closingOf(0n, made(lines)) }, made(lines))) {
    const bytes = Buffer.from(text);
    parts.push(bytes);
    size += bytes.byteLength;
    if (size < pieceBytes - 4_096) continue;
    yield Buffer.concat(parts);
    parts = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(parts);
}

export function sizeOf(made: Iterable<Buffer>): number {
  let size = 0;
  for (const piece of made) size += piece.byteLength;
  return size;
}

export class Person {
  readonly #url: string;
  #headers: Record<string, string> = {};

  constructor(url: string) {
    this.#url = url;
  }

  async signIn(who: 'operator' | 'maker'): Promise<void> {
    const { login, password } = demoSecrets.people[who];
    const response = await fetch(`${this.#url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login, password }),
    });
    const { csrfToken } = (await response.json()) as { csrfToken: string };
    this.#headers = { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', 'x-csrf-token': csrfToken };
  }

  async ask(path: string, body?: object | Buffer): Promise<Record<string, never>> {
    const isBytes = body instanceof Buffer;
    const response = await fetch(`${this.#url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...this.#headers, 'content-type': isBytes ? 'application/octet-stream' : 'application/json' },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    if (response.status !== 200) throw new BenchFailure(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, never>;
  }

  /** Announces a file and sends it. */
  async send(made: Iterable<Buffer>, sizeBytes: number, requisiteId: number): Promise<string> {
    const { id } = await this.ask('/statement-imports', { requisiteId, fileName: 'made', sizeBytes });
    let at = 0;
    for (const piece of made) {
      await this.ask(`/statement-imports/${id}/pieces?at=${at}`, piece);
      at += piece.byteLength;
    }
    return String(id);
  }

  async start(id: string, { format }: MadeFile): Promise<void> {
    await this.ask(`/statement-imports/${id}/start`, format === 'csv' ? { mapping: writtenMapping } : {});
  }
}
