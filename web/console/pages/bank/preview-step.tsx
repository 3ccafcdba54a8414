import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { type Answer, type ApiError, call } from '../../api/client.ts';
import { useAct, useRead } from '../../api/queries.ts';
import type { CsvMapping } from '../../api/schema.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { FaultList, faultText } from '../../ui/faults.tsx';
import { Loading } from '../../ui/states.tsx';
import { useTellFaults } from '../../ui/tell-faults.ts';
import { Facts } from '../../ui/values.tsx';

type Preview = Answer<'previewStatementImport'>;
/** How the file will be read, before it is. Of CSV a person chooses what the columns mean, and sees at once what comes of it. */
export function PreviewStep({ id, onStarted }: { readonly id: string; readonly onStarted: () => void }): ReactNode {
  const text = useText();
  const { bank } = text;
  const isOperator = useMe().role === 'operator';
  const [chosen, setChosen] = useState<CsvMapping | null>(null);
  const [name, setName] = useState('');
  const nameId = useId();
  const preview = useQuery<Preview, ApiError>({
    queryKey: ['previewStatementImport', id, chosen],
    queryFn: ({ signal }) => call('previewStatementImport', { path: { id }, body: { mapping: chosen } }, { signal }),
    placeholderData: (before) => before,
    gcTime: 0,
  });
  const start = useAct('startStatementImport');
  const save = useAct('saveCsvMapping');
  const tellFaults = useTellFaults();
  const mapping = chosen ?? preview.data?.mapping ?? null;
  const begin = async () => {
    if (name.trim() !== '' && mapping !== null) {
      // The file is read at once; that others find its columns under a name may wait for another operator.
      await save.mutateAsync({ body: { name: name.trim(), mapping } }).catch(tellFaults);
    }
    await start.mutateAsync({ path: { id }, body: { mapping } });
    onStarted();
  };
  if (preview.error !== null) return <FaultList error={preview.error} />;
  if (preview.data === undefined) return <Loading />;
  const { format, account, lines, fault } = preview.data;
  const { error } = start;
  return (
    <form
      className="dialog-body"
      onSubmit={(event) => {
        event.preventDefault();
        void begin().catch(() => undefined);
      }}
    >
      {error !== null && <FaultList error={error} />}
      <Facts items={[[bank.format, format], account === null ? null : [bank.account, account]]} />
      {mapping !== null && <MappingFields preview={preview.data} mapping={mapping} onChange={setChosen} />}
      <Lines lines={lines} />
      {fault !== null && (
        <p className="hint fault" role="alert">
          {faultText(text, fault)}
        </p>
      )}
      {mapping !== null && isOperator && (
        <div className="field">
          <label htmlFor={nameId}>{bank.mappingName}</label>
          <input
            id={nameId}
            type="text"
            value={name}
            maxLength={100}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
      )}
      <footer className="dialog-foot">
        <Button type="submit" tone="primary" isBusy={start.isPending || save.isPending} disabled={fault !== null}>
          {bank.start}
        </Button>
      </footer>
    </form>
  );
}

interface MappingProps {
  readonly preview: Preview;
  readonly mapping: CsvMapping;
  readonly onChange: (mapping: CsvMapping) => void;
}

function MappingFields({ preview, mapping, onChange }: MappingProps): ReactNode {
  const { bank } = useText();
  const saved = useRead('listCsvMappings').data?.items ?? [];
  const headings = preview.rows[mapping.headingLine - 1] ?? [];
  // Every column that there is has its words.
  const columns: Readonly<Record<keyof CsvMapping['columns'], string>> = bank.columns;
  const options = headings.filter((heading, index) => heading !== '' && headings.indexOf(heading) === index);
  return (
    <fieldset className="bank-columns">
      <legend>{bank.mapping}</legend>
      {saved.length > 0 && (
        <Choice
          label={bank.savedMapping}
          value=""
          options={[['', bank.guess], ...saved.map((one) => [String(one.id), one.name] as const)]}
          onChange={(value) => {
            const found = saved.find(({ id }) => String(id) === value);
            if (found !== undefined) onChange(found.mapping);
          }}
        />
      )}
      {Object.entries(columns).map(([column, label]) => (
        <Choice
          key={column}
          label={label}
          value={mapping.columns[column as keyof typeof columns] ?? ''}
          options={[['', bank.noColumn], ...options.map((heading) => [heading, heading] as const)]}
          onChange={(value) => onChange({ ...mapping, columns: { ...mapping.columns, [column]: value } })}
        />
      ))}
      <Choice
        label={bank.dayOrder}
        value={mapping.dayOrder}
        options={(['dmy', 'ymd', 'mdy'] as const).map((order) => [order, bank.dayOrders[order]])}
        onChange={(value) => onChange({ ...mapping, dayOrder: value as CsvMapping['dayOrder'] })}
      />
      <Choice
        label={bank.decimalMark}
        value={mapping.decimalMark}
        options={[
          [',', ','],
          ['.', '.'],
        ]}
        onChange={(value) => onChange({ ...mapping, decimalMark: value as CsvMapping['decimalMark'] })}
      />
    </fieldset>
  );
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(([one, shown]) => (
          <option key={one} value={one}>
            {shown}
          </option>
        ))}
      </select>
    </div>
  );
}

function Lines({ lines }: Pick<Preview, 'lines'>): ReactNode {
  const text = useText();
  const { bank } = text;
  if (lines.length === 0) return null;
  return (
    <div className="csv-preview">
      <p>{bank.preview}</p>
      <div className="table-scroll">
        <table aria-label={bank.preview}>
          <thead>
            <tr>
              <th scope="col">{bank.day}</th>
              <th scope="col">{text.trade.sum}</th>
              <th scope="col">{bank.party}</th>
              <th scope="col">{bank.purpose}</th>
              <th scope="col">{text.fields.reference}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.where}>
                <td>{line.bookedOn}</td>
                <td className="numeric">{`${line.direction === 'in' ? '+' : '−'}${line.amount} ${line.currency ?? ''}`}</td>
                <td>{line.party}</td>
                <td>{line.purpose}</td>
                <td>{line.reference ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
