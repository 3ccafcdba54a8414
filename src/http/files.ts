import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ReceiptType } from '../domain/receipts/receipt-type.ts';
import { AppError } from '../errors/app-error.ts';
import { verifyReceiptLink } from './receipt-links.ts';

/** Where receipts are read from. */
interface ReceiptSource {
  /** Null where there is no such receipt. */
  open(sha256: string): Promise<{ readonly stream: Readable; readonly sizeBytes: number } | null>;
}

interface FilesOptions {
  readonly receipts: ReceiptSource;
  /** Of 32 bytes; several while the master key is being changed. */
  readonly linkKeys: readonly Uint8Array[];
  readonly now: () => number;
}

interface FilesRoute {
  readonly Params: { readonly name: string };
  readonly Querystring: { readonly expires?: unknown; readonly signature?: unknown };
}

/** Serves receipts by signed links. A wrong, an expired and a dead link look the same: not found. */
export function registerFiles(app: FastifyInstance, { receipts, linkKeys, now }: FilesOptions): void {
  app.get<FilesRoute>('/files/:name', async (request, reply) => {
    const nowMs = now();
    const { expires, signature } = request.query;
    const parts = { name: request.params.name, expires, signature };
    const link = linkKeys.map((key) => verifyReceiptLink(key, parts, nowMs)).find((found) => found !== null);
    if (link === undefined) throw new AppError('not_found');
    const receipt = await receipts.open(link.sha256);
    if (receipt === null) throw new AppError('not_found');
    const restOfLifeSeconds = Math.floor((link.expiresAtMs - nowMs) / 1000);
    reply.headers({ ...safeHeaders, 'cache-control': `private, max-age=${restOfLifeSeconds}` });
    reply.header('content-type', contentTypeOf(link.mediaType));
    reply.header('content-length', receipt.sizeBytes);
    return reply.send(receipt.stream);
  });
}

/** A receipt is a stranger's file on our origin: saved, never shown as a page, never guessed at, never embedded elsewhere. */
const safeHeaders = {
  'x-content-type-options': 'nosniff',
  'content-disposition': 'attachment',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
};

function contentTypeOf(mediaType: ReceiptType): string {
  return mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType;
}
