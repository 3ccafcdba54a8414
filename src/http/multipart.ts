/**
 * Reads a multipart form with at most one file, straight from the request: the file goes to the store chunk by chunk.
 *
 * The store keeps the file only when the whole form has arrived and is good, because it sees the end of the file only
 * then. So a form that breaks off after its file leaves nothing behind either.
 *
 * A refusal never destroys the request. The client is often still sending, and would see a reset connection in place of
 * the answer. The rest is read away instead, for as long as the server's request timeout allows.
 */
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { attachmentBytesMax, type ReceiptType } from '../domain/receipts/receipt-type.ts';
import { isStorable, storable } from '../domain/text/outside-text.ts';
import { AppError } from '../errors/app-error.ts';

interface MultipartLimits {
  readonly fieldsMax: number;
  readonly fieldNameBytesMax: number;
  readonly fieldValueBytesMax: number;
  readonly fileBytesMax: number;
  /** Everything in the body that is not the file: boundaries, headers, fields, parts that are ignored. */
  readonly envelopeBytesMax: number;
}

/** The largest form of the interface, a dispute, has three fields. */
export const multipartLimits: MultipartLimits = {
  fieldsMax: 20,
  fieldNameBytesMax: 100,
  fieldValueBytesMax: 2000,
  fileBytesMax: attachmentBytesMax,
  envelopeBytesMax: 64 * 1024,
};

/** A file that was kept, as its content says. */
interface SavedFile {
  readonly sha256: string;
  readonly mediaType: ReceiptType;
  readonly sizeBytes: number;
}

export interface MultipartOptions {
  readonly saveFile: (stream: AsyncIterable<Uint8Array>) => Promise<SavedFile>;
  readonly fileField: string;
  readonly limits?: MultipartLimits;
}

export interface MultipartForm {
  /** Names are taken as they are, `disputeReasonData[amount]` too. The last of several fields of one name counts. */
  readonly fields: ReadonlyMap<string, string>;
  readonly file: (SavedFile & { readonly fileName: string }) | null;
}

export async function readMultipart(
  request: Readable,
  contentType: string | undefined,
  contentLength: string | undefined,
  { saveFile, fileField, limits = multipartLimits }: MultipartOptions,
): Promise<MultipartForm> {
  const bodyBytesMax = limits.fileBytesMax + limits.envelopeBytesMax;
  if (Number(contentLength ?? 0) > bodyBytesMax) throw new AppError('attachment_too_big', { field: fileField });
  const chunks = bodyChunks(request, bodyBytesMax, fileField);
  try {
    const { boundary, peeked } = await findBoundary(contentType, chunks);
    const form = new FormParser(boundary, { saveFile, fileField, limits });
    return await fillForm(form, peeked, chunks);
  } catch (error) {
    await chunks.return(undefined);
    // Node does this by itself only for a request that nobody began to read.
    request.on('error', () => undefined).resume();
    throw error;
  }
}

async function fillForm(
  form: FormParser,
  peeked: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
): Promise<MultipartForm> {
  try {
    if (peeked.byteLength > 0) await form.write(peeked);
    for await (const chunk of chunks) await form.write(chunk);
    return await form.end();
  } catch (error) {
    // Not before the store has cleaned up: an answer means that the upload is over.
    await form.abandon(error);
    throw error;
  }
}

/** The body, bounded also where no Content-Length announced its size; a connection that breaks off is a bad body. */
async function* bodyChunks(
  request: Readable,
  bytesMax: number,
  fileField: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) throw new AppError('attachment_too_big', { field: fileField });
      yield chunk;
    }
  } catch (error) {
    throw error instanceof AppError ? error : malformed('the connection was closed before its end', error);
  }
}

/** The boundary is a line of its own; RFC 2046 allows 70 characters, and no client in the wild comes near 200. */
const boundaryLineBytesMax = 200;

