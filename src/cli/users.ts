import { text as readAll } from 'node:stream/consumers';
import { type Role, roles } from '../domain/people/audit.ts';
import { hasSecondFactor, loginPattern, passwordCharactersMin, type User } from '../domain/people/people.ts';
import { AppError } from '../errors/app-error.ts';
import { changeUser as changeUserAct } from '../settings/people/change-user.ts';
import { createUser } from '../settings/people/create-user.ts';
import { createEnrolmentCode } from '../settings/people/enrolment-codes.ts';
import { removeSecondFactor } from '../settings/people/remove-second-factor.ts';
import { findLogin, listUsers } from '../storage/reads/people/people-reads.ts';
import { type CliCall, type CliCommand, table, UsageError } from './command-line.ts';
import { madePassword } from './made-password.ts';
import { byCli, type CliSession, numberOption, reasonOption, settingsOf, textOption, withDatabase } from './session.ts';

const passwordOptions = {
  'password-stdin': { text: 'read the password from the standard input; without this one is made and shown once' },
} as const;

const login = { name: 'login', text: 'the name to sign in with, in lower case' } as const;

const create: CliCommand = {
  name: 'user create',
  summary: 'Create a user: the first operator, or any other',
  words: [login],
  options: {
    role: { value: 'role', text: 'operator (when absent), maker or merchant' },
    name: { value: 'text', text: 'the name people see' },
    maker: { value: 'id', text: 'the maker that the user belongs to; for the role maker' },
    merchant: { value: 'id', text: 'the merchant that the user belongs to; for the role merchant' },
    ...passwordOptions,
    ...reasonOption,
  },
  async run(call) {
    const role = (textOption(call, 'role') ?? 'operator') as Role;
    if (!Object.hasOwn(roles, role))
      throw new UsageError(`--role is "${role}"; give ${Object.keys(roles).join(', ')}.`);
    const name = call.words[0] ?? '';
    if (!new RegExp(loginPattern).test(name)) {
      throw new UsageError(`The login "${name}" has other characters than a-z, 0-9 and ._@+-, or is too short.`);
    }
    const owner = { makerId: numberOption(call, 'maker') ?? null, merchantId: numberOption(call, 'merchant') ?? null };
    requireOwner(role, owner);
    const { password, isMade } = await readPassword(call);
    const created = { login: name, name: textOption(call, 'name') ?? name, role, ...owner, password };
    // The first operator of a new service may be made before anything else.
    const create = (session: CliSession) => settingsOf(session).run(createUser, created, byCli(call));
    const user = await withDatabase(call, create, 'create');
    return withSecrets(`Created ${role} ${name}.`, user, isMade ? password : null);
  },
};

const list: CliCommand = {
  name: 'user list',
  summary: 'List all users',
  async run(call) {
    const users = await withDatabase(call, allUsers);
    const rows = users.map((user) => [
      String(user.id),
      user.login,
      user.role,
      hasSecondFactor(user) ? 'second factor' : 'password only',
      user.isDisabled ? 'disabled' : '',
    ]);
    return { text: `${table(rows)}\n`, data: users };
  },
};

const disable: CliCommand = {
  name: 'user disable',
  summary: 'Disable a user, and end all sessions and tokens of the user at once',
  words: [login],
  options: { ...reasonOption },
  async run(call) {
    const user = await changeUser(call, { isDisabled: true });
    return withSecrets(`${user.login} is disabled and signed out everywhere.`, user);
  },
};

const setPassword: CliCommand = {
  name: 'user password',
  summary: 'Give a user a new password, and end all sessions and tokens of the user',
  words: [login],
  options: { ...passwordOptions, ...reasonOption },
  async run(call) {
    const { password, isMade } = await readPassword(call);
    const user = await changeUser(call, { password });
    return withSecrets(`${user.login} has a new password.`, user, isMade ? password : null);
  },
};

const resetFactor: CliCommand = {
  name: 'user reset-factor',
  summary: 'Remove the authenticator app and all passkeys of a user, and end all sessions of the user',
  words: [login],
  options: { ...reasonOption },
  async run(call) {
    const user = await withDatabase(call, async (session) => {
      const { id } = await findUser(call, session);
      return await settingsOf(session).run(removeSecondFactor, { userId: id }, byCli(call));
    });
    return withSecrets(`${user.login} signs in with the password alone and sets up a new second factor.`, user);
  },
};

const enrolmentCode: CliCommand = {
  name: 'user enrolment-code',
  summary: 'Let a user without a second factor set one up: a code that works for a week, once, in production',
  words: [login],
  options: { ...reasonOption },
  async run(call) {
    const { user, secret } = await withDatabase(call, async (session) => {
      const user = await findUser(call, session);
      return { user, ...(await settingsOf(session).run(createEnrolmentCode, { userId: user.id }, byCli(call))) };
    });
    const text = secret === null ? 'In the sandbox nobody needs a code.' : `${user.login} can set up a second factor.`;
    return withSecrets(text, { ...user, secret });
  },
};

export const userCommands: readonly CliCommand[] = [create, list, disable, setPassword, resetFactor, enrolmentCode];

function requireOwner(role: Role, owner: { makerId: number | null; merchantId: number | null }): void {
  if ((role === 'maker') !== (owner.makerId !== null)) {
    throw new UsageError('The role maker goes with --maker, and no other role does.');
  }
  if ((role === 'merchant') !== (owner.merchantId !== null)) {
    throw new UsageError('The role merchant goes with --merchant, and no other role does.');
  }
}

async function changeUser(
  call: CliCall,
  change: { readonly isDisabled?: boolean; readonly password?: string },
): Promise<LetIn> {
  return await withDatabase(call, async (session) => {
    const { id } = await findUser(call, session);
    return await settingsOf(session).run(changeUserAct, { id, ...change }, byCli(call));
  });
}

async function findUser(call: CliCall, { pool }: CliSession): Promise<User> {
  const found = await findLogin(pool, call.words[0] ?? '');
  if (found === null) throw new AppError('not_found', { field: 'login' });
  return found;
}

const usersPerPage = 500;

async function allUsers({ pool }: CliSession): Promise<User[]> {
  const users: User[] = [];
  for (;;) {
    const page = await listUsers(pool, { after: users.at(-1)?.id ?? 0, limit: usersPerPage });
    users.push(...page);
    if (page.length < usersPerPage) return users;
  }
}

/** Never an argument: the list of processes shows those to everybody. */
async function readPassword(call: CliCall): Promise<{ password: string; isMade: boolean }> {
  if (call.options['password-stdin'] !== true) return { password: madePassword(), isMade: true };
  const password = (await readAll(process.stdin)).split('\n')[0] ?? '';
  if (password.length < passwordCharactersMin) {
    throw new UsageError(`The password is too short; give at least ${passwordCharactersMin} characters.`);
  }
  return { password, isMade: false };
}

/** With the code that the act has made; null where none is needed. */
type LetIn = User & { readonly secret: string | null };

function withSecrets(text: string, { secret: enrolmentCode, ...user }: LetIn, password: string | null = null) {
  const shown = password === null ? '' : `Password, shown this once: ${password}\n`;
  const code =
    enrolmentCode === null ? '' : `Code for setting up the second factor, shown this once: ${enrolmentCode}\n`;
  const data = {
    ...user,
    ...(password === null ? {} : { password }),
    ...(enrolmentCode === null ? {} : { enrolmentCode }),
  };
  return { text: `${text}\n${shown}${code}`, data };
}
