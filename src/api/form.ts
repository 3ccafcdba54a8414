import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { AppError } from '../errors.ts';
import { validationFaults } from '../http/error-answers.ts';
import type { MultipartForm } from '../http/multipart.ts';
import { type FileSaver, readUpload, type Settle, uploadFingerprint } from '../http/upload.ts';
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

/** What the schema of a form says, with its fields and its file apart. */
export interface FormParts {
  readonly fields: TSchema;
  readonly isFileRequired: boolean;
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

export function formParts(schema: TSchema & ObjectSchema): FormParts {
  const { properties = {}, required = [] } = schema;
  const { [fileField]: _file, ...fields } = properties;
  const requiredFields = required.filter((name) => name !== fileField);
  return {
    fields: { type: 'object', properties: fields, required: requiredFields },
    isFileRequired: required.includes(fileField),
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
    const { form, settle } = await readUpload(this.#files, this.#request);
    this.#settle = settle;
    this.#fingerprint = uploadFingerprint(form);
    if (this.#parts.isFileRequired && form.file === null)
      throw new AppError('attachment_missing', { field: fileField });
    const fields = Object.fromEntries(form.fields);
    const validate = this.#request.compileValidationSchema(this.#parts.fields);
    if (validate(fields) !== true) throw new AppError(validationFaults(validate.errors ?? []));
    return { fields: knownFields(this.#parts.fields, fields) as ReadForm<unknown>['fields'], file: form.file };
  }
}