/** What can stand between quotes without an escape. RFC 2046 allows fewer characters; clients do not care. */
const boundaryPattern = /^[!#-[\]-~](?:[ !#-[\]-~]*[!#-[\]-~])?$/;

/**
 * Some merchants' clients send `multipart/form-data` without a boundary in the header. The first line of the body has
 * it; what was read to find it goes to the parser first.
 */
async function findBoundary(
  contentType: string | undefined,
  chunks: AsyncIterator<Uint8Array>,
): Promise<{ boundary: string; peeked: Uint8Array }> {
  if (!/^\s*multipart\/form-data\s*(?:;|$)/i.test(contentType ?? '')) throw malformed('it is not multipart/form-data');
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType ?? '') ?? [];
  const named = quoted ?? bare ?? '';
  if (named !== '') return { boundary: checkedBoundary(named), peeked: new Uint8Array() };

  let peeked = Buffer.alloc(0);
  while (!peeked.includes('\r\n') && peeked.byteLength < boundaryLineBytesMax) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    peeked = Buffer.concat([peeked, value]);
  }
  const line = /^--([^\r\n]+)\r\n/.exec(peeked.toString('latin1', 0, boundaryLineBytesMax));
  return { boundary: checkedBoundary(line?.[1]?.trimEnd() ?? ''), peeked };
}

function checkedBoundary(text: string): string {
  if (text.length > boundaryLineBytesMax || !boundaryPattern.test(text)) throw malformed('there is no boundary');
  return text;
}

/** A form being read. The first failure ends the reading, the file's stream and the saving. */
class FormParser {
  readonly #busboy: BusboyInstance;
  readonly #options: Required<MultipartOptions>;
  readonly #fields = new Map<string, string>();
  readonly #ended = deferred();
  #file: FilePart | null = null;
  #finished = false;
  #failure: { readonly error: unknown } | null = null;
  #wakeWriter: () => void = () => undefined;

