import { type Answer, ApiError, type Input } from './api/client.ts';

/** The browser's side of passkeys: its interface speaks of bytes, the service of base64url. */
type RequestOptions = Answer<'beginPasskeySignIn'>;
type CreationOptions = Answer<'beginPasskey'>;
type Assertion = NonNullable<Input<'giveProof'>['body']>['passkey'];
type Attestation = NonNullable<Input<'addPasskey'>['body']>['passkey'];

/** `insecure`: browsers want https, or this machine by its name. */
export function passkeyState(): 'ready' | 'insecure' | 'unsupported' {
  const { hostname } = window.location;
  const isNumeric = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  if (!window.isSecureContext || isNumeric) return 'insecure';
  return 'PublicKeyCredential' in window ? 'ready' : 'unsupported';
}

/** Of a page on this very machine, the address on which passkeys work; null where there is none. */
export function localNamedPage(): string | null {
  const url = new URL(window.location.href);
  if (!/^(127\.[\d.]+|\[::1\])$/.test(url.hostname)) return null;
  url.hostname = 'localhost';
  return url.href;
}

/** Lets the person choose a passkey and use it. */
export async function showPasskey(options: RequestOptions): Promise<Assertion> {
  const { challenge, rpId, timeout, allowCredentials } = options;
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: bytesOf(challenge),
    rpId,
    timeout,
    userVerification: options.userVerification as UserVerificationRequirement,
    allowCredentials: allowCredentials.map(descriptorOf),
  };
  const { id, response } = await asked(() => navigator.credentials.get({ publicKey }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  return {
    id,
    response: {
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      userHandle: userHandle === null ? null : textOf(userHandle),
    },
  };
}

export async function createPasskey(options: CreationOptions): Promise<Attestation> {
  const { challenge, rp, user, timeout, pubKeyCredParams, excludeCredentials, authenticatorSelection } = options;
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: bytesOf(challenge),
    rp,
    user: { ...user, id: bytesOf(user.id) },
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
    timeout,
    attestation: 'none',
    excludeCredentials: excludeCredentials.map(descriptorOf),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: authenticatorSelection.userVerification as UserVerificationRequirement,
    },
  };
  const { id, response } = await asked(() => navigator.credentials.create({ publicKey }));
  const attested = response as AuthenticatorAttestationResponse;
  return {
    id,
    response: {
      clientDataJSON: textOf(attested.clientDataJSON),
      attestationObject: textOf(attested.attestationObject),
      // Older browsers do not say.
      transports: attested.getTransports?.() ?? [],
    },
  };
}

/** A request by what it is: what a passkey is shown for. */
export async function hashOfAct(act: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(act));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Browsers do not say why there is nothing: the person may have thought better of it. */
async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') {
      throw new ApiError(400, [{ code: 'passkey_known', message: 'This passkey has been added already.' }]);
    }
    if (!(error instanceof DOMException)) throw error;
  }
  throw new ApiError(400, [{ code: 'passkey_canceled', message: 'The passkey was not used.' }]);
}

function descriptorOf({ id, transports }: RequestOptions['allowCredentials'][number]): PublicKeyCredentialDescriptor {
  return { type: 'public-key', id: bytesOf(id), transports: transports as AuthenticatorTransport[] };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
