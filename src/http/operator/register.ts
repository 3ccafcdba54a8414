import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../domain/people.ts';
import { readJson } from '../json-body.ts';
import { authenticatePerson } from './authentication.ts';
import type { OperatorContext, OperatorEndpoint } from './endpoint.ts';
import { operatorEndpoints } from './endpoints.ts';
import { registerSignIn } from './sign-in.ts';

/** The interface for people: /api/operator. */
export function registerOperator(app: FastifyInstance, context: OperatorContext): void {
  app.decorateRequest('signedIn', null);
  registerSignIn(app, context);
  const isHere = ({ isSandboxOnly }: OperatorEndpoint) => !isSandboxOnly || context.mode === 'sandbox';
  for (const endpoint of operatorEndpoints.filter(isHere)) {
    app.route({
      method: endpoint.method,
      url: `/api/operator${endpoint.path}`,
      ...(endpoint.body?.kind === 'json' ? { schema: { body: endpoint.body.schema } } : {}),
      ...(endpoint.bodyBytesMax === undefined ? {} : { bodyLimit: endpoint.bodyBytesMax }),
      preValidation: async (request) => {
        request.signedIn = await authenticatePerson(context, request, endpoint);
        if (endpoint.body?.kind === 'json') request.body = readJson(request);
      },
      handler: async (request, reply) => {
        const { signedIn } = request;
        if (signedIn === null) throw new Error(`${endpoint.path} has no authentication`);
        return await endpoint.handle({ context, request, reply, signedIn, actor: actorOf(signedIn) });
      },
    });
  }
}
