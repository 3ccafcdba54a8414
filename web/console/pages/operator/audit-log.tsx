import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  useMakerChoices,
  useMerchantChoices,
  useRequisiteChoices,
  useStoreChoices,
  useUserChoices,
} from '../../api/choices.ts';
import type { AuditLine } from '../../api/schema.ts';
import { useText } from '../../text/locale.tsx';
import { column } from '../../ui/columns.tsx';
import { FilterText } from '../../ui/filters.tsx';
import { filter, List } from '../../ui/list.tsx';
import { type Choice, FilterPicker } from '../../ui/picker.tsx';
import { ActName, PageHead, useSubjectName } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';

/** Who did what, when and why. Lines are only ever added. */
export default function AuditLog(): ReactNode {
  const { trade, codes, operator } = useText();
  const { audit } = operator;
  const url = useUrlState();
  const [kind, id] = [url.get('subjectKind'), url.get('subjectId')];
  // Either alone names nothing.
  const ofSubject = (value: string) => (kind === '' || id === '' ? '' : value);
  return (
    <>
      <PageHead title={audit.title} note={audit.note} />
      <List
        of="listAuditLog"
        query={{ limit: 100 }}
        isLive
        label={audit.title}
        empty={audit.empty}
        filters={{
          userId: filter.picked(trade.who, useUserChoices()),
          subjectKind: {
            ...filter.listed(
              audit.subject,
              subjectKinds.map((one) => [one, codes.subjects[one] ?? one]),
            ),
            asked: ofSubject,
          },
          subjectId: { ...filter.own(<SubjectFilter kind={kind} />), asked: ofSubject },
        }}
        columns={[
          column.at('at', trade.at, { isSorted: true }),
          column.text('actor', trade.who, { isSorted: true }),
          column.named('action', trade.what, (action: string) => <ActName action={action} />, { isSorted: true }),
          { id: 'subject', title: audit.subject, cell: (line) => <Subject line={line} /> },
          column.text('reason', trade.why),
          column.json('details', audit.details, { isExtra: true }),
        ]}
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
