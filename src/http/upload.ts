import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { type MultipartForm, type MultipartOptions, readMultipart } from './multipart.ts';

/** Where uploaded files go. What was taken is settled when it is known whether an act needs it. */
export interface FileSaver {
  readonly uploads: { take(stream: AsyncIterable<Uint8Array>): Promise<TakenFile> };
}

/** With the error that the act ended in, or null. */
export type Settle = (error: unknown) => Promise<void>;

interface TakenFile {
  readonly receipt: Awaited<ReturnType<MultipartOptions['saveFile']>>;
  readonly settle: Settle;
}

/** A form that was read, with the file that came with it. */
interface ReadUpload {
  readonly form: MultipartForm;
  readonly settle: Settle;
}

/** Reads a form with a receipt straight from the connection into the receipt store. */
export async function readUpload({ uploads }: FileSaver, request: FastifyRequest): Promise<ReadUpload> {
  const contentType = request.headers['content-type'];
  if (contentType?.trim().toLowerCase().startsWith('multipart/form-data') !== true) {
    throw new AppError('content_type', { expected: 'multipart/form-data' });
  }
  const taken: TakenFile[] = [];
  const settle: Settle = async (error) => {
    for (const file of taken.splice(0)) await file.settle(error);
  };
  try {
    const form = await readMultipart(request.raw, contentType, request.headers['content-length'], {
      saveFile: async (stream) => {
        const file = await uploads.take(stream);
        taken.push(file);
        return file.receipt;
      },
      fileField: 'attachment',
    });
    return { form, settle };
  } catch (error) {
    await settle(error);
    throw error;
  }
}

/** Does something with what was uploaded, and settles it afterwards. */
export async function settledAfter<Result>(act: () => Promise<Result>, settle: Settle): Promise<Result> {
  let result: Result;
  try {
    result = await act();
  } catch (error) {
    await settle(error);
    throw error;
  }
  await settle(null);
  return result;
}

/** What makes two uploads the same request: boundaries differ from one attempt to the next, the content does not. */
export function uploadFingerprint(form: MultipartForm): string {
  const fields = [...form.fields].sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify({ fields, file: form.file?.sha256 ?? null });
}
