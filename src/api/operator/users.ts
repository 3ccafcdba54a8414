import { type Static, Type } from 'typebox';
import { roles } from '../../domain/audit.ts';
import { loginPattern } from '../../domain/people.ts';
import { changeUser as changeUserAct } from '../../settings/change-user.ts';
import { createUser as createUserAct } from '../../settings/create-user.ts';
import { removeSecondFactor as removeSecondFactorAct } from '../../settings/remove-second-factor.ts';
import { listUsers } from '../../storage/reads/people-reads.ts';
import type { OperatorCall, OperatorEndpoint } from './endpoint.ts';
import {
  idOf,
  integer,
  list,
  nullable,
  optionalText,
  Password,
  pageAnswer,
  pageOf,
  pageQuery,
  Reason,
} from './fields.ts';
import { userDTO } from './sign-in.ts';

/** Who may use the service. Operators only, and each change with a reason. */
const access = { roles: ['operator'], scope: 'access' } as const;

export const User = Type.Object({
  id: Type.Integer(),
  login: Type.String(),
  name: Type.String(),
  role: Type.Enum(Object.keys(roles)),
  makerId: nullable(Type.Integer()),
  merchantId: nullable(Type.Integer()),
  hasSecondFactor: Type.Boolean(),
  isDisabled: Type.Boolean(),
});

const NewUser = Type.Object({
  login: Type.String({ minLength: 1, maxLength: 100, pattern: loginPattern, 'x-error-code': 'invalid_login' }),
  name: optionalText(200),
  role: Type.Enum(Object.keys(roles) as (keyof typeof roles)[]),
  makerId: Type.Optional(nullable(integer(1, 2_147_483_647))),
  merchantId: Type.Optional(nullable(integer(1, 2_147_483_647))),
  password: Password,
  reason: Reason,
});

const createUser: OperatorEndpoint = {
  ...access,
  method: 'POST',
  path: '/users',
  operationId: 'createUser',
  summary: 'Create a user',
  body: { kind: 'json', schema: NewUser },
  response: User,
  async handle(call) {
    const body = call.request.body as Static<typeof NewUser>;
    const { reason, name = '', makerId = null, merchantId = null, ...user } = body;
    const created = { ...user, name, makerId, merchantId };
    return userDTO(await call.context.settings.run(createUserAct, created, byOf(call, reason)));
  },
};

const users: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'read',
  method: 'GET',
  path: '/users',
  operationId: 'listUsers',
  summary: 'List users',
  query: pageQuery,
  response: list(User),
  async handle({ context, request }) {
    const page = pageOf(request);
    return pageAnswer(await listUsers(context.pool, page), page, userDTO);
  },
};

const UserChange = Type.Object({
  name: optionalText(200),
  isDisabled: Type.Optional(Type.Boolean()),
  password: Type.Optional(Password),
  reason: Reason,
});

const changeUser: OperatorEndpoint = {
  ...access,
  method: 'PATCH',
  path: '/users/:id',
  operationId: 'changeUser',
  summary: 'Change a user',
  description: 'A new password, or being disabled, ends all sessions of the user. Nobody can disable themselves.',
  body: { kind: 'json', schema: UserChange },
  response: User,
  async handle(call) {
    const { reason, ...change } = call.request.body as Static<typeof UserChange>;
    const id = idOf(call.request);
    const user = await call.context.settings.run(changeUserAct, { id, ...change }, byOf(call, reason));
    call.context.announce([`session u${id}`]);
    return userDTO(user);
  },
};

export const WithReasonBody = Type.Object({ reason: Reason });

const removeSecondFactor: OperatorEndpoint = {
  ...access,
  method: 'DELETE',
  path: '/users/:id/second-factor',
  operationId: 'removeSecondFactor',
  summary: "Remove a user's second factor",
  description: 'For a lost phone. Ends all sessions of the user. Another operator has to do it for an operator.',
  body: { kind: 'json', schema: WithReasonBody },
  response: User,
  async handle(call) {
    const { reason } = call.request.body as Static<typeof WithReasonBody>;
    const input = { userId: idOf(call.request) };
    const user = await call.context.settings.run(removeSecondFactorAct, input, byOf(call, reason));
    call.context.announce([`session u${user.id}`]);
    return userDTO(user);
  },
};

export function byOf({ context, actor }: OperatorCall, reason: string) {
  return { actor, reason, at: context.clock() };
}

export const userEndpoints: readonly OperatorEndpoint[] = [createUser, users, changeUser, removeSecondFactor];
