import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { ActButton, reason } from '../../ui/act-form.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { NewRequisites } from '../../ui/new-requisites.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ActName, Badge, Facts, Instant, PageHead, useSubjectName } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { SecondPersonState } from './second-person-state.tsx';

type Request = Answer<'listApprovals'>['items'][number];

/** Requests that wait for a second person, and earlier ones. */
export default function Approvals(): ReactNode {
  const text = useText();
  const { approvals } = text.operator;
  const url = useUrlState();
  const requests = useRead('listApprovals', { query: { status: url.get('status') } }, { isLive: true });
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <PageHead title={approvals.title} note={approvals.note} />
      <SecondPersonState />
      <NewRequisites />
      <Table
        label={approvals.title}
        rows={requests.data?.items}
        error={requests.error}
        retry={() => requests.refetch()}
        rowKey={({ id }) => id}
        empty={approvals.empty}
        emptyHint={approvals.emptyHint}
        filters={
          <FilterSelect
            name="status"
            label={text.trade.status}
            options={[
              ['approved', approvals.statuses.approved],
              ['rejected', approvals.statuses.rejected],
            ]}
          />
        }
        columns={useColumns(setSecret)}
      />
      {secret !== null && <SecretDialog title={approvals.newSecret} secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

function useColumns(showSecret: (secret: string) => void): readonly Column<Request>[] {
  const text = useText();
  const { approvals, audit } = text.operator;
  const subjectName = useSubjectName();
  return [
    {
      id: 'requestedAt',
      title: text.trade.at,
      cell: ({ requestedAt }) => <Instant at={requestedAt} />,
      order: ({ requestedAt }) => requestedAt,
    },
    { id: 'author', title: text.trade.who, cell: ({ requestedBy }) => requestedBy },
    { id: 'act', title: text.trade.what, cell: ({ act }) => <code>{act}</code> },
    { id: 'subject', title: audit.subject, cell: ({ subjectKind, subjectId }) => subjectName(subjectKind, subjectId) },
    { id: 'danger', title: approvals.because, cell: ({ danger }) => approvals.dangers[danger] },
    { id: 'reason', title: text.trade.why, cell: ({ reason }) => reason },
    {
      id: 'details',
      title: audit.details,
      isExtra: true,
      cell: ({ details }) => (details === null ? '–' : <code>{JSON.stringify(details)}</code>),
    },
    { id: 'from', title: approvals.from, cell: ({ approvableAt }) => <Instant at={approvableAt} /> },
    { id: 'actions', title: '', cell: (request) => <RowActions request={request} showSecret={showSecret} /> },
  ];
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
