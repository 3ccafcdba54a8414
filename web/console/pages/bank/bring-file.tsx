import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useRequisiteChoices } from '../../api/choices.ts';
import { ApiError, call } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FaultList } from '../../ui/faults.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormValues } from '../../ui/form.ts';
import { PickerField } from '../../ui/picker.tsx';
import { FileOutcome } from './files.tsx';
import { PreviewStep } from './preview-step.tsx';

type Step =
  | { readonly kind: 'choose' }
  | { readonly kind: 'sending'; readonly percent: number }
  | { readonly kind: 'preview'; readonly id: string }
  | { readonly kind: 'running'; readonly id: string };

/** From the file to what became of its lines: chosen, sent in pieces, looked at, read. */
export function BringFileDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { bank } = useText();
  const [step, setStep] = useState<Step>({ kind: 'choose' });
  const [error, setError] = useState<ApiError | null>(null);
  const send = async (requisiteId: number, file: File) => {
    setError(null);
    try {
      const id = await sendFile(requisiteId, file, (percent) => setStep({ kind: 'sending', percent }));
      setStep({ kind: 'preview', id });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure);
      setStep({ kind: 'choose' });
    }
  };
  return (
    <Dialog title={bank.bring} isWide onClose={onClose}>
      {error !== null && <FaultList error={error} />}
      {step.kind === 'choose' && <ChooseStep onChosen={send} />}
      {step.kind === 'sending' && (
        <div className="dialog-body">
          <p role="status">{bank.sent(step.percent)}</p>
          <progress className="bank-progress" aria-label={bank.send} max={100} value={step.percent} />
        </div>
      )}
      {step.kind === 'preview' && (
        <PreviewStep id={step.id} onStarted={() => setStep({ kind: 'running', id: step.id })} />
      )}
      {step.kind === 'running' && <RunningStep id={step.id} onClose={onClose} />}
    </Dialog>
  );
}

const pieceBytes = 4 * 1024 * 1024;

/** Piece after piece: a file of any size is never whole in memory. */
async function sendFile(requisiteId: number, file: File, told: (percent: number) => void): Promise<string> {
  told(0);
  const body = { requisiteId, fileName: file.name, sizeBytes: file.size };
  const { id } = await call('createStatementImport', { body });
  for (let at = 0; at < file.size; at += pieceBytes) {
    const piece = file.slice(at, at + pieceBytes);
    // The interface's document knows bytes as text.
    await call('putStatementPiece', { path: { id }, query: { at }, body: piece as unknown as string });
    told(Math.floor((Math.min(at + pieceBytes, file.size) / file.size) * 100));
  }
  return id;
}

function ChooseStep({ onChosen }: { readonly onChosen: (requisiteId: number, file: File) => void }): ReactNode {
  const { bank } = useText();
  const requisites = useOwnRequisites();
  const [file, setFile] = useState<File | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const requisiteId = new FormValues(event.currentTarget).whole('requisiteId');
    if (requisiteId !== null && file !== null) onChosen(requisiteId, file);
  };
  return (
    <form className="dialog-body" onSubmit={submit}>
      <PickerField name="requisiteId" label={bank.requisite} hint={bank.requisiteHint} options={requisites} required />
      <BankFile file={file} onFile={setFile} />
      <footer className="dialog-foot">
        <Button type="submit" tone="primary" disabled={file === null}>
          {bank.send}
        </Button>
      </footer>
    </form>
  );
}

/** An operator chooses among all, with their makers; a maker among own ones. */
function useOwnRequisites() {
  const isOperator = useMe().role === 'operator';
  const all = useRequisiteChoices(isOperator);
  const own = useRead('listRequisites', { query: { limit: 200 } }, { isEnabled: !isOperator });
  if (isOperator) return all;
  return (own.data?.items ?? []).map(({ id, number, holder }) => [String(id), `${number} · ${holder}`] as const);
}

function BankFile({ file, onFile }: { readonly file: File | null; readonly onFile: (file: File) => void }): ReactNode {
  const { bank } = useText();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{bank.file}</label>
      <FileDrop
        input={{ id }}
        choose={bank.choose}
        note={file === null ? bank.drop : file.name}
        onFile={(given) => given.size > 0 && onFile(given)}
      />
    </div>
  );
}

/** Asked again until it has ended; the window may be closed before, and the file is read on. */
function RunningStep({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const text = useText();
  const { bank } = text;
  const client = useQueryClient();
  const { data: work } = useRead('getStatementImport', { path: { id } }, { isLive: true });
  const hasEnded = work?.state === 'done' || work?.state === 'refused';
  const close = () => {
    void client.invalidateQueries();
    onClose();
  };
  const checked = work === undefined ? 0 : Math.floor((work.checkedBytes / work.sizeBytes) * 100);
  const isReading = work !== undefined && work.linesTotal !== null;
  return (
    <div className="dialog-body">
      {work !== undefined && !hasEnded && (
        <>
          <p role="status">{isReading ? bank.taken(work.linesDone, work.linesTotal ?? 0) : bank.checked(checked)}</p>
          <progress
            className="bank-progress"
            aria-label={bank.start}
            max={isReading ? (work.linesTotal ?? 1) : 100}
            value={isReading ? work.linesDone : checked}
          />
        </>
      )}
      {work !== undefined && hasEnded && (
        <>
          <p role="status">{work.state === 'done' ? bank.done : bank.fileStates.refused}</p>
          <FileOutcome file={work} />
        </>
      )}
      <footer className="dialog-foot">
        <Button tone="primary" onClick={close}>
          {text.shell.close}
        </Button>
      </footer>
    </div>
  );
}
