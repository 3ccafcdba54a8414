import type { ErrorCode } from '../errors/app-error.ts';
import type { Description } from './endpoint.ts';

const ofActs: readonly ErrorCode[] = [
  'invalid_idempotency_key',
  'idempotency_key_reused',
  'overloaded',
  'outcome_unknown',
];
const ofJson: readonly ErrorCode[] = [
  'malformed_json',
  'json_object_expected',
  'content_type',
  'wrong_type',
  'too_long',
  'invalid_characters',
];
const ofUploads: readonly ErrorCode[] = [
  'content_type',
  'malformed_multipart',
  'invalid_characters',
  'attachment_empty',
  'attachment_type',
  'attachment_too_big',
  'storage_unavailable',
];
const ofPlainForms: readonly ErrorCode[] = [...ofJson, 'body_too_big'];
const ofCsv: readonly ErrorCode[] = ['content_type', 'invalid_characters'];

/** The codes an operation refuses with whichever interface it belongs to: its own, those of its parameters and its body. */
export function kindRefusals({ method, refusals, params, query, body, takesKey }: Description): readonly ErrorCode[] {
  const parameters = [...Object.values(params ?? {}), ...Object.values(query ?? {})];
  return [
    ...refusals,
    ...parameters.flatMap((parameter) => parameter.refusals),
    ...(query === undefined ? [] : (['invalid_characters'] as const)),
    ...(body?.kind === 'json' ? ofJson : []),
    ...(body?.kind === 'multipart' ? ofUploads : []),
    ...(body?.kind === 'multipart' && body.withoutFile !== undefined ? ofPlainForms : []),
    ...(body?.kind === 'csv' ? ofCsv : []),
    ...(body?.kind === 'bytes' ? (['content_type'] as const) : []),
    ...(method !== 'GET' && body?.kind !== 'multipart' ? (['body_too_big'] as const) : []),
    ...(takesKey === true ? ofActs : []),
  ];
}
