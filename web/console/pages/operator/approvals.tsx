import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { ActButton, reason } from '../../ui/act-form.tsx';
import { column } from '../../ui/columns.tsx';
import { filter, List } from '../../ui/list.tsx';
import { NewRequisites } from '../../ui/new-requisites.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { ActName, Badge, Facts, PageHead, useSubjectName } from '../../ui/values.tsx';
import { SecondPersonState } from './second-person-state.tsx';

type Request = Answer<'listApprovals'>['items'][number];

/** Requests that wait for a second person, and earlier ones. */
export default function Approvals(): ReactNode {
  const text = useText();
  const { approvals, audit } = text.operator;
  const subjectName = useSubjectName();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <PageHead title={approvals.title} note={approvals.note} />
      <SecondPersonState />
      <NewRequisites />
      <List
        of="listApprovals"
        isWhole
        isLive
        label={approvals.title}
        empty={approvals.empty}
        emptyHint={approvals.emptyHint}
        filters={{ status: filter.choice(text.trade.status, { ...approvals.statuses, waiting: null }) }}
        columns={[
          column.at('requestedAt', text.trade.at, { isSorted: true }),
          column.text('requestedBy', text.trade.who, { id: 'author' }),
          column.code('act', text.trade.what),
          {
            id: 'subject',
            title: audit.subject,
            cell: ({ subjectKind, subjectId }) => subjectName(subjectKind, subjectId),
          },
          column.word('danger', approvals.because, approvals.dangers),
          column.text('reason', text.trade.why),
          column.json('details', audit.details, { isExtra: true }),
          column.at('approvableAt', approvals.from, { id: 'from' }),
        ]}
        acts={(request) => <RowActions request={request} showSecret={setSecret} />}
      />
      {secret !== null && <SecretDialog title={approvals.newSecret} secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

function RowActions({
  request,
  showSecret,
}: {
  readonly request: Request;
  readonly showSecret: (secret: string) => void;
}): ReactNode {
  const { approvals } = useText().operator;
  const me = useMe();
  if (request.status !== 'waiting') {
    const tone = request.status === 'approved' ? 'ok' : 'off';
    return <Badge tone={tone}>{`${approvals.statuses[request.status]} · ${request.decidedBy ?? ''}`}</Badge>;
  }
  return (
    <div className="row-actions">
      {request.requestedBy !== me.login && (
        <ActButton
          operation="approveRequest"
          path={{ id: request.id }}
          words={approvals.approve}
          fields={{ reason }}
          onDone={({ secret }) => secret !== null && showSecret(secret)}
          isSmall
        >
          <RequestFacts request={request} />
        </ActButton>
      )}
      <ActButton
        operation="rejectRequest"
        path={{ id: request.id }}
        words={approvals.reject}
        tone="danger"
        fields={{ reason }}
        isSmall
      >
        <RequestFacts request={request} />
      </ActButton>
    </div>
  );
}

/** Who approves has to see what: nothing of it is left out but secrets. */
function RequestFacts({ request }: { readonly request: Request }): ReactNode {
  const text = useText();
  const { audit } = text.operator;
  const subjectName = useSubjectName();
  const { act, subjectKind, subjectId, details, requestedBy, reason } = request;
  return (
    <Facts
      items={[
        [text.trade.what, <ActName key="act" action={act} />],
        [
          audit.subject,
          <span key="subject" title={subjectId}>
            {subjectName(subjectKind, subjectId)}
          </span>,
        ],
        ...Object.entries(details ?? {}).map(([name, value]) => [name, String(value)] as const),
        [text.trade.who, requestedBy],
        [text.trade.why, reason],
      ]}
    />
  );
}
