import type { TSchema } from 'typebox';
import { isKindOfAnswer } from '../src/api/answers.ts';
import { deviceEndpoints } from '../src/api/devices/endpoints.ts';
import type { Description } from '../src/api/endpoint.ts';
import { merchantEndpoints } from '../src/api/merchant/endpoints.ts';
import { operatorEndpoints } from '../src/api/operator/endpoints.ts';
import { openEndpoints } from '../src/api/operator/people/endpoints.ts';
import { publicEndpoints } from '../src/api/public/endpoints.ts';
import type { Role } from '../src/domain/people/audit.ts';

/** An operation of one of the four interfaces, with all that a request is made from. */
export interface Operation extends Pick<Description, 'method' | 'operationId' | 'params' | 'query' | 'takesKey'> {
  readonly face: 'merchant' | 'operator' | 'public' | 'device';
  /** With the interface's prefix; parameters as `:id`. */
  readonly path: string;
  /** Who may call it, of people at work; empty where nobody has to be signed in. */
  readonly roles: readonly Role[];
  readonly body: RequestBody;
  /** The answer has no end. */
  readonly isStream: boolean;
}

type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json' | 'multipart'; readonly schema: TSchema; readonly examples: readonly object[] }
  | { readonly kind: 'csv' | 'bytes'; readonly examples: readonly string[] };

export const operations: readonly Operation[] = [
  ...merchantEndpoints.flatMap((one) =>
    [one, ...asJson(one)].map((way) => operationOf('merchant', '/api/merchant', way)),
  ),
  ...operatorEndpoints.map((one) => operationOf('operator', '/api/operator', one, one.roles)),
  ...openEndpoints.map((one) => operationOf('operator', '/api/operator', one)),
  ...publicEndpoints.map((one) => operationOf('public', '/api/public', one)),
  ...deviceEndpoints.map((one) => operationOf('device', '/api/devices', one)),
];

/** A form whose file may be left out comes both ways. */
function asJson(described: Description): readonly Description[] {
  const { body, example } = described;
  if (body?.kind !== 'multipart' || body.withoutFile === undefined) return [];
  const { json, example: said } = body.withoutFile;
  return [
    {
      ...described,
      body: { kind: 'json', schema: json },
      ...(example === undefined ? {} : { example: { ...example, body: said } }),
    },
  ];
}

function operationOf(
  face: Operation['face'],
  prefix: string,
  described: Description,
  roles: readonly Role[] = [],
): Operation {
  const { method, operationId, params, query, takesKey, response } = described;
  return {
    face,
    method,
    operationId,
    path: prefix + described.path,
    roles,
    body: bodyOf(described),
    isStream: isKindOfAnswer(response) && response.answers === 'events',
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { query }),
    ...(takesKey === undefined ? {} : { takesKey }),
  };
}

function bodyOf({ body, example, examples = {} }: Description): RequestBody {
  if (body === undefined || body.kind === 'ignored') return { kind: 'none' };
  const given = [example, ...Object.values(examples)].flatMap((one) => one?.body ?? []);
  if (body.kind === 'csv' || body.kind === 'bytes') {
    return { kind: body.kind, examples: given.filter((one) => typeof one === 'string') };
  }
  return {
    kind: body.kind,
    schema: body.schema,
    examples: given.filter((one): one is object => typeof one === 'object' && one !== null),
  };
}
