import { Type } from 'typebox';
import { accessNewsKinds } from '../../../domain/alerts/told-kinds.ts';
import { demoSecrets } from '../../../domain/installation/demo-secrets.ts';
import { needsEnrolmentCode } from '../../../domain/people/enrolment.ts';
import { lacksSecondFactor, tokensEndingUntil, type User } from '../../../domain/people/people.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import {
  countEndingTokens,
  findEnrolmentMail,
  listAccessNews,
  listNewDevices,
} from '../../../storage/reads/people/people-reads.ts';
import { at } from '../../examples.ts';
import { oneOf } from '../../schemas.ts';
import { everybody, readsOf } from '../endpoint.ts';
import { figure, flag, nullable, words } from '../fields.ts';
import { sessionHashOf } from './cookies.ts';
import { exampleOperator, UserShape, userDTO } from './user-shape.ts';

const read = readsOf({ tag: 'People and access', roles: everybody });

const NewDeviceShape = Type.Object({
  address: words('The address of the machine'),
  userAgent: words('The program that signed in'),
  at: words('When it was'),
});

const AccessNewsShape = Type.Object({
  what: oneOf(accessNewsKinds, 'What has changed'),
  by: words('The login of who did it; `cli` for somebody at the machine'),
  at: words('When it was'),
});

export const whoAmI = read({
  path: '/me',
  operationId: 'whoAmI',
  summary: 'Read the signed-in user',
  description: 'Other sites can make a browser ask, but cannot read the answer: so it may hold the CSRF token.',
  worksWithoutSecondFactor: true,
  response: Type.Object({
    ...UserShape.properties,
    mode: Type.Enum(['sandbox', 'production'], {
      description: '`sandbox` has a demo world; `production` wants a second factor of operators',
    }),
    mustSetUpSecondFactor: flag('Nothing else is open before that'),
    needsEnrolmentCode: flag('Whether a first second factor needs an enrolment code'),
    enrolmentMail: nullable(
      words('Such as m…@shop.com'),
      'Where `mailEnrolmentCode` would send one; null: ask the operator',
    ),
    accessNews: Type.Array(AccessNewsShape, {
      description: 'What has changed about how you sign in since this device was told; the newest first, five at most',
    }),
    tokensEndSoon: figure('How many of your tokens end within two weeks'),
    newDevices: Type.Array(NewDeviceShape, {
      description:
        'On which devices you have signed in for the first time since this one was told; the newest first, five at most',
    }),
    csrfToken: nullable(Type.String(), 'Send it as `X-CSRF-Token` with every change'),
  }),
  example: {
    answer: {
      ...exampleOperator,
      mode: 'production',
      mustSetUpSecondFactor: false,
      needsEnrolmentCode: false,
      enrolmentMail: null,
      accessNews: [{ what: 'password', by: 'boris', at: at('11:57:00') }],
      tokensEndSoon: 0,
      newDevices: [{ address: '203.0.113.7', userAgent: 'Mozilla/5.0', at: at('11:58:00') }],
      csrfToken: 'the-csrf-token-of-this-session',
    },
  },
  async handle({ context, request, signedIn }) {
    const now = context.clock();
    const isTold = signedIn.csrfToken !== null && !isEverybodys(signedIn.user, context.mode);
    const { pool, mode, told } = context;
    const devices = isTold ? await listNewDevices(pool, sessionHashOf(request)) : [];
    const news = isTold ? await listAccessNews(pool, sessionHashOf(request)) : [];
    const needsCode = signedIn.scopes === null && needsEnrolmentCode(signedIn.user, mode);
    const canMail = needsCode && told.offered.includes('email');
    return {
      ...userDTO(signedIn.user),
      mode: context.mode,
      needsEnrolmentCode: needsCode,
      enrolmentMail: canMail ? await findEnrolmentMail(pool, signedIn.user.id) : null,
      accessNews: news.map((one) => ({ ...one, at: formatTimestamp(one.at) })),
      mustSetUpSecondFactor: lacksSecondFactor(signedIn.user, context.mode, signedIn.rules),
      tokensEndSoon: await countEndingTokens(context.pool, signedIn.user.id, { from: now, to: tokensEndingUntil(now) }),
      newDevices: devices.map((device) => ({ ...device, at: formatTimestamp(device.at) })),
      csrfToken: signedIn.csrfToken,
    };
  },
});

/** Everybody signs in as the people of the demo world: each would be told of all the others. */
function isEverybodys({ login }: User, mode: 'sandbox' | 'production'): boolean {
  return mode === 'sandbox' && Object.values(demoSecrets.people).some((person) => person.login === login);
}