  constructor(boundary: string, options: Required<MultipartOptions>) {
    this.#options = options;
    this.#busboy = openBusboy(boundary, options.limits);
    this.#busboy.on('field', (name, value, _, truncated) => this.#onField(name, value, truncated));
    this.#busboy.on('file', (name, stream, fileName) => this.#onFile(name, stream, fileName));
    this.#busboy.on('fieldsLimit', () => this.#fail(malformed('there are too many fields')));
    this.#busboy.on('partsLimit', () => this.#fail(malformed('there are too many parts')));
    this.#busboy.on('error', (error) => this.#fail(malformed('it is incomplete or garbled', error)));
    this.#busboy.on('finish', () => {
      this.#finished = true;
      this.#ended.resolve();
    });
  }

  /** Returns when the parser, and behind it the store, is ready for more. */
  async write(chunk: Uint8Array): Promise<void> {
    await new Promise<void>((resolve) => {
      // A parser whose file is no longer read never calls back: a failure has to wake us.
      this.#wakeWriter = resolve;
      try {
        this.#busboy.write(chunk, () => resolve());
      } catch (error) {
        this.#fail(malformed('it is garbled', error));
      }
      if (this.#failure !== null) resolve();
    });
    if (this.#failure !== null) throw this.#failure.error;
  }

  async end(): Promise<MultipartForm> {
    this.#busboy.end();
    await this.#file?.closed;
    // A store that did not read to the end has a reason, and gives it when it has cleaned up.
    if (this.#file?.stream.readableEnded === false) await this.#file.saving.catch(() => undefined);
    // Busboy never finishes when a part has no end of its headers. A good form, whose file has been read, finishes
    // without further input or output, so before the next turn of the event loop.
    await setImmediate();
    if (!this.#finished) this.#fail(malformed('a part is without headers'));
    await this.#ended.promise;
    return { fields: this.#fields, file: (await this.#file?.saving) ?? null };
  }

  /** Ends the saving, too, and waits until it has. */
  async abandon(error: unknown): Promise<void> {
    this.#fail(error);
    await this.#file?.saving.catch(() => undefined);
  }

  #fail(error: unknown): void {
    if (this.#failure !== null) return;
    this.#failure = { error };
    this.#ended.reject(error);
    this.#file?.stream.destroy(error as Error);
    this.#wakeWriter();
  }

  #onField(name: string | undefined, value: string, truncated: boolean): void {
    const { fieldNameBytesMax, fieldValueBytesMax } = this.#options.limits;
    if (name === undefined) {
      this.#fail(malformed('a field has no name'));
    } else if (Buffer.byteLength(name) > fieldNameBytesMax) {
      this.#fail(malformed(`a field name is longer than ${fieldNameBytesMax} bytes`));
    } else if (truncated) {
      this.#fail(malformed(`a field is longer than ${fieldValueBytesMax} bytes`));
    } else if (!isStorable(name) || !isStorable(value)) {
      // A part may bring a character set of its own, such as UTF-16.
      this.#fail(new AppError('invalid_characters', { field: storable(name) }));
    } else {
      this.#fields.set(name, value);
    }
  }

  #onFile(name: string | undefined, stream: BusboyFileStream, fileName: string | undefined): void {
    // The reader of the stream sees its error; while there is no reader, the error must not end the process.
    stream.on('error', () => undefined);
    if (name === this.#options.fileField && this.#file === null && this.#failure === null) {
      const saving = this.#save(stream, fileName ?? '');
      saving.catch((error) => this.#fail(error));
      this.#file = { stream, saving, closed: new Promise((resolve) => stream.once('close', resolve)) };
      return;
    }
    // Files of other names are ignored, as unknown parameters are: form builders add their own, and the limit of the
    // envelope bounds them. A second receipt is not: to drop one of two proofs of payment in silence would be worse.
    if (name === this.#options.fileField) this.#fail(malformed(`there is more than one file named ${name}`));
    stream.resume();
  }

  async #save(stream: BusboyFileStream, fileName: string): Promise<MultipartForm['file']> {
    try {
      const stored = await this.#options.saveFile(withheldEnd(stream, this.#ended.promise));
      return { ...stored, fileName: cleanFileName(fileName) };
    } catch (error) {
      // A browser sends a file input that was left empty as an empty file without a name: no file.
      if (fileName === '' && error instanceof AppError && error.code === 'attachment_empty') return null;
      throw error;
    }
  }
}

interface FilePart {
  readonly stream: BusboyFileStream;
  readonly saving: Promise<MultipartForm['file']>;
  /** Settles when the stream has been read to its end, or destroyed. */
  readonly closed: Promise<void>;
}

/** The file, whose end the store sees only when the form has come to a good end. */
async function* withheldEnd(stream: BusboyFileStream, ended: Promise<void>): AsyncGenerator<Uint8Array> {
  yield* stream as AsyncIterable<Uint8Array>;
  await ended;
}

/** Files that are ignored are parts as well. Headers need room for a name of 255 characters, percent-encoded. */
const ignoredPartsMax = 10;
const partHeaderBytesMax = 8192;
const partHeadersMax = 20;

function openBusboy(boundary: string, limits: MultipartLimits): BusboyInstance {
  return new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: {
      fields: limits.fieldsMax,
      fieldSize: limits.fieldValueBytesMax,
      parts: limits.fieldsMax + 1 + ignoredPartsMax,
      headerPairs: partHeadersMax,
      headerSize: partHeaderBytesMax,
    },
  });
}

const fileNameCharactersMax = 255;

/**
 * The base name without control and format characters: a name is shown to people, and must not turn their screen. A broken one is
 * mended and not refused: nobody typed it, and the file is the proof.
 */
function cleanFileName(given: string): string {
  const name = storable(given);
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const visible = base.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return [...visible].slice(0, fileNameCharactersMax).join('') || 'attachment';
}

function malformed(reason: string, cause?: unknown): AppError {
  const refusal = new AppError('malformed_multipart', { reason });
  refusal.cause = cause;
  return refusal;
}

interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

function deferred(): Deferred {
  let resolve: Deferred['resolve'] = () => undefined;
  let reject: Deferred['reject'] = () => undefined;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  // A form without a file may fail before anybody waits for its end.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
