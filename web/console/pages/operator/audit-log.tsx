import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  useMakerChoices,
  useMerchantChoices,
  useRequisiteChoices,
  useStoreChoices,
  useUserChoices,
} from '../../api/choices.ts';
import { useRead } from '../../api/queries.ts';
import type { AuditLine } from '../../api/schema.ts';
import { useText } from '../../text/locale.tsx';
import { FilterSelect, FilterText } from '../../ui/filters.tsx';
import { type Choice, FilterPicker } from '../../ui/picker.tsx';
import { type Column, Table, useCursor } from '../../ui/table.tsx';
import { ActName, Instant, PageHead, useSubjectName } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';

/** Who did what, when and why. Lines are only ever added. */
export default function AuditLog(): ReactNode {
  const text = useText();
  const url = useUrlState();
  const [kind, id] = [url.get('subjectKind'), url.get('subjectId')];
  const subject = kind === '' || id === '' ? {} : { subjectKind: kind, subjectId: id };
  const query = { userId: url.get('userId'), ...subject, after: useCursor(), limit: 100 };
  const log = useRead('listAuditLog', { query }, { isLive: true, keepsPrevious: true });
  const users = useUserChoices();
  return (
    <>
      <PageHead title={text.operator.audit.title} note={text.operator.audit.note} />
      <Table
        label={text.operator.audit.title}
        rows={log.data?.items}
        error={log.error}
        retry={() => log.refetch()}
        rowKey={(line) => line.id}
        next={log.data?.next ?? null}
        empty={text.operator.audit.empty}
        filters={
          <>
            <FilterPicker name="userId" label={text.trade.who} options={users} />
            <FilterSelect
              name="subjectKind"
              label={text.operator.audit.subject}
              options={subjectKinds.map((one) => [one, text.codes.subjects[one] ?? one])}
            />
            <SubjectFilter kind={kind} />
          </>
        }
        columns={useColumns()}
      />
    </>
  );
}

/** What has a name is picked by it; the rest has nothing but its ID. */
function SubjectFilter({ kind }: { readonly kind: string }): ReactNode {
  const text = useText();
  const choices: Readonly<Record<string, readonly Choice[]>> = {
    store: useStoreChoices(kind === 'store'),
    maker: useMakerChoices(kind === 'maker'),
    merchant: useMerchantChoices(kind === 'merchant'),
    user: useUserChoices(),
    requisite: useRequisiteChoices(kind === 'requisite'),
  };
  const options = choices[kind];
  if (options === undefined) return <FilterText name="subjectId" label={text.trade.id} />;
  return <FilterPicker name="subjectId" label={text.codes.subjects[kind] ?? kind} options={options} />;
}

const subjectKinds = [
  'invoice',
  'arrival',
  'withdrawal',
  'store',
  'merchant',
  'maker',
  'requisite',
  'user',
  'rate',
  'rate-feed',
  'catalogue',
  'pending-act',
  'token',
  'passkey',
  'backup',
  'master-key',
  'access-rules',
  'money-stop',
  'clock',
];

function useColumns(): readonly Column<AuditLine>[] {
  const text = useText();
  return [
    { id: 'at', title: text.trade.at, cell: ({ at }) => <Instant at={at} />, order: ({ at }) => at },
    { id: 'actor', title: text.trade.who, cell: ({ actor }) => actor, order: ({ actor }) => actor },
    {
      id: 'action',
      title: text.trade.what,
      cell: ({ action }) => <ActName action={action} />,
      order: ({ action }) => action,
    },
    { id: 'subject', title: text.operator.audit.subject, cell: (line) => <Subject line={line} /> },
    { id: 'reason', title: text.trade.why, cell: ({ reason }) => reason },
    {
      id: 'details',
      title: text.operator.audit.details,
      isExtra: true,
      cell: ({ details }) => (details === null ? '–' : <code>{JSON.stringify(details)}</code>),
    },
  ];
}

function Subject({ line }: { readonly line: AuditLine }): ReactNode {
  const { subjectKind, subjectId } = line;
  const name = useSubjectName()(subjectKind, subjectId);
  const pages: Readonly<Record<string, string>> = {
    invoice: `/invoices/${subjectId}`,
    arrival: `/arrivals?id=${subjectId}`,
    withdrawal: `/withdrawals?id=${subjectId}`,
    store: `/stores/${subjectId}`,
    maker: `/makers/${subjectId}`,
    requisite: `/requisites?id=${subjectId}`,
  };
  const href = pages[subjectKind];
  return href === undefined ? <span title={subjectId}>{name}</span> : <Link href={href}>{name}</Link>;
}
