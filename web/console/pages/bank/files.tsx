import type { ReactNode } from 'react';
import { useAct, useRead } from '../../api/queries.ts';
import type { StatementImport } from '../../api/schema.ts';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { faultText } from '../../ui/faults.tsx';
import { type Column, Table, useCursor } from '../../ui/table.tsx';
import { useTellFaults } from '../../ui/tell-faults.ts';
import { Badge, Instant } from '../../ui/values.tsx';
import type { AccountView } from './account-view.ts';

const tones = { receiving: 'info', waiting: 'wait', reading: 'wait', done: 'ok', refused: 'bad' } as const;

/** Files that were brought in, the newest first, with how far each is. */
export function FilesTable({ account, filters }: AccountView): ReactNode {
  const { bank } = useText();
  const query = { accountId: account.id, after: useCursor() };
  const files = useRead('listStatementImports', { query }, { isLive: true, keepsPrevious: true });
  return (
    <Table
      label={bank.views.files}
      rows={files.data?.items}
      error={files.error}
      retry={() => files.refetch()}
      rowKey={({ id }) => id}
      next={files.data?.next ?? null}
      empty={bank.none}
      filters={filters}
      columns={useColumns()}
    />
  );
}

function useColumns(): readonly Column<StatementImport>[] {
  const text = useText();
  const { bank, trade } = text;
  return [
    {
      id: 'at',
      title: trade.at,
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      order: ({ createdAt }) => createdAt,
    },
    {
      id: 'file',
      title: bank.file,
      cell: ({ fileName, format }) => (
        <span className="two-lines">
          <span>{fileName}</span>
          <span>{format ?? ''}</span>
        </span>
      ),
    },
    {
      id: 'state',
      title: trade.status,
      cell: ({ state, isStopped }) => (
        <Badge tone={isStopped ? 'info' : tones[state]}>{isStopped ? bank.stopped : bank.fileStates[state]}</Badge>
      ),
    },
    { id: 'what', title: bank.what, cell: (file) => <FileOutcome file={file} /> },
    { id: 'who', title: trade.who, cell: ({ enteredBy }) => enteredBy },
    { id: 'actions', title: '', cell: (file) => <FileActs file={file} /> },
  ];
}

/** What became of a file: its lines, or why nothing of it was taken. */
export function FileOutcome({ file }: { readonly file: StatementImport }): ReactNode {
  const text = useText();
  const { bank } = text;
  const counts = Object.entries(file.counts).filter(([, count]) => count > 0);
  return (
    <span className="bank-outcome">
      {file.fault !== null && <span className="fault">{faultText(text, file.fault)}</span>}
      {file.sameAs !== null && <span>{bank.sameAs}</span>}
      {file.linesTotal !== null && file.state !== 'done' && <span>{bank.taken(file.linesDone, file.linesTotal)}</span>}
      {counts.length > 0 && (
        <span>
          {counts.map(([name, count]) => `${bank.counts[name as keyof typeof bank.counts]} ${count}`).join(', ')}
        </span>
      )}
      {!file.isTrusted && <span className="muted">{bank.makersWord}</span>}
      {file.notes.map(({ note, line, about }) => (
        <span key={`${note} ${line}`} className="muted">
          {`${bank.notes[note]} (${about})`}
        </span>
      ))}
    </span>
  );
}

function FileActs({ file }: { readonly file: StatementImport }): ReactNode {
  const { bank } = useText();
  const stop = useAct('stopStatementImport');
  const goOn = useAct('continueStatementImport');
  const tellFaults = useTellFaults();
  if (file.state !== 'waiting' && file.state !== 'reading') return null;
  const act = file.isStopped ? goOn : stop;
  return (
    <Button
      className="small"
      isBusy={act.isPending}
      onClick={() => act.mutate({ path: { id: file.id } }, { onError: tellFaults })}
    >
      {file.isStopped ? bank.goOn : bank.stop}
    </Button>
  );
}
