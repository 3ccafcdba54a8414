import './csv-field.css';
import { type ReactNode, useId, useState } from 'react';
import { useText } from '../text/locale.tsx';
import { type CsvRow, csvRows } from './csv-rows.ts';
import { FileDrop } from './file-drop.tsx';

/** What the service has against one line. */
interface CsvFault {
  readonly line: number;
  readonly message: string;
}

interface CsvFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Of the text as it is; null while it is being looked at. */
  readonly faults: readonly CsvFault[] | null;
}

const bytesMax = 1024 * 1024;

/** A table as text: dropped as a file, chosen, pasted or typed. It is shown row by row before anything is done with it. */
export function CsvField({ name, label, hint, value, onChange, faults }: CsvFieldProps): ReactNode {
  const words = useText().csv;
  const id = useId();
  const [isTooBig, setTooBig] = useState(false);
  const take = async (given: File) => {
    setTooBig(given.size > bytesMax);
    if (given.size <= bytesMax) onChange(await given.text());
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <FileDrop
        input={{ 'aria-label': words.choose, accept: '.csv,.txt,text/csv,text/plain' }}
        choose={words.choose}
        note={words.drop}
        onFile={(given) => void take(given)}
      >
        <textarea
          id={id}
          name={name}
          rows={5}
          required
          spellCheck={false}
          aria-describedby={`${id}-note`}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </FileDrop>
      <p id={`${id}-note`} className={isTooBig ? 'hint fault' : 'hint'}>
        {isTooBig ? words.tooBig : hint}
      </p>
      <Preview rows={csvRows(value)} faults={faults} />
    </div>
  );
}

const rowsShown = 50;

function Preview({ rows, faults }: { readonly rows: readonly CsvRow[]; readonly faults: readonly CsvFault[] | null }) {
  const words = useText().csv;
  const [head, ...body] = rows;
  if (head === undefined || body.length === 0) return null;
  const faultOf = new Map((faults ?? []).map(({ line, message }) => [line, message]));
  // Bad lines first: they are what somebody has to see.
  const shown = [...body].sort((left, right) => Number(faultOf.has(right.line)) - Number(faultOf.has(left.line)));
  return (
    <div className="csv-preview">
      <p role="status">{faults === null ? words.checking : words.found(body.length, faultOf.size)}</p>
      <div className="table-scroll">
        <table aria-label={words.preview}>
          <thead>
            <tr>
              <th scope="col">{words.line}</th>
              {head.cells.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
              <th scope="col">{words.fault}</th>
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, rowsShown).map(({ line, cells }) => (
              <tr key={line} className={faultOf.has(line) ? 'is-bad' : undefined}>
                <td>{line}</td>
                {head.cells.map((title, index) => (
                  <td key={title}>{cells[index] ?? ''}</td>
                ))}
                <td>{faultOf.get(line) ?? (faults === null ? '' : '✓')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {body.length > rowsShown && <p className="muted">{words.more(body.length - rowsShown)}</p>}
    </div>
  );
}
