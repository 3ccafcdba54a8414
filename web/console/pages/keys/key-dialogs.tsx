import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { AreaField, CheckField, ReasonField, SelectField, TextField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';

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

function NameField({ name = '' }: { readonly name?: string }): ReactNode {
  const words = useText().keys;
  return <TextField name="name" label={words.name} hint={words.nameHint} maxLength={100} defaultValue={name} />;
}

/** What a key may do, and from where. */
function LimitFields({ limits }: { readonly limits?: Pick<Key, 'scopes' | 'addresses'> }): ReactNode {
  const words = useText().keys;
  return (
    <>
      <fieldset>
        <legend>{words.scopes}</legend>
        {scopes.map((scope) => (
          <CheckField
            key={scope}
            name={scope}
            label={words.scopeNames[scope]}
            defaultChecked={limits?.scopes.includes(scope) ?? true}
          />
        ))}
      </fieldset>
      <AreaField
        name="addresses"
        label={words.addresses}
        hint={words.addressesHint}
        defaultValue={limits?.addresses.join('\n') ?? ''}
      />
    </>
  );
}

function readLimits(values: FormValues) {
  return {
    ...readName(values),
    scopes: scopes.filter((scope) => values.isChecked(scope)),
    addresses: values
      .text('addresses')
      .split(/[\s,]+/)
      .filter((address) => address !== ''),
  };
}

function readName(values: FormValues) {
  return { name: values.text('name'), ...readWhy(values) };
}

function readWhy(values: FormValues) {
  return { reason: values.text('reason'), code: values.optional('code') };
}

interface Creating extends OfStore {
  /** Whether it usually has a secret of its own. */
  readonly isApart: boolean;
  readonly title: string;
  readonly onMade: (made: MadeKey) => void;
}

export function CreateKey({ storeId, codeField, isApart, title, onMade }: Creating): ReactNode {
  const words = useText().keys;
  return (
    <DialogButton label={words.create}>
      {(onClose) => (
        <ActDialog
          title={title}
          operation="createStoreKey"
          submit={words.create}
          done={words.created}
          read={(values) => ({
            path: { id: storeId },
            body: { ...readLimits(values), hasOwnSecret: values.isChecked('hasOwnSecret') },
          })}
          onDone={onMade}
          onClose={onClose}
        >
          <NameField />
          <LimitFields />
          <CheckField name="hasOwnSecret" label={words.ownSecret} defaultChecked={isApart} />
          <p className="hint">{words.ownSecretHint}</p>
          <ReasonField />
          {codeField}
        </ActDialog>
      )}
    </DialogButton>
  );
}

interface OfKey extends OfStore {
  readonly apiKey: Key;
}

export function ChangeKey({ storeId, codeField, apiKey }: OfKey): ReactNode {
  const words = useText().keys;
  const canBeLimited = apiKey.hasOwnSecret || isLimited(apiKey);
  return (
    <DialogButton label={words.change} isSmall>
      {(onClose) => (
        <ActDialog
          title={words.changeTitle}
          operation="changeStoreKey"
          submit={words.change}
          done={words.changed}
          read={(values) => ({
            path: { id: storeId, key: apiKey.key },
            body: canBeLimited ? readLimits(values) : readName(values),
          })}
          onClose={onClose}
        >
          <p>
            <code>{apiKey.key}</code>
          </p>
          <NameField name={apiKey.name} />
          {canBeLimited ? <LimitFields limits={apiKey} /> : <p className="notice">{words.cannotLimit}</p>}
          <ReasonField />
          {codeField}
        </ActDialog>
      )}
    </DialogButton>
  );
}

const overlapHours = { now: 0, hour: 1, day: 24, week: 168 } as const;

/** How long the former one works beside the new one. */
export function OverlapField({ label, hint }: { readonly label: string; readonly hint: string }): ReactNode {
  const words = useText().keys;
  return (
    <SelectField
      name="overlapHours"
      label={label}
      hint={hint}
      options={(['day', 'week', 'hour', 'now'] as const).map((one) => [String(overlapHours[one]), words.overlaps[one]])}
    />
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
    <DialogButton label={words.replace} isSmall>
      {(onClose) => (
        <ActDialog
          title={words.replaceTitle}
          operation="rotateStoreKey"
          submit={words.replace}
          done={words.created}
          read={(values) => ({
            path: { id: storeId, key: apiKey.key },
            body: { overlapHours: values.whole('overlapHours') ?? 0, ...readWhy(values) },
          })}
          onDone={onMade}
          onClose={onClose}
        >
          <p>
            <code>{apiKey.key}</code>
          </p>
          <OverlapField label={words.oldKeyFor} hint={words.replaceHint} />
          <ReasonField />
          {codeField}
        </ActDialog>
      )}
    </DialogButton>
  );
}

export function RevokeKey({ storeId, codeField, apiKey }: OfKey): ReactNode {
  const words = useText().keys;
  return (
    <DialogButton label={words.revoke} tone="danger" isSmall>
      {(onClose) => (
        <ActDialog
          title={words.revokeTitle}
          operation="revokeStoreKey"
          submit={words.revoke}
          tone="danger"
          done={words.revoked}
          read={(values) => ({ path: { id: storeId, key: apiKey.key }, body: readWhy(values) })}
          onClose={onClose}
        >
          <p>
            {words.revokeHint} <code>{apiKey.key}</code>
          </p>
          <ReasonField />
          {codeField}
        </ActDialog>
      )}
    </DialogButton>
  );
}
