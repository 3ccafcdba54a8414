import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { type MultipartForm, type MultipartOptions, readMultipart } from './multipart.ts';

/** Where uploaded files go. */
export interface FileSaver {
  readonly receipts: { readonly save: MultipartOptions['saveFile'] };
}

/** Reads a form with a receipt straight from the connection into the receipt store. */
export async function readUpload({ receipts }: FileSaver, request: FastifyRequest): Promise<MultipartForm> {
  const contentType = request.headers['content-type'];
  if (contentType?.trim().toLowerCase().startsWith('multipart/form-data') !== true) {
    throw new AppError('content_type', { expected: 'multipart/form-data' });
  }
  return await readMultipart(request.raw, contentType, request.headers['content-length'], {
    saveFile: (stream) => receipts.save(stream),
    fileField: 'attachment',
  });
}

/** What makes two uploads the same request: boundaries differ from one attempt to the next, the content does not. */
export function uploadFingerprint(form: MultipartForm): string {
  const fields = [...form.fields].sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify({ fields, file: form.file?.sha256 ?? null });
}
