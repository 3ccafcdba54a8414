import { type ReactNode, useState } from 'react';
import { useMakerChoices, useMerchantChoices } from '../../api/choices.ts';
import type { Answer } from '../../api/client.ts';
import { useMakerName } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { CheckField, ReasonField, SelectField, TextField } from '../../ui/field.tsx';
import { PickerField } from '../../ui/picker.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { type Column, Table, useCursor } from '../../ui/table.tsx';
import { Badge, PageHead } from '../../ui/values.tsx';
import { AccessRules } from './access-rules.tsx';
import { SecondPersonState } from './second-person-state.tsx';

type User = Answer<'listUsers'>['items'][number];

/** What is handed over with a new way in. */
type ShowCode = (made: { readonly enrolmentCode: string | null }) => void;

/** Who may sign in, and as whom. */
export default function Users(): ReactNode {
  const text = useText();
  const { users } = text.operator;
  const found = useRead('listUsers', { query: { after: useCursor() } }, { keepsPrevious: true });
  const [code, setCode] = useState<string | null>(null);
  const columns = useColumns(({ enrolmentCode }) => setCode(enrolmentCode));
  return (
    <>
      <PageHead title={users.title} note={users.note}>
        <DialogButton label={text.access.rules.title}>{(onClose) => <AccessRules onClose={onClose} />}</DialogButton>
        <DialogButton label={users.create} tone="primary">
          {(onClose) => <CreateUser onDone={({ enrolmentCode }) => setCode(enrolmentCode)} onClose={onClose} />}
        </DialogButton>
      </PageHead>
      <SecondPersonState />
      <Table
        label={users.title}
        rows={found.data?.items}
        error={found.error}
        retry={() => found.refetch()}
        rowKey={({ id }) => id}
        next={found.data?.next ?? null}
        empty={users.empty}
        columns={columns}
      />
      {code !== null && (
        <SecretDialog title={users.enrolmentCode} secret={code} onClose={() => setCode(null)}>
          <p>{users.enrolmentCodeHint}</p>
        </SecretDialog>
      )}
    </>
  );
}

function useColumns(showCode: ShowCode): readonly Column<User>[] {
  const text = useText();
  const makerName = useMakerName();
  const { users } = text.operator;
  return [
    { id: 'id', title: text.trade.id, cell: ({ id }) => id, order: ({ id }) => id },
    { id: 'login', title: text.fields.login, cell: ({ login }) => login, order: ({ login }) => login },
    { id: 'name', title: text.fields.name, cell: ({ name }) => name, order: ({ name }) => name },
    { id: 'role', title: text.fields.role, cell: ({ role }) => text.roles[role], order: ({ role }) => role },
    {
      id: 'of',
      title: users.of,
      cell: ({ makerId, merchantId }) =>
        makerId !== null ? makerName(makerId) : merchantId === null ? '–' : `${text.trade.merchant} #${merchantId}`,
    },
    {
      id: 'secondFactor',
      title: text.account.secondFactor,
      cell: ({ hasSecondFactor }) => (
        <Badge tone={hasSecondFactor ? 'ok' : 'wait'}>{hasSecondFactor ? text.account.isOn : text.account.isOff}</Badge>
      ),
    },
    {
      id: 'status',
      title: text.trade.status,
      cell: ({ isDisabled }) => (
        <Badge tone={isDisabled ? 'off' : 'ok'}>{isDisabled ? users.disabled : users.active}</Badge>
      ),
    },
    { id: 'actions', title: '', cell: (user) => <RowActions user={user} showCode={showCode} /> },
  ];
}

function RowActions({ user, showCode }: { readonly user: User; readonly showCode: ShowCode }): ReactNode {
  const text = useText();
  const me = useMe();
  const { users } = text.operator;
  return (
    <div className="row-actions">
      {me.mode === 'production' && !user.hasSecondFactor && !user.isDisabled && user.id !== me.id && (
        <DialogButton label={users.makeCode} isSmall>
          {(onClose) => (
            <ActDialog
              title={users.makeCode}
              operation="createEnrolmentCode"
              submit={users.makeCode}
              onDone={showCode}
              read={(values) => ({ path: { id: user.id }, body: { reason: values.text('reason') } })}
              onClose={onClose}
            >
              <p className="muted">{users.makeCodeHint}</p>
              <ReasonField />
            </ActDialog>
          )}
        </DialogButton>
      )}
      {user.hasSecondFactor && user.id !== me.id && (
        <DialogButton label={users.removeFactor} tone="danger" isSmall>
          {(onClose) => (
            <ActDialog
              title={users.removeFactor}
              operation="removeSecondFactor"
              submit={users.removeFactor}
              tone="danger"
              done={users.factorRemoved}
              onDone={showCode}
              read={(values) => ({ path: { id: user.id }, body: { reason: values.text('reason') } })}
              onClose={onClose}
            >
              <p className="muted">{users.removeFactorHint}</p>
              <ReasonField />
            </ActDialog>
          )}
        </DialogButton>
      )}
      <DialogButton label={text.shell.edit} isSmall>
        {(onClose) => <ChangeUser user={user} onDone={showCode} onClose={onClose} />}
      </DialogButton>
    </div>
  );
}

interface Letting {
  readonly onDone: ShowCode;
  readonly onClose: () => void;
}

function ChangeUser({ user, onDone, onClose }: Letting & { readonly user: User }): ReactNode {
  const text = useText();
  const { users } = text.operator;
  return (
    <ActDialog
      title={user.login}
      operation="changeUser"
      submit={text.shell.save}
      done={users.changed}
      onDone={onDone}
      read={(values) => {
        const [name, password] = [values.text('name'), values.text('password')];
        return {
          path: { id: user.id },
          body: {
            ...(name === '' ? {} : { name }),
            ...(password === '' ? {} : { password }),
            isDisabled: values.isChecked('isDisabled'),
            reason: values.text('reason'),
          },
        };
      }}
      onClose={onClose}
    >
      <TextField name="name" label={text.fields.name} defaultValue={user.name} />
      <TextField
        name="password"
        label={text.fields.newPassword}
        hint={users.passwordHint}
        type="password"
        autoComplete="new-password"
      />
      <CheckField name="isDisabled" label={users.disabled} defaultChecked={user.isDisabled} />
      <ReasonField />
    </ActDialog>
  );
}

function CreateUser({ onDone, onClose }: Letting): ReactNode {
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
