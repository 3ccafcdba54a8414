import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Answer, Body } from './merchant-client.ts';
import type { OperatorClient } from './operator-client.ts';

interface BroughtFile {
  readonly requisiteId: number;
  readonly content: string | Uint8Array;
  readonly fileName?: string;
  readonly mapping?: object;
}

function good({ status, body }: Answer): Body {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** Announces a file and sends its bytes, in pieces that are cut anywhere. */
export async function sendStatement(client: OperatorClient, file: BroughtFile): Promise<string> {
  const bytes = typeof file.content === 'string' ? Buffer.from(file.content) : file.content;
  const { requisiteId, fileName = 'statement.txt' } = file;
  const made = good(await client.post('/statement-imports', { requisiteId, fileName, sizeBytes: bytes.byteLength }));
  const pieceBytes = Math.max(1, Math.ceil(bytes.byteLength / 3));
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes);
    const headers = { 'content-type': 'application/octet-stream' };
    good(await client.upload(`/statement-imports/${made.id}/pieces?at=${at}`, piece, headers));
  }
  return made.id;
}

/** Brings a file in as the console does, and waits for its end. */
export async function bringStatement(client: OperatorClient, file: BroughtFile): Promise<Body> {
  const id = await sendStatement(client, file);
  good(await client.post(`/statement-imports/${id}/start`, { mapping: file.mapping ?? null }));
  return await importEnded(client, id);
}

export async function importEnded(client: OperatorClient, id: string): Promise<Body> {
  for (;;) {
    const work = good(await client.get(`/statement-imports/${id}`));
    if (work.state === 'done' || work.state === 'refused') return work;
    await delay(50);
  }
}
