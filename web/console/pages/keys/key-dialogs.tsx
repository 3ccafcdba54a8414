import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, type Field, field, reason } from '../../ui/act-form.tsx';
import { AreaField, SelectField } from '../../ui/field.tsx';

export type Key = Answer<'listStoreKeys'>['items'][number];
export type MadeKey = Answer<'createStoreKey'>;

export interface OfStore {
  readonly storeId: number;
  /** Asks a merchant for a code where that is needed. */
  readonly codeField: ReactNode;
}

const scopes = ['read', 'payin', 'payout', 'withdraw'] as const;

/** Whether something is refused to it. */
export function isLimited({ scopes: granted, addresses }: Pick<Key, 'scopes' | 'addresses'>): boolean {
  return addresses.length > 0 || granted.length < scopes.length;
}

/** What a key is called, what it may do, and from where. */
function useKeyFields({ name, scopes: granted, addresses }: Pick<Key, 'name' | 'scopes' | 'addresses'>) {
  const words = useText().keys;
  const shown = (
    <AreaField
      name="addresses"
      label={words.addresses}
      hint={words.addressesHint}
      defaultValue={addresses.join('\n')}
    />
  );
  return {
    name: field.text(words.name, { hint: words.nameHint, maxLength: 100, defaultValue: name, required: false }),
    limits: {
      scopes: field.several(
        words.scopes,
        scopes.map((scope) => [scope, words.scopeNames[scope]] as const),
        granted,
      ),
      addresses: field.own(shown, (values) =>
        values
          .text('addresses')
          .split(/[\s,]+/)
          .filter((address) => address !== ''),
      ),
    },
  };
}

/** Why it is done, and a merchant's code. */
export function why(codeField: ReactNode) {
  return { reason, code: field.own(codeField, (values) => values.optional('code')) };
}

interface Creating extends OfStore {
  /** Whether it usually has a secret of its own. */
  readonly isApart: boolean;
  readonly title: string;
  readonly onMade: (made: MadeKey) => void;
}

export function CreateKey({ storeId, codeField, isApart, title, onMade }: Creating): ReactNode {
  const words = useText().keys;
  const { name, limits } = useKeyFields({ name: '', scopes: [...scopes], addresses: [] });
  const { reason: last, code } = why(codeField);
  return (
    <ActButton
      operation="createStoreKey"
      path={{ id: storeId }}
      words={{ title, submit: words.create, done: words.created }}
      fields={{
        name,
        ...limits,
        hasOwnSecret: field.flag(words.ownSecret, isApart),
        reason: field.below(<p className="hint">{words.ownSecretHint}</p>, last),
        code,
      }}
      onDone={onMade}
    />
  );
}

interface OfKey extends OfStore {
  readonly apiKey: Key;
}

export function ChangeKey({ storeId, codeField, apiKey }: OfKey): ReactNode {
  const words = useText().keys;
  const { name, limits } = useKeyFields(apiKey);
  const { reason: last, code } = why(codeField);
  const canBeLimited = apiKey.hasOwnSecret || isLimited(apiKey);
  return (
    <ActButton
      operation="changeStoreKey"
      path={{ id: storeId, key: apiKey.key }}
      words={words.change}
      fields={{
        name,
        ...(canBeLimited ? limits : {}),
        reason: canBeLimited ? last : field.below(<p className="notice">{words.cannotLimit}</p>, last),
        code,
      }}
      isSmall
    >
      <p>
        <code>{apiKey.key}</code>
      </p>
    </ActButton>
  );
}

const overlapHours = { now: 0, hour: 1, day: 24, week: 168 } as const;

/** How long the former one works beside the new one. */
export function useOverlap(label: string, hint: string): Field<number> {
  const words = useText().keys;
  const options = (['day', 'week', 'hour', 'now'] as const).map(
    (one) => [String(overlapHours[one]), words.overlaps[one]] as const,
  );
  return field.own(
    <SelectField name="overlapHours" label={label} hint={hint} options={options} />,
    (values) => values.whole('overlapHours') ?? 0,
  );
}

export function ReplaceKey({
  storeId,
  codeField,
  apiKey,
  onMade,
}: OfKey & { readonly onMade: (made: MadeKey) => void }): ReactNode {
  const words = useText().keys;
  return (
    <ActButton
      operation="rotateStoreKey"
      path={{ id: storeId, key: apiKey.key }}
      words={{ title: words.replaceTitle, submit: words.replace, done: words.created }}
      fields={{ overlapHours: useOverlap(words.oldKeyFor, words.replaceHint), ...why(codeField) }}
      onDone={onMade}
      isSmall
    >
      <p>
        <code>{apiKey.key}</code>
      </p>
    </ActButton>
  );
}

export function RevokeKey({ storeId, codeField, apiKey }: OfKey): ReactNode {
  const words = useText().keys;
  return (
    <ActButton
      operation="revokeStoreKey"
      path={{ id: storeId, key: apiKey.key }}
      words={{ title: words.revokeTitle, submit: words.revoke, done: words.revoked }}
      tone="danger"
      fields={why(codeField)}
      isSmall
    >
      <p>
        {words.revokeHint} <code>{apiKey.key}</code>
      </p>
    </ActButton>
  );
}
