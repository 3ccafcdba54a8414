import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useAct, useRead } from '../../api/queries.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { CheckField, ReasonField, TextField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useTellFaults } from '../../ui/tell-faults.ts';
import { tell } from '../../ui/toast.tsx';
import { Badge, Instant, PageHead } from '../../ui/values.tsx';
import { useOwnMerchant } from './own-merchant.ts';
import { OwnCode } from './second-factor.tsx';

type Team = Answer<'listTeam'>;
type Member = Team['members'][number];
type Invitation = Team['invitations'][number];
type Right = Member['rights'][number];

const allRights = ['payins', 'payouts', 'withdrawals', 'keys', 'team'] as const satisfies readonly Right[];

/** Who works for the merchant here, what they may do, and who is asked to join. */
export default function TeamPage(): ReactNode {
  const words = useText().merchant.team;
  const found = useRead('listTeam', {}, { isLive: true });
  const invitations = found.data?.invitations ?? [];
  const [memberColumns, invitationColumns] = [useMemberColumns(), useInvitationColumns()];
  return (
    <>
      <PageHead title={words.title} note={words.note}>
        <InviteButton />
      </PageHead>
      <Table
        label={words.members}
        rows={found.data?.members}
        error={found.error}
        retry={() => found.refetch()}
        rowKey={({ id }) => id}
        next={null}
        empty={words.empty}
        columns={memberColumns}
      />
      {invitations.length > 0 && (
        <>
          <h2>{words.invitations}</h2>
          <Table
            label={words.invitations}
            name="invitations-"
            rows={invitations}
            error={null}
            rowKey={({ id }) => id}
            next={null}
            empty={words.empty}
            columns={invitationColumns}
          />
        </>
      )}
    </>
  );
}

function useMemberColumns(): readonly Column<Member>[] {
  const text = useText();
  const words = text.merchant.team;
  return [
    { id: 'login', title: text.fields.login, cell: ({ login }) => login, order: ({ login }) => login },
    { id: 'name', title: text.fields.name, cell: ({ name }) => name, order: ({ name }) => name },
    { id: 'rights', title: words.rights, cell: (member) => <RightsShown {...member} /> },
    {
      id: 'secondFactor',
      title: text.account.secondFactor,
      cell: ({ hasSecondFactor }) => (
        <Badge tone={hasSecondFactor ? 'ok' : 'wait'}>{hasSecondFactor ? text.account.isOn : text.account.isOff}</Badge>
      ),
    },
    { id: 'seenAt', title: words.seenAt, cell: ({ seenAt }) => <Instant at={seenAt} /> },
    { id: 'actions', title: '', cell: (member) => <MemberActions member={member} /> },
  ];
}

function useInvitationColumns(): readonly Column<Invitation>[] {
  const text = useText();
  const words = text.merchant.team;
  return [
    { id: 'name', title: text.fields.name, cell: ({ name }) => name },
    { id: 'rights', title: words.rights, cell: ({ rights }) => <RightsShown isOwner={false} rights={rights} /> },
    { id: 'expiresAt', title: words.worksUntil, cell: ({ expiresAt }) => <Instant at={expiresAt} /> },
    { id: 'actions', title: '', cell: (invitation) => <RevokeButton invitation={invitation} /> },
  ];
}

function RightsShown({ isOwner, rights }: Pick<Member, 'isOwner' | 'rights'>): ReactNode {
  const words = useText().merchant.team;
  if (isOwner) return <Badge tone="info">{words.owner}</Badge>;
  return rights.length === 0 ? words.readOnly : rights.map((right) => words.rightNames[right]).join(', ');
}

function RevokeButton({ invitation: { id } }: { readonly invitation: Invitation }): ReactNode {
  const words = useText().merchant.team;
  const revoke = useAct('revokeInvitation');
  const tellFaults = useTellFaults();
  return (
    <div className="row-actions">
      <Button
        className="small"
        isBusy={revoke.isPending}
        onClick={() => revoke.mutate({ path: { id } }, { onSuccess: () => tell(words.revoked), onError: tellFaults })}
      >
        {words.revoke}
      </Button>
    </div>
  );
}

/** Nobody gives a right that they lack: those are not offered. */
function RightFields({ chosen = [] }: { readonly chosen?: readonly Right[] }): ReactNode {
  const words = useText().merchant.team;
  const { rights: own } = useMe();
  return (
    <fieldset>
      <legend>{words.rights}</legend>
      <p className="hint">{words.readAlways}</p>
      {allRights
        .filter((right) => own === null || own.includes(right))
        .map((right) => (
          <CheckField
            key={right}
            name={right}
            label={words.rightHints[right]}
            defaultChecked={chosen.includes(right)}
          />
        ))}
    </fieldset>
  );
}

const rightsIn = (values: FormValues) => allRights.filter((right) => values.isChecked(right));

function InviteButton(): ReactNode {
  const text = useText();
  const words = text.merchant.team;
  const merchant = useOwnMerchant();
  const [url, setUrl] = useState<string | null>(null);
  return (
    <>
      <DialogButton label={words.invite} tone="primary">
        {(onClose) => (
          <ActDialog
            title={words.invite}
            operation="inviteMember"
            submit={words.invite}
            read={(values) => ({
              body: { name: values.text('name'), rights: rightsIn(values), code: values.optional('code') },
            })}
            onDone={(made) => setUrl(made.url)}
            onClose={onClose}
          >
            <TextField name="name" label={text.fields.name} maxLength={200} required />
            <RightFields />
            {merchant !== undefined && <OwnCode merchant={merchant} />}
          </ActDialog>
        )}
      </DialogButton>
      {url !== null && (
        <SecretDialog title={words.linkTitle} secret={url} onClose={() => setUrl(null)}>
          <p>{words.linkHint}</p>
        </SecretDialog>
      )}
    </>
  );
}

function MemberActions({ member }: { readonly member: Member }): ReactNode {
  const text = useText();
  const words = text.merchant.team;
  const me = useMe();
  const merchant = useOwnMerchant();
  const { rights: own } = me;
  const isAbove = own !== null && member.rights.some((right) => !own.includes(right));
  if (member.isOwner || member.id === me.id || isAbove) return null;
  return (
    <div className="row-actions">
      <DialogButton label={words.change} isSmall>
        {(onClose) => (
          <ActDialog
            title={words.changeTitle(member.login)}
            operation="changeMember"
            submit={words.change}
            done={words.changed}
            read={(values) => ({
              path: { id: member.id },
              body: { rights: rightsIn(values), reason: values.text('reason'), code: values.optional('code') },
            })}
            onClose={onClose}
          >
            <RightFields chosen={member.rights} />
            <ReasonField />
            {merchant !== undefined && <OwnCode merchant={merchant} />}
          </ActDialog>
        )}
      </DialogButton>
      <DialogButton label={words.remove} tone="danger" isSmall>
        {(onClose) => (
          <ActDialog
            title={words.removeTitle(member.login)}
            operation="removeMember"
            submit={words.remove}
            tone="danger"
            done={words.removed}
            read={(values) => ({ path: { id: member.id }, body: { reason: values.text('reason') } })}
            onClose={onClose}
          >
            <p className="muted">{words.removeHint}</p>
            <ReasonField />
          </ActDialog>
        )}
      </DialogButton>
    </div>
  );
}
