import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useAct, useRead } from '../../api/queries.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { ActButton, type Field, field, reason } from '../../ui/act-form.tsx';
import { Button } from '../../ui/button.tsx';
import { column } from '../../ui/columns.tsx';
import { CheckField } from '../../ui/field.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { Table } from '../../ui/table.tsx';
import { useTellFaults } from '../../ui/tell-faults.ts';
import { tell } from '../../ui/toast.tsx';
import { Badge, PageHead } from '../../ui/values.tsx';
import { useOwnMerchant } from './own-merchant.ts';
import { OwnCode } from './second-factor.tsx';

type Team = Answer<'listTeam'>;
type Member = Team['members'][number];
type Invitation = Team['invitations'][number];
type Right = Member['rights'][number];

const allRights = ['payins', 'payouts', 'withdrawals', 'keys', 'team'] as const satisfies readonly Right[];

/** Who works for the merchant here, what they may do, and who is asked to join. */
export default function TeamPage(): ReactNode {
  const { fields, account, merchant } = useText();
  const { team: words } = merchant;
  const found = useRead('listTeam', {}, { isLive: true });
  const invitations = found.data?.invitations ?? [];
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
        columns={[
          column.text('login', fields.login, { isSorted: true }),
          column.text('name', fields.name, { isSorted: true }),
          { id: 'rights', title: words.rights, cell: (member) => <RightsShown {...member} /> },
          column.secondFactor(account),
          column.at('seenAt', words.seenAt),
        ]}
        acts={(member) => <MemberActions member={member} />}
      />
      {invitations.length > 0 && (
        <>
          <h2>{words.invitations}</h2>
          <Table
            label={words.invitations}
            name="invitations-"
            rows={invitations}
            rowKey={({ id }) => id}
            next={null}
            empty={words.empty}
            columns={[
              column.text('name', fields.name),
              {
                id: 'rights',
                title: words.rights,
                cell: ({ rights }) => <RightsShown isOwner={false} rights={rights} />,
              },
              column.at('expiresAt', words.worksUntil),
            ]}
            acts={(invitation) => <RevokeButton invitation={invitation} />}
          />
        </>
      )}
    </>
  );
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
function useRightField(chosen: readonly Right[] = []): Field<Right[]> {
  const words = useText().merchant.team;
  const { rights: own } = useMe();
  const offered = allRights.filter((right) => own === null || own.includes(right));
  const shown = (
    <fieldset>
      <legend>{words.rights}</legend>
      <p className="hint">{words.readAlways}</p>
      {offered.map((right) => (
        <CheckField key={right} name={right} label={words.rightHints[right]} defaultChecked={chosen.includes(right)} />
      ))}
    </fieldset>
  );
  return field.own(shown, (values) => offered.filter((right) => values.isChecked(right)));
}

function useCodeField(): Field<string | null> {
  const merchant = useOwnMerchant();
  return field.own(merchant !== undefined && <OwnCode merchant={merchant} />, (values) => values.optional('code'));
}

function InviteButton(): ReactNode {
  const text = useText();
  const words = text.merchant.team;
  const [url, setUrl] = useState<string | null>(null);
  return (
    <>
      <ActButton
        operation="inviteMember"
        words={{ submit: words.invite }}
        buttonTone="primary"
        fields={{
          name: field.text(text.fields.name, { maxLength: 200 }),
          rights: useRightField(),
          code: useCodeField(),
        }}
        onDone={(made) => setUrl(made.url)}
      />
      {url !== null && (
        <SecretDialog title={words.linkTitle} secret={url} onClose={() => setUrl(null)}>
          <p>{words.linkHint}</p>
        </SecretDialog>
      )}
    </>
  );
}

function MemberActions({ member }: { readonly member: Member }): ReactNode {
  const words = useText().merchant.team;
  const me = useMe();
  const rights = useRightField(member.rights);
  const code = useCodeField();
  const { rights: own } = me;
  const isAbove = own !== null && member.rights.some((right) => !own.includes(right));
  if (member.isOwner || member.id === me.id || isAbove) return null;
  return (
    <div className="row-actions">
      <ActButton
        operation="changeMember"
        path={{ id: member.id }}
        words={{ title: words.changeTitle(member.login), submit: words.change, done: words.changed }}
        fields={{ rights, reason, code }}
        isSmall
      />
      <ActButton
        operation="removeMember"
        path={{ id: member.id }}
        words={{ title: words.removeTitle(member.login), submit: words.remove, done: words.removed }}
        tone="danger"
        fields={{ reason }}
        isSmall
      >
        <p className="muted">{words.removeHint}</p>
      </ActButton>
    </div>
  );
}
