import type { Mutant } from './mutant.ts';

const stolen = 'test/attacks/stolen-keys.test.ts';
const passwordAlone = 'test/attacks/password-alone.test.ts';
const masterKeys = 'test/storage/master-keys.test.ts';

/** A key that does more than it may, and secrets that a former master key is still needed for. */
export const keyMutants: readonly Mutant[] = [
  {
    name: 'sent-without-a-proof',
    mistake: 'a stolen session says that a withdrawal was sent',
    file: 'src/api/operator/withdrawals/withdrawal-work.ts',
    text: '  needsFreshProof: true,\n  params: { id: withdrawalInPath },\n  body: json(SendWithdrawalBody),',
    replacement: '  params: { id: withdrawalInPath },\n  body: json(SendWithdrawalBody),',
    test: { file: 'test/attacks/single-hands.test.ts', name: 'says of no withdrawal that it was sent' },
  },
  {
    name: 'warnings-off-without-a-proof',
    mistake: 'a stolen session silences what its owner would be warned by',
    file: 'src/api/operator/alerts/wishes.ts',
    text: '  needsFreshProof: true,\n',
    replacement: '',
    test: { file: 'test/attacks/single-hands.test.ts', name: 'takes away no address at which its owner is told' },
  },
  {
    name: 'sessions-end-one-by-one',
    mistake: 'a stolen session ends the others one by one, in which its owner would see it',
    file: 'src/api/operator/people/sessions.ts',
    text: '  needsFreshProof: true,\n  worksWithoutSecondFactor: true,\n  params',
    replacement: '  worksWithoutSecondFactor: true,\n  params',
    test: { file: 'test/attacks/single-hands.test.ts', name: 'ends none of the sessions in which its owner would' },
  },
  {
    name: 'passkey-without-an-enrolment-code',
    mistake: 'a thief of the password adds a first passkey',
    file: 'src/api/operator/people/passkeys.ts',
    text: '    await requireMayEnrol(call, call.body.enrolmentCode);',
    replacement: '',
    test: { file: passwordAlone, name: 'sets up no second factor, neither its own nor the one of the business' },
  },
  {
    name: 'code-to-an-address-of-the-thiefs-own',
    mistake: 'a thief of the password adds a mail address and has an enrolment code sent there',
    file: 'src/storage/settings/people/enrolment-codes.ts',
    text: ' and is_proven and',
    replacement: ' and',
    test: { file: passwordAlone, name: 'is sent no code at an address that it has added and confirmed itself' },
  },
  {
    name: 'scope-of-a-key-not-looked-at',
    mistake: 'a key for reading pays out',
    file: 'src/api/merchant/key-gate.ts',
    text: '  requireOneScope(apiKey, possibleScopes(scope));',
    replacement: '',
    test: { file: stolen, name: 'does what its scope read says and nothing else' },
  },
  {
    name: 'scope-of-an-invoice-not-looked-at',
    mistake: 'a key for payins cancels and disputes payouts',
    file: 'src/api/merchant/key-gate.ts',
    text: 'if (needed !== null) requireOneScope(apiKey, [needed]);',
    replacement: 'if (needed !== null) requireOneScope(apiKey, possibleScopes(scope));',
    test: { file: stolen, name: 'does what its scope payin says and nothing else' },
  },
  {
    name: 'address-of-a-key-not-looked-at',
    mistake: 'a stolen key works from any address',
    file: 'src/api/merchant/key-gate.ts',
    text: 'if (apiKey.addresses.length > 0) requireKeyAddress(apiKey, bareAddress(request.ip));',
    replacement: '',
    test: { file: stolen, name: 'works from these and from nowhere else, however the address is written' },
  },
  {
    name: 'limit-for-a-shared-secret-costs-a-code',
    mistake: "a limit for a key that shares the merchant's secret is refused after the two-factor code was spent",
    file: 'src/api/operator/merchants/api-keys.ts',
    text: '    if (known?.storeId === storeId) requireOwnSecret({ ...known, hasOwnSecret: known.secret !== null }, limits);\n',
    replacement: '',
    test: { file: stolen, name: 'limiting that is refused, because it would bind nobody' },
  },
  {
    name: 'merchants-secret-signs-for-any-key',
    mistake: 'a key with a secret of its own is signed for with that of the merchant',
    file: 'src/http/authentication.ts',
    text: 'return own === null ? validSecrets(merchant, now) : [own];',
    replacement: 'return own === null ? validSecrets(merchant, now) : [own, ...validSecrets(merchant, now)];',
    test: { file: stolen, name: 'cannot sign for the other keys of the store, nor they for it' },
  },
  {
    name: 'replaced-key-lives-on',
    mistake: 'a key that was replaced works for ever',
    file: 'src/storage/settings/merchants/api-keys.ts',
    text: 'update api_keys set valid_until = least(valid_until, $2) where key = $1',
    replacement: 'update api_keys set valid_until = valid_until where key = $1 and $2::timestamptz is not null',
    test: { file: stolen, name: 'stops working when it is revoked, and when its successor takes over' },
  },
  {
    name: 'rotation-finished-too-soon',
    mistake: 'a rotation of the master key is called finished while a box is left under the former one',
    file: 'src/storage/secrets/master-keys.ts',
    text: 'for (const { keyId, count } of counts) sums.set(keyId, (sums.get(keyId) ?? 0) + count);',
    replacement: 'for (const { keyId } of counts) sums.set(keyId, 0);',
    test: { file: masterKeys, name: 'leaves a box that does not open as it is, says which, and is not finished' },
  },
  {
    name: 'process-without-the-new-key-not-waited-for',
    mistake: 'a new master key comes into use while a running process cannot open what it seals',
    file: 'src/storage/secrets/master-keys.ts',
    text: 'from service_processes where seen_at > now()',
    replacement: 'from service_processes where seen_at < now()',
    test: { file: masterKeys, name: 'waits for processes that lack the new key, and changes nothing before that' },
  },
];
