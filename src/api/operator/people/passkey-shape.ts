import { Type } from 'typebox';
import { type Passkey, passkeyNameCharactersMax } from '../../../domain/people/passkeys.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { at } from '../../examples.ts';
import type { ShapeOf } from '../../schemas.ts';
import { figure, flag, note, nullable, text, timestampOrNull, words } from '../fields.ts';

/** Bytes as browsers write them in JSON. What is longer than any authenticator makes is refused. */
function bytes(lengthMax: number, description: string) {
  return Type.String({
    minLength: 1,
    maxLength: lengthMax,
    pattern: '^[\\w-]+$',
    'x-error-code': 'blank',
    description,
  });
}

const credentialId = bytes(1_400, 'ID of the credential, base64url');
const clientData = bytes(4_000, 'What the browser says it was asked, base64url');

/** `PublicKeyCredential.toJSON()` of what `navigator.credentials.get` gives. Other fields are ignored. */
export const Assertion = Type.Object(
  {
    id: credentialId,
    response: Type.Object(
      {
        clientDataJSON: clientData,
        authenticatorData: bytes(4_000, 'What the authenticator says, base64url'),
        signature: bytes(8_000, 'Over both, base64url'),
        userHandle: note(200, 'How the passkey names its person'),
      },
      { description: 'What the authenticator answered' },
    ),
  },
  { description: 'What `navigator.credentials.get` gave, as JSON' },
);

/** The same of `navigator.credentials.create`. */
export const Attestation = Type.Object(
  {
    id: credentialId,
    response: Type.Object(
      {
        clientDataJSON: clientData,
        attestationObject: bytes(20_000, 'The new key, base64url'),
        transports: Type.Optional(
          Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10, description: 'How the authenticator is reached' }),
        ),
      },
      { description: 'What the authenticator answered' },
    ),
  },
  { description: 'What `navigator.credentials.create` gave, as JSON' },
);

const Descriptor = Type.Object({
  type: words('Always `public-key`'),
  id: words('ID of a credential, base64url'),
  transports: Type.Array(Type.String(), { description: 'How the authenticator is reached' }),
});

/** As `PublicKeyCredential.parseRequestOptionsFromJSON` takes it. */
export const RequestOptions = Type.Object({
  challenge: words('To be signed; it works once, for five minutes'),
  rpId: words('The host that the passkey is bound to'),
  timeout: figure('Milliseconds'),
  userVerification: words('Whether the authenticator has to ask for a PIN or a fingerprint'),
  allowCredentials: Type.Array(Descriptor, { description: 'Which passkeys; empty: the person chooses' }),
});

/** As `PublicKeyCredential.parseCreationOptionsFromJSON` takes it. */
export const CreationOptions = Type.Object({
  challenge: words('To be signed; it works once, for five minutes'),
  rp: Type.Object(
    { id: words('The host that the passkey is bound to'), name: words('For people') },
    { description: 'The service' },
  ),
  user: Type.Object(
    { id: words('How the passkey names you'), name: words('Your login'), displayName: words('For people') },
    { description: 'You' },
  ),
  pubKeyCredParams: Type.Array(Type.Object({ type: words('Always `public-key`'), alg: figure('COSE algorithm') }), {
    description: 'The kinds of keys that are taken, the best first',
  }),
  timeout: figure('Milliseconds'),
  attestation: words('Always `none`'),
  excludeCredentials: Type.Array(Descriptor, { description: 'Those you have' }),
  authenticatorSelection: Type.Object(
    {
      residentKey: words('Always `required`: a passkey can be chosen without a login'),
      userVerification: words('Whether the authenticator has to ask for a PIN or a fingerprint'),
    },
    { description: 'Which authenticators are taken' },
  ),
});

export const PasskeyName = text(passkeyNameCharactersMax, 'For you: where it is');

export const PasskeyShape = Type.Object({
  id: figure('ID'),
  name: words('For you: where it is'),
  createdAt: words('When it was made'),
  lastUsedAt: nullable(Type.String(), 'When it was last used'),
  isSuspected: flag('Its counter went back, so there is a copy of it: it opens nothing any more'),
});

export function passkeyDTO(passkey: Passkey): ShapeOf<typeof PasskeyShape> {
  const { id, name, createdAt, lastUsedAt, suspectedAt } = passkey;
  return {
    id,
    name,
    createdAt: formatTimestamp(createdAt),
    lastUsedAt: timestampOrNull(lastUsedAt),
    isSuspected: suspectedAt !== null,
  };
}

export const examplePasskey: ShapeOf<typeof PasskeyShape> = {
  id: 1,
  name: 'Laptop',
  createdAt: at('08:00:00'),
  lastUsedAt: at('11:58:00'),
  isSuspected: false,
};

const exampleChallenge = 'pX1f0c8mC3lq7Zr2kT9uV5wY6aB4dE8gH0jK2nM1oQs';
const exampleClientData = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoicFgxZjBjOG0ifQ';

export const exampleAssertion: ShapeOf<typeof Assertion> = {
  id: 'mC3lq7Zr2kT9uV5wY6aB4dE8gH0',
  response: {
    clientDataJSON: exampleClientData,
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MdAAAAAQ',
    signature: 'MEUCIQDz0c8mC3lq7Zr2kT9uV5wY6aB4dE8gH0',
  },
};

export const exampleAttestation: ShapeOf<typeof Attestation> = {
  id: exampleAssertion.id,
  response: {
    clientDataJSON: exampleClientData,
    attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oA',
    transports: ['internal'],
  },
};

export const exampleRequestOptions: ShapeOf<typeof RequestOptions> = {
  challenge: exampleChallenge,
  rpId: 'pay.example.com',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
};

export const exampleCreationOptions: ShapeOf<typeof CreationOptions> = {
  challenge: exampleChallenge,
  rp: { id: 'pay.example.com', name: 'Quittance' },
  user: { id: 'AZPwAAAAcACAAAAAAAAAAQ', name: 'anna', displayName: 'Anna' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
};
