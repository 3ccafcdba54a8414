import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { type Answer, type ApiError, call } from '../../api/client.ts';
import { useText } from '../../text/locale.tsx';
import { CsvField } from '../../ui/csv-field.tsx';
import { ActDialog, Dialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { FaultList, faultText } from '../../ui/faults.tsx';
import { CheckField, ReasonField } from '../../ui/field.tsx';

/** Requisites of a maker from a file. What is wrong in which line is shown before anything is done. */
export function ImportRequisites({ makerId }: { readonly makerId: number }): ReactNode {
  const text = useText();
  const { requisites } = text.operator;
  const [result, setResult] = useState<Answer<'importRequisites'> | null>(null);
  return (
    <>
      <DialogButton label={requisites.import}>
        {(onClose) => <ImportDialog makerId={makerId} onDone={setResult} onClose={onClose} />}
      </DialogButton>
      {result !== null && (
        <Dialog title={requisites.imported(result.created)} onClose={() => setResult(null)}>
          <ul className="dialog-body">
            {result.errors.map(({ line, ...fault }) => (
              <li key={line}>{`${requisites.line} ${line}: ${faultText(text, fault)}`}</li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

function ImportDialog({
  makerId,
  onDone,
  onClose,
}: {
  readonly makerId: number;
  readonly onDone: (answer: Answer<'importRequisites'>) => void;
  readonly onClose: () => void;
}): ReactNode {
  const text = useText();
  const { requisites } = text.operator;
  const [csv, setCsv] = useState('');
  const trial = useTrial(makerId, csv);
  const faults = trial.data?.errors.map(({ line, ...fault }) => ({ line, message: faultText(text, fault) })) ?? null;
  return (
    <ActDialog
      title={requisites.import}
      operation="importRequisites"
      submit={requisites.import}
      isWide
      read={(values) => ({
        path: { id: makerId },
        query: { reason: values.text('reason'), ...(values.isChecked('partial') ? { partial: 'true' } : {}) },
        body: `${csv.trimEnd()}\n`,
      })}
      onDone={onDone}
      onClose={onClose}
    >
      <CsvField
        name="csv"
        label="CSV"
        hint={requisites.importHint}
        value={csv}
        onChange={setCsv}
        faults={trial.error === null ? faults : []}
      />
      {trial.error !== null && <FaultList error={trial.error} />}
      {faults !== null && faults.length > 0 && <CheckField name="partial" label={requisites.importPartial} />}
      <ReasonField />
    </ActDialog>
  );
}

/** Waits until somebody stops typing. */
const settleMs = 400;

/** What the service has against the file, as it is now. Asked like a read: it changes nothing. */
function useTrial(makerId: number, csv: string) {
  const [settled, setSettled] = useState(csv);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(csv), settleMs);
    return () => clearTimeout(timer);
  }, [csv]);
  return useQuery<Answer<'importRequisites'>, ApiError>({
    queryKey: ['importRequisites trial', makerId, settled],
    queryFn: ({ signal }) =>
      call(
        'importRequisites',
        { path: { id: makerId }, query: { reason: 'preview', trial: 'true' }, body: `${settled.trimEnd()}\n` },
        { signal },
      ),
    enabled: settled.trim() !== '' && settled === csv,
    gcTime: 0,
  });
}
