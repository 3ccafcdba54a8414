import { type ReactNode, useState } from 'react';
import { useMakerChoices, useMerchantChoices } from '../../api/choices.ts';
import type { Answer } from '../../api/client.ts';
import { useMakerName } from '../../api/names.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { ActButton, field, reason } from '../../ui/act-form.tsx';
import { column } from '../../ui/columns.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { ReasonField, SelectField, TextField } from '../../ui/field.tsx';
import { List } from '../../ui/list.tsx';
import { PickerField } from '../../ui/picker.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { PageHead } from '../../ui/values.tsx';
import { AccessRules } from './access-rules.tsx';
import { SecondPersonState } from './second-person-state.tsx';

type User = Answer<'listUsers'>['items'][number];

/** What is handed over with a new way in. */
type ShowCode = (made: { readonly enrolmentCode: string | null }) => void;

/** Who may sign in, and as whom. */
export default function Users(): ReactNode {
  const { trade, fields, roles, account, access, operator } = useText();
  const { users } = operator;
  const makerName = useMakerName();
  const [code, setCode] = useState<string | null>(null);
  const showCode: ShowCode = ({ enrolmentCode }) => setCode(enrolmentCode);
  return (
    <>
      <PageHead title={users.title} note={users.note}>
        <DialogButton label={access.rules.title}>{(onClose) => <AccessRules onClose={onClose} />}</DialogButton>
        <DialogButton label={users.create} tone="primary">
          {(onClose) => <CreateUser onDone={showCode} onClose={onClose} />}
        </DialogButton>
      </PageHead>
      <SecondPersonState />
      <List
        of="listUsers"
        label={users.title}
        empty={users.empty}
        columns={[
          column.text('id', trade.id, { isSorted: true }),
          column.text('login', fields.login, { isSorted: true }),
          column.text('name', fields.name, { isSorted: true }),
          column.word('role', fields.role, roles, { isSorted: true }),
          {
            id: 'of',
            title: users.of,
            cell: ({ makerId, merchantId }) =>
              makerId !== null ? makerName(makerId) : merchantId === null ? '–' : `${trade.merchant} #${merchantId}`,
          },
          column.secondFactor(account),
          column.badge('isDisabled', trade.status, (is) => (is ? ['off', users.disabled] : ['ok', users.active]), {
            id: 'status',
          }),
        ]}
        acts={(user) => <RowActions user={user} showCode={showCode} />}
      />
      {code !== null && (
        <SecretDialog title={users.enrolmentCode} secret={code} onClose={() => setCode(null)}>
          <p>{users.enrolmentCodeHint}</p>
        </SecretDialog>
      )}
    </>
  );
}

function RowActions({ user, showCode }: { readonly user: User; readonly showCode: ShowCode }): ReactNode {
  const text = useText();
  const me = useMe();
  const { users } = text.operator;
  return (
    <div className="row-actions">
      {me.mode === 'production' && !user.hasSecondFactor && !user.isDisabled && user.id !== me.id && (
        <ActButton
          operation="createEnrolmentCode"
          path={{ id: user.id }}
          words={{ submit: users.makeCode }}
          fields={{ reason }}
          onDone={showCode}
          isSmall
        >
          <p className="muted">{users.makeCodeHint}</p>
        </ActButton>
      )}
      {user.hasSecondFactor && user.id !== me.id && (
        <ActButton
          operation="removeSecondFactor"
          path={{ id: user.id }}
          words={users.removeFactor}
          tone="danger"
          fields={{ reason }}
          onDone={showCode}
          isSmall
        >
          <p className="muted">{users.removeFactorHint}</p>
        </ActButton>
      )}
      <ChangeUser user={user} onDone={showCode} />
    </div>
  );
}

function ChangeUser({ user, onDone }: { readonly user: User; readonly onDone: ShowCode }): ReactNode {
  const { fields, operator, shell } = useText();
  const { users } = operator;
  return (
    <ActButton
      operation="changeUser"
      label={shell.edit}
      path={{ id: user.id }}
      words={{ title: user.login, submit: shell.save, done: users.changed }}
      isSmall
      fields={{
        name: field.textIfAny(fields.name, { defaultValue: user.name }),
        password: field.textIfAny(fields.newPassword, {
          hint: users.passwordHint,
          type: 'password',
          autoComplete: 'new-password',
        }),
        isDisabled: field.flag(users.disabled, user.isDisabled),
        reason,
      }}
      onDone={onDone}
    />
  );
}

function CreateUser({ onDone, onClose }: { readonly onDone: ShowCode; readonly onClose: () => void }): ReactNode {
  const text = useText();
  const { users } = text.operator;
  const [role, setRole] = useState<User['role']>('operator');
  return (
    <ActDialog
      title={users.create}
      operation="createUser"
      submit={users.create}
      done={users.created}
      onDone={onDone}
      read={(values) => {
        const name = values.text('name');
        const ownerId = values.whole('ownerId');
        return {
          body: {
            login: values.text('login'),
            ...(name === '' ? {} : { name }),
            role,
            makerId: role === 'maker' ? ownerId : null,
            merchantId: role === 'merchant' ? ownerId : null,
            password: values.text('password'),
            reason: values.text('reason'),
          },
        };
      }}
      onClose={onClose}
    >
      <div className="fields">
        <TextField name="login" label={text.fields.login} required />
        <TextField name="name" label={text.fields.name} />
        <SelectField
          name="role"
          label={text.fields.role}
          options={Object.entries(text.roles)}
          defaultValue={role}
          onChange={(chosen) => setRole(chosen as User['role'])}
        />
        {role === 'maker' && <MakerChoice />}
        {role === 'merchant' && <MerchantChoice />}
      </div>
      <TextField
        name="password"
        label={text.fields.password}
        hint={text.account.passwordHint}
        type="password"
        autoComplete="new-password"
        minLength={12}
        required
      />
      <ReasonField />
    </ActDialog>
  );
}

function MakerChoice(): ReactNode {
  return <PickerField name="ownerId" label={useText().trade.maker} options={useMakerChoices()} required />;
}

function MerchantChoice(): ReactNode {
  return <PickerField name="ownerId" label={useText().trade.merchant} options={useMerchantChoices()} required />;
}
