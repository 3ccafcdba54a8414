import { Type } from 'typebox';
import { roles } from '../../../domain/people/audit.ts';
import { hasSecondFactor, type User } from '../../../domain/people/people.ts';
import { oneOf, type ShapeOf } from '../../schemas.ts';
import { figure, flag, nullable, words } from '../fields.ts';
import { Rights } from '../team/team-shape.ts';
import { HandedCode } from './own-access.ts';

export const UserShape = Type.Object({
  id: figure('ID'),
  login: words('What the person signs in with'),
  name: words('For people'),
  role: oneOf(roles, 'What the person may do'),
  makerId: nullable(Type.Integer(), 'Which maker'),
  merchantId: nullable(Type.Integer(), 'Which merchant'),
  hasSecondFactor: flag('Whether a second factor is set up: an authenticator app or a passkey'),
  hasAuthenticator: flag('Whether an authenticator app is set up'),
  passkeys: figure('How many passkeys there are'),
  isDisabled: flag('True: cannot sign in'),
  rights: nullable(Rights, 'Of a member of a merchant’s team; null: all that the role has'),
});

export function userDTO(user: User): ShapeOf<typeof UserShape> {
  const { id, login, name, role, makerId, merchantId, hasAuthenticator, passkeys, isDisabled } = user;
  const factors = { hasSecondFactor: hasSecondFactor(user), hasAuthenticator, passkeys };
  return { id, login, name, role, makerId, merchantId, ...factors, isDisabled, rights: user.rights };
}

/** For operators who let somebody in. */
export const UserWithCode = Type.Object({ ...UserShape.properties, enrolmentCode: HandedCode });

export function userWithCode(user: User & { readonly secret: string | null }): ShapeOf<typeof UserWithCode> {
  return { ...userDTO(user), enrolmentCode: user.secret };
}

export const exampleUser: ShapeOf<typeof UserShape> = {
  id: 4,
  login: 'boris',
  name: 'Boris',
  role: 'maker',
  makerId: 1,
  merchantId: null,
  hasSecondFactor: false,
  hasAuthenticator: false,
  passkeys: 0,
  isDisabled: false,
  rights: null,
};

export const exampleOperator: ShapeOf<typeof UserShape> = {
  ...exampleUser,
  id: 1,
  login: 'anna',
  name: 'Anna',
  role: 'operator',
  makerId: null,
  hasSecondFactor: true,
  hasAuthenticator: true,
  passkeys: 1,
};
