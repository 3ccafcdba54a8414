import { randomBytes } from 'node:crypto';

/** What a receipt or another proof is made of. */
export type FileContent =
  /** In memory. */
  | Uint8Array
  | Blob
  /** A stream of Node or of the web. It can be read once, so a failed upload is not repeated. */
  | AsyncIterable<Uint8Array>
  /** Opens the stream anew for each attempt: `() => createReadStream('receipt.pdf')`. */
  | (() => AsyncIterable<Uint8Array>);

export interface FileUpload {
  readonly content: FileContent;
  readonly fileName?: string | undefined;
  /** The service finds the type out from the content, whatever is said here. */
  readonly contentType?: string | undefined;
  /** Of a stream, where it is known: the body is then sent with its length and not in chunks. */
  readonly sizeBytes?: number | undefined;
}

/** A form for one request. Each attempt opens it anew. */
export interface Form {
  readonly contentType: string;
  readonly lengthBytes: number | null;
  readonly isRepeatable: boolean;
  open(): FormBody;
}

/** The bytes of one attempt, and what went wrong while they were read, which is not the connection's fault. */
export interface FormBody {
  readonly stream: ReadableStream<Uint8Array>;
  failure(): unknown;
}

/** multipart/form-data (RFC 7578), fields first, written piece by piece: a large file is never in memory as a whole. */
export function createForm(
  fields: Readonly<Record<string, string | undefined>>,
  file: { readonly field: string; readonly upload: FileUpload } | null,
): Form {
  const boundary = `quittance-${randomBytes(18).toString('hex')}`;
  const head = Buffer.from(fieldParts(boundary, fields) + (file === null ? '' : fileHead(boundary, file)));
  const tail = Buffer.from(`${file === null ? '' : '\r\n'}--${boundary}--\r\n`);
  const sizeBytes = file === null ? 0 : sizeOf(file.upload);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    lengthBytes: sizeBytes === null ? null : head.length + sizeBytes + tail.length,
    isRepeatable: file === null || isRepeatable(file.upload.content),
    open: () => openBody(bodyChunks(head, file?.upload ?? null, tail)),
  };
}

function fieldParts(boundary: string, fields: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(fields)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => {
      return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`;
    })
    .join('');
}

function fileHead(
  boundary: string,
  { field, upload }: { readonly field: string; readonly upload: FileUpload },
): string {
  const disposition = `form-data; name="${quoted(field)}"; filename="${quoted(upload.fileName ?? 'receipt')}"`;
  const contentType = (upload.contentType ?? 'application/octet-stream').replace(/[\r\n]/g, '');
  return `--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${contentType}\r\n\r\n`;
}

/** As browsers do it: a name cannot end its own quotation or begin another header. */
function quoted(name: string): string {
  return name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function sizeOf({ content, sizeBytes }: FileUpload): number | null {
  if (content instanceof Uint8Array) return content.byteLength;
  if (content instanceof Blob) return content.size;
  return sizeBytes ?? null;
}

function isRepeatable(content: FileContent): boolean {
  return content instanceof Uint8Array || content instanceof Blob || typeof content === 'function';
}

async function* bodyChunks(head: Uint8Array, upload: FileUpload | null, tail: Uint8Array): AsyncGenerator<Uint8Array> {
  yield head;
  if (upload !== null) {
    const expected = sizeOf(upload);
    let bytes = 0;
    for await (const chunk of chunksOf(upload.content)) {
      bytes += chunk.byteLength;
      yield chunk;
    }
    if (expected !== null && bytes !== expected) {
      throw new TypeError(`The file has ${bytes} bytes, but sizeBytes says ${expected}.`);
    }
  }
  yield tail;
}

function chunksOf(content: FileContent): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (content instanceof Uint8Array) return [content];
  if (content instanceof Blob) return content.stream();
  return typeof content === 'function' ? content() : content;
}

function openBody(chunks: AsyncGenerator<Uint8Array>): FormBody {
  let failure: unknown = null;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        failure = error;
        controller.error(error);
      }
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return { stream, failure: () => failure };
}
