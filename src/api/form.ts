import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { unstorableFields } from '../domain/text/outside-text.ts';
import { AppError, type Fault, fault, refuseIfAny } from '../errors/app-error.ts';
import { validationFaults } from '../http/error-answers.ts';
import { readJson } from '../http/json-body.ts';
import { mediaTypeOf } from '../http/media-type.ts';
import type { MultipartForm } from '../http/multipart.ts';
import { type FileSaver, readUpload, type Settle, uploadFingerprint } from '../http/upload.ts';
import { readUrlencoded } from '../http/urlencoded-body.ts';
import { knownFields } from './known-fields.ts';

/** The one field of a form that is a file. */
const fileField = 'attachment';

type Upload = NonNullable<MultipartForm['file']>;

/** A form that is still on the connection. Nobody sends ten megabytes to what is not there: `handle` looks before it reads. */
export interface UnreadForm<Form> {
  read(): Promise<ReadForm<Form>>;
}

interface ReadForm<Form> {
  readonly fields: Omit<Form, typeof fileField>;
  /** In the receipt store by now, for as long as an act needs it. */
  readonly file: Form extends { readonly attachment: string } ? Upload : Upload | null;
}

/** How a form may also come whose file was left out: urlencoded, with the same fields, or as JSON of this shape. */
export interface WithoutFile {
  readonly json: TSchema;
  readonly example: object;
  /** The fields of the form that the JSON stands for. */
  readonly fieldsOf: (said: never) => object;
}

/** What the schema of a form says, with its fields and its file apart. */
export interface FormParts {
  readonly fields: TSchema;
  readonly isFileRequired: boolean;
  /** Null: it comes as multipart alone. */
  readonly withoutFile: WithoutFile | null;
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

export function formParts(form: { readonly schema: TSchema; readonly withoutFile?: WithoutFile }): FormParts {
  const { properties = {}, required = [] } = form.schema as ObjectSchema;
  const { [fileField]: _file, ...fields } = properties;
  const requiredFields = required.filter((name) => name !== fileField);
  return {
    fields: { type: 'object', properties: fields, required: requiredFields },
    isFileRequired: required.includes(fileField),
    withoutFile: form.withoutFile ?? null,
  };
}

/** Reads a form from the connection when it is asked to, and remembers what makes a repeat the same request. */
export class FormOfRequest implements UnreadForm<unknown> {
  readonly #parts: FormParts;
  readonly #files: FileSaver;
  readonly #request: FastifyRequest;
  #fingerprint = '';
  #settle: Settle | null = null;

  constructor(parts: FormParts, files: FileSaver, request: FastifyRequest) {
    this.#parts = parts;
    this.#files = files;
    this.#request = request;
  }

  get fingerprint(): string {
    return this.#fingerprint;
  }

  /** When the act is over: the file stays with it, or goes. */
  async settle(error: unknown): Promise<void> {
    await this.#settle?.(error);
  }

  async read(): Promise<ReadForm<unknown>> {
    return this.#readPlain() ?? (await this.#readUpload());
  }

  async #readUpload(): Promise<ReadForm<unknown>> {
    const { form, settle } = await readUpload(this.#files, this.#request);
    this.#settle = settle;
    this.#fingerprint = uploadFingerprint(form);
    if (this.#parts.isFileRequired && form.file === null)
      throw new AppError('attachment_missing', { field: fileField });
    const said = Object.fromEntries(form.fields);
    refuseIfAny(this.#shapeFaults(this.#parts.fields, said));
    return { fields: known(this.#parts.fields, said), file: form.file };
  }

  /** A body without a file, which has been read already; null where it is another one. */
  #readPlain(): ReadForm<unknown> | null {
    const { fields, withoutFile } = this.#parts;
    if (withoutFile === null) return null;
    this.#fingerprint = this.#request.rawBody?.toString('latin1') ?? '';
    switch (mediaTypeOf(this.#request)) {
      case 'application/json': {
        const said = this.#checkedPlain(withoutFile.json, readJson(this.#request));
        return { fields: withoutFile.fieldsOf(said as never), file: null };
      }
      case 'application/x-www-form-urlencoded':
        return { fields: this.#checkedPlain(fields, readUrlencoded(this.#request)), file: null };
      default:
        return null;
    }
  }

  #checkedPlain(schema: TSchema, said: unknown): object {
    refuseIfAny(unstorableFields(said).map((field) => fault('invalid_characters', { field })));
    refuseIfAny([...fileFaults(said), ...this.#shapeFaults(schema, said)]);
    return known(schema, said);
  }

  #shapeFaults(schema: TSchema, said: unknown): readonly Fault[] {
    const validate = this.#request.compileValidationSchema(schema);
    return validate(said) === true ? [] : validationFaults(validate.errors ?? []);
  }
}

/** A file in a body that can hold none: nobody shall believe that it was kept. An input left empty is no file. */
function fileFaults(said: unknown): readonly Fault[] {
  const file = (said as Readonly<Record<string, unknown>> | null)?.[fileField] ?? '';
  return file === '' ? [] : [fault('content_type', { expected: 'multipart/form-data', field: fileField })];
}

function known(schema: TSchema, said: unknown): object {
  return knownFields(schema, said) as object;
}
