import { type DeviceEndpoint, deviceRefusals } from '../api/devices/endpoint.ts';
import { deviceEndpoints } from '../api/devices/endpoints.ts';
import { type DocumentedEndpoint, operatorRefusals, operatorTags } from '../api/operator/endpoint.ts';
import { operatorEndpoints } from '../api/operator/endpoints.ts';
import { sessionCookie } from '../api/operator/people/cookies.ts';
import { openEndpoints } from '../api/operator/people/endpoints.ts';
import { signOut } from '../api/operator/people/sign-in.ts';
import type { OpenApiDocument, Operation } from './openapi-document.ts';
import { documentPath, operationOf, schemasOf } from './openapi-parts.ts';
import { components } from './openapi-shapes.ts';

/** Everything below /api/operator. Signing in and out come before the session that all others need. */
export const documentedEndpoints: readonly DocumentedEndpoint[] = [...openEndpoints, signOut, ...operatorEndpoints];

/** The OpenAPI 3.1 document of the interface for people, made from the endpoints that serve it. */
export function operatorDocument(serverUrl: string): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of documentedEndpoints) {
    const path = documentPath('/api/operator', endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, serverUrl) };
  }
  for (const endpoint of deviceEndpoints) {
    paths[documentPath('/api/devices', endpoint.path)] = { post: deviceOperation(endpoint, serverUrl) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quittance operator interface',
      version: '1',
      description:
        'For operators, makers and merchants, and for their scripts. A person signs in and sends the session cookie, with ' +
        '`X-CSRF-Token` for changes; a script sends a bearer token. `x-roles` names who may call an operation, `x-scope` what ' +
        'a token needs.',
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries(operatorTags).map(([name, description]) => ({ name, description })),
    security: [{ token: [] }, { session: [], csrf: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: "A script's token, with the scope of the operation" },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'Set by signing in' },
        phone: { type: 'http', scheme: 'bearer', description: 'The token that a phone got when it was paired' },
        csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token', description: 'Given by signing in; not for GET' },
      },
      schemas: components([...documentedEndpoints, ...deviceEndpoints].flatMap(schemasOf)),
    },
  };
}

function deviceOperation(endpoint: DeviceEndpoint, serverUrl: string): Operation {
  const codes = deviceRefusals(endpoint);
  const described = operationOf(endpoint, { codes, serverUrl, statusNames: { 401: 'No phone has this token' } });
  return { ...described, security: [{ phone: [] }] };
}

function operation(endpoint: DocumentedEndpoint, serverUrl: string): Operation {
  const codes = operatorRefusals(endpoint);
  const described = operationOf(endpoint, { codes, serverUrl, statusNames: { 401: 'Not signed in' } });
  if (endpoint.isOpen === true) return { ...described, security: [] };
  const { roles, scope, isForPeople } = endpoint;
  return {
    ...described,
    ...(isForPeople === true ? { security: [{ session: [], csrf: [] }] } : {}),
    'x-roles': roles,
    'x-scope': isForPeople === true ? null : scope,
  };
}
