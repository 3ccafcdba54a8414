import type { ReactNode } from 'react';
import { useAct } from '../../api/queries.ts';
import type { StatementImport } from '../../api/schema.ts';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { column } from '../../ui/columns.tsx';
import { faultText } from '../../ui/faults.tsx';
import { List } from '../../ui/list.tsx';
import { useTellFaults } from '../../ui/tell-faults.ts';
import { Badge, TwoLines } from '../../ui/values.tsx';
import type { AccountView } from './account-view.ts';

const tones = { receiving: 'info', waiting: 'wait', reading: 'wait', done: 'ok', refused: 'bad' } as const;

/** Files that were brought in, the newest first, with how far each is. */
export function FilesTable({ account, filters }: AccountView): ReactNode {
  const { trade, bank } = useText();
  return (
    <List
      of="listStatementImports"
      query={{ accountId: account.id }}
      isLive
      label={bank.views.files}
      empty={bank.none}
      leading={filters}
      columns={[
        column.at('createdAt', trade.at, { id: 'at', isSorted: true }),
        { id: 'file', title: bank.file, cell: ({ fileName, format }) => <TwoLines upper={fileName} lower={format} /> },
        {
          id: 'state',
          title: trade.status,
          cell: ({ state, isStopped }) => (
            <Badge tone={isStopped ? 'info' : tones[state]}>{isStopped ? bank.stopped : bank.fileStates[state]}</Badge>
          ),
        },
        { id: 'what', title: bank.what, cell: (file) => <FileOutcome file={file} /> },
        column.text('enteredBy', trade.who, { id: 'who' }),
      ]}
      acts={(file) => <FileActs file={file} />}
    />
  );
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
