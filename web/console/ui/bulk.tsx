import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { useText } from '../text/locale.tsx';
import { Button, type Tone } from './button.tsx';
import { Dialog, submitByKey } from './dialog.tsx';
import { faultText } from './faults.tsx';
import { ReasonField } from './field.tsx';
import { FormValues } from './form.ts';
import { tell } from './toast.tsx';

/** One act on many rows. Each row is done and logged as it would be alone; what is refused does not keep back the rest. */
export interface BulkAct<Row> {
  readonly label: string;
  readonly tone?: Tone;
  /** Rows for which it makes no sense cannot be chosen. */
  readonly isFor: (row: Row) => boolean;
  /** What a row is called where it was refused, and for who cannot see it. */
  readonly nameOf: (row: Row) => string;
  readonly perform: (row: Row, reason: string) => Promise<unknown>;
}

/** A column of the table. */
interface Chooser<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
}

interface Chosen<Row> {
  /** With a box for each row to choose it by; null where there is no act. */
  readonly column: Chooser<Row> | null;
  /** What can be done with the chosen ones; nothing while there are none. */
  readonly bar: ReactNode;
}

export function useBulk<Row>(
  act: BulkAct<Row> | undefined,
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => string | number,
): Chosen<Row> {
  const { bulk: words } = useText().operator.review;
  const [keys, setKeys] = useState<ReadonlySet<string | number>>(new Set());
  const [isOpen, setOpen] = useState(false);
  if (act === undefined) return { column: null, bar: null };
  // What has left the list, or is done already, is chosen no longer.
  const chosen = (rows ?? []).filter((row) => keys.has(rowKey(row)) && act.isFor(row));
  const column: Chooser<Row> = {
    id: 'select',
    title: words.select,
    cell: (row) =>
      act.isFor(row) ? (
        <input
          type="checkbox"
          aria-label={words.selectRow(act.nameOf(row))}
          checked={keys.has(rowKey(row))}
          onChange={({ target }) => {
            const next = new Set(keys);
            if (target.checked) next.add(rowKey(row));
            else next.delete(rowKey(row));
            setKeys(next);
          }}
        />
      ) : null,
  };
  const clear = () => setKeys(new Set());
  const bar = (
    <>
      {chosen.length > 0 && (
        <div className="bulk-bar" role="status">
          <span>{words.selected(chosen.length)}</span>
          <Button tone={act.tone ?? 'plain'} onClick={() => setOpen(true)}>
            {act.label}
          </Button>
          <Button tone="ghost" onClick={clear}>
            {words.clear}
          </Button>
        </div>
      )}
      {isOpen && <BulkDialog act={act} rows={chosen} onClose={() => setOpen(false)} />}
    </>
  );
  return { column, bar };
}

interface Refusal {
  readonly name: string;
  readonly error: ApiError;
}

function BulkDialog<Row>({
  act,
  rows,
  onClose,
}: {
  readonly act: BulkAct<Row>;
  readonly rows: readonly Row[];
  readonly onClose: () => void;
}): ReactNode {
  const text = useText();
  const { bulk: words } = text.operator.review;
  const client = useQueryClient();
  const [done, setDone] = useState<number | null>(null);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  // As they were when the form was opened: rows that are done leave the list while the others are under way.
  const [asked] = useState(rows);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = new FormValues(event.currentTarget).text('reason');
    const refused = await performAll(act, asked, reason, setDone);
    setRefusals(refused);
    setDone(null);
    void client.invalidateQueries();
    if (asked.length > refused.length) tell(words.done(asked.length - refused.length));
    if (refused.length === 0) onClose();
  };
  return (
    <Dialog title={`${act.label}: ${asked.length}`} onClose={onClose}>
      <form className="dialog-form" onSubmit={send} onKeyDown={submitByKey}>
        <div className="dialog-body">
          {refusals.length === 0 ? (
            <ReasonField />
          ) : (
            <div className="faults" role="alert">
              <p>{words.failed(refusals.length)}</p>
              <ul>
                {refusals.map(({ name, error }) => (
                  <li key={name}>
                    {name}: {error.faults.map((fault) => faultText(text, fault)).join(' ')}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {done !== null && <p role="status">{words.doing(done, asked.length)}</p>}
        </div>
        <footer className="dialog-foot">
          <Button onClick={onClose}>{refusals.length === 0 ? text.shell.cancel : text.shell.close}</Button>
          {refusals.length === 0 && (
            <Button type="submit" tone={act.tone ?? 'primary'} isBusy={done !== null}>
              {act.label}
            </Button>
          )}
        </footer>
      </form>
    </Dialog>
  );
}

/** One after the other: a service that is asked for fifty things at once would rather say no. */
async function performAll<Row>(
  act: BulkAct<Row>,
  rows: readonly Row[],
  reason: string,
  tellDone: (count: number) => void,
): Promise<readonly Refusal[]> {
  const refused: Refusal[] = [];
  for (const [index, row] of rows.entries()) {
    tellDone(index);
    try {
      await act.perform(row, reason);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.push({ name: act.nameOf(row), error });
    }
  }
  return refused;
}
