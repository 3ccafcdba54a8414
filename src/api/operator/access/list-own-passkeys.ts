import { listPasskeys } from '../../../storage/reads/passkey-reads.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { all } from '../paging.ts';
import { examplePasskey, PasskeyShape, passkeyDTO } from './passkey-shape.ts';

export const listOwnPasskeys = endpoint({
  method: 'GET',
  path: '/me/passkeys',
  operationId: 'listOwnPasskeys',
  summary: 'List your passkeys',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  response: all(PasskeyShape),
  refusals: [],
  example: { answer: { items: [examplePasskey] } },
  async handle({ context, signedIn }) {
    return { items: (await listPasskeys(context.pool, signedIn.user.id)).map(passkeyDTO) };
  },
});
