import type { FastifyInstance } from 'fastify';
import type { Concern } from '../../domain/concerns.ts';
import { actorOf, type Scope } from '../../domain/people.ts';
import { readJson } from '../../http/json-body.ts';
import { authenticatePerson } from './authentication.ts';
import type { OperatorContext, OperatorEndpoint } from './endpoint.ts';
import { operatorEndpoints } from './endpoints.ts';
import { registerSignIn } from './sign-in.ts';

/** The interface for people: /api/operator. */
export function registerOperator(app: FastifyInstance, context: OperatorContext): void {
  app.decorateRequest('signedIn', null);
  app.addHook('preClose', async () => context.streams.close());
  registerSignIn(app, context);
  const isHere = ({ isSandboxOnly }: OperatorEndpoint) => !isSandboxOnly || context.mode === 'sandbox';
  for (const endpoint of operatorEndpoints.filter(isHere)) {
    app.route({
      method: endpoint.method,
      url: `/api/operator${endpoint.path}`,
      ...(endpoint.body?.kind === 'json' ? { schema: { body: endpoint.body.schema } } : {}),
      // A stream without a body would stay open for nothing.
      ...(endpoint.isStream === true ? { exposeHeadRoute: false } : {}),
      ...(endpoint.bodyBytesMax === undefined ? {} : { bodyLimit: endpoint.bodyBytesMax }),
      preValidation: async (request) => {
        request.signedIn = await authenticatePerson(context, request, endpoint);
        if (endpoint.body?.kind === 'json') request.body = readJson(request);
      },
      handler: async (request, reply) => {
        const { signedIn } = request;
        if (signedIn === null) throw new Error(`${endpoint.path} has no authentication`);
        const answer = await endpoint.handle({ context, request, reply, signedIn, actor: actorOf(signedIn) });
        if (endpoint.method !== 'GET') context.announce(concernsOfAct(endpoint.scope));
        return answer;
      },
    });
  }
}

/** What people change and the engine does not write is in the log as well, and is the operators' own: users, tokens, feeds. */
function concernsOfAct(scope: Scope): readonly Concern[] {
  return scope === 'settings' || scope === 'access' ? ['audit o', 'settings o'] : ['audit o'];
}
