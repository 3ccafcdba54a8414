import { Type } from 'typebox';
import {
  allKeyScopes,
  type KeyScope,
  keyAddressesMax,
  keyNameCharactersMax,
} from '../../../domain/merchants/api-key.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import type { ErrorCode } from '../../../errors/app-error.ts';
import type { ListedApiKey } from '../../../storage/reads/merchants/api-key-reads.ts';
import { at } from '../../examples.ts';
import { textInPath } from '../../parameters.ts';
import type { ShapeOf } from '../../schemas.ts';
import { flag, integer, note, nullable, timestampOrNull, words } from '../fields.ts';

export const keyInPath = textInPath('API key of the store', 'store-key');

const Scope = Type.Unsafe<KeyScope>({
  type: 'string',
  enum: allKeyScopes,
  'x-error-code': 'invalid_choice',
  description: 'What the key may do',
});

/** What a request may set of a key. */
export const keySettings = {
  name: note(keyNameCharactersMax, 'For people: which server uses it'),
  scopes: Type.Optional(
    Type.Array(Scope, {
      maxItems: 10,
      description: 'What the key may do: `read`, `payin`, `payout`, `withdraw`. All of them when absent',
    }),
  ),
  addresses: Type.Optional(
    Type.Array(Type.String({ maxLength: 64, examples: ['203.0.113.0/24'] }), {
      maxItems: keyAddressesMax,
      description: 'IPv4 and IPv6 addresses or ranges it may be used from; none: from anywhere',
    }),
  ),
};

export const keySettingRefusals: readonly ErrorCode[] = ['invalid_choice', 'invalid_address_range'];

export const overlapHours = integer(0, 720, 'How long the former one stays valid; 0 ends it at once');

export const MadeKey = Type.Object({
  key: words('API key of the store'),
  secret: nullable(Type.String(), "What the key signs with, shown here only; null: the merchant's secret"),
});

export const KeyShape = Type.Object({
  key: words('API key of the store'),
  name: words('For people'),
  scopes: Type.Array(Scope, { description: 'What it may do' }),
  addresses: Type.Array(Type.String(), { description: 'From where it may be used; none: from anywhere' }),
  hasOwnSecret: flag(
    "Whether it signs with a secret of its own, not with the merchant's. A limited key without one was limited by an earlier release: replace it",
  ),
  createdAt: words('When it was made'),
  lastUsedAt: nullable(Type.String(), 'When it was last used, a few seconds late; null: never'),
  lastUsedFrom: nullable(Type.String(), 'The address it was last used from'),
  validUntil: nullable(Type.String(), 'When it ends, because another one replaces it; null: it does not'),
  revokedAt: nullable(Type.String(), 'When it was revoked; null while it is valid'),
});

export const exampleKey: ShapeOf<typeof KeyShape> = {
  key: 'store-key',
  name: 'Web shop',
  scopes: ['read', 'payin'],
  addresses: ['203.0.113.0/24'],
  hasOwnSecret: true,
  createdAt: at('09:00:00'),
  lastUsedAt: at('12:00:00'),
  lastUsedFrom: '203.0.113.7',
  validUntil: null,
  revokedAt: null,
};

export function keyDTO(key: ListedApiKey): ShapeOf<typeof KeyShape> {
  const { scopes, addresses, hasOwnSecret, createdAt, usedAt, usedFrom, validUntil, revokedAt } = key;
  return {
    key: key.key,
    name: key.name,
    scopes: [...scopes],
    addresses: [...addresses],
    hasOwnSecret,
    createdAt: formatTimestamp(createdAt),
    lastUsedAt: timestampOrNull(usedAt),
    lastUsedFrom: usedFrom,
    validUntil: timestampOrNull(validUntil),
    revokedAt: timestampOrNull(revokedAt),
  };
}
