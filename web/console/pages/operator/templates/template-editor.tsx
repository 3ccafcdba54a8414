import { type ReactNode, useEffect, useId, useState } from 'react';
import { useNameInLocale, useOffered } from '../../../api/names.ts';
import { useRead } from '../../../api/queries.ts';
import { useText } from '../../../text/locale.tsx';
import { ActForm, field, usualReason } from '../../../ui/act-form.tsx';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Panel } from '../../../ui/values.tsx';
import { type Draft, list, type Preview, questionOf } from './draft.ts';
import { Marking } from './marking.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import type { Template } from './switch-dialog.tsx';
import { TestsPanel } from './tests-panel.tsx';

/** Typing is over when nothing came for so long. */
const restMs = 250;

/** A template while somebody teaches it: marks, fields, test set, and at once what it would do. */
export function TemplateEditor({
  id,
  draft,
  onChange,
  onSaved,
}: {
  readonly id: number | null;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly onSaved: (template: Template) => void;
}): ReactNode {
  const { templates: words } = useText();
  const preview = usePreview(draft, id);
  const pattern = draft.pattern ?? preview.data?.pattern ?? '';
  return (
    <>
      <div className="columns">
        <Panel title={words.mark}>
          <Marking draft={draft} onChange={onChange} />
        </Panel>
        <PreviewPanel preview={preview.data} error={preview.error} />
      </div>
      <div className="columns">
        <Panel
          title={id === null ? words.newTemplate : words.editTemplate}
          actions={
            <DialogButton label={words.save} tone="primary">
              {(onClose) => <SaveDialog id={id} draft={draft} pattern={pattern} onSaved={onSaved} onClose={onClose} />}
            </DialogButton>
          }
        >
          <Fields draft={draft} pattern={pattern} onChange={onChange} />
        </Panel>
        <TestsPanel draft={draft} preview={preview.data} onChange={onChange} />
      </div>
    </>
  );
}

/** Asked again a moment after each change. */
function usePreview(draft: Draft, id: number | null) {
  const [asked, setAsked] = useState<Draft>(draft);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(draft), restMs);
    return () => clearTimeout(timer);
  }, [draft]);
  const body = questionOf(asked, id);
  const read = useRead('previewMessageTemplate', body === null ? {} : { body }, {
    isEnabled: body !== null,
    keepsPrevious: true,
  });
  const data: Preview | undefined = body === null ? undefined : read.data;
  return { data, error: body === null ? null : read.error };
}

function Fields({
  draft,
  pattern,
  onChange,
}: {
  readonly draft: Draft;
  readonly pattern: string;
  readonly onChange: (draft: Draft) => void;
}): ReactNode {
  const { templates: words } = useText();
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change });
  return (
    <div className="teach">
      <Whose draft={draft} onChange={onChange} />
      <Labelled label={words.senders} hint={words.sendersHint}>
        {(id) => (
          <input
            id={id}
            type="text"
            aria-describedby={`${id}-hint`}
            value={draft.senders}
            onChange={({ target }) => set({ senders: target.value })}
          />
        )}
      </Labelled>
      <LongField
        label={words.pattern}
        hint={words.patternHint}
        rows={3}
        value={pattern}
        onChange={(value) => set({ pattern: value })}
      />
      <LongField
        label={words.stopWords}
        hint={words.stopWordsHint}
        rows={5}
        value={draft.stopWords}
        onChange={(value) => set({ stopWords: value })}
      />
    </div>
  );
}

/** The bank that writes so, and what people call it. */
function Whose({ draft, onChange }: { readonly draft: Draft; readonly onChange: (draft: Draft) => void }): ReactNode {
  const { templates: words } = useText();
  const inLocale = useNameInLocale();
  const { currencies, banks } = useOffered();
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change });
  return (
    <div className="fields">
      <Labelled label={words.name}>
        {(id) => (
          <input
            id={id}
            type="text"
            maxLength={100}
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        )}
      </Labelled>
      <Labelled label={words.currency}>
        {(id) => (
          <select id={id} value={draft.currency} onChange={({ target }) => set({ currency: target.value, bank: '' })}>
            {currencies.map(({ code }) => (
              <option key={code}>{code}</option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled label={words.bank}>
        {(id) => (
          <select id={id} value={draft.bank} onChange={({ target }) => set({ bank: target.value })}>
            <option value="">–</option>
            {banks
              .filter(({ currency }) => currency === draft.currency)
              .map((bank) => (
                <option key={bank.code} value={bank.code}>
                  {inLocale(bank)}
                </option>
              ))}
          </select>
        )}
      </Labelled>
    </div>
  );
}

function LongField({
  label,
  hint,
  rows,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint: string;
  readonly rows: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  return (
    <Labelled label={label} hint={hint}>
      {(id) => (
        <textarea
          id={id}
          aria-describedby={`${id}-hint`}
          rows={rows}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Labelled>
  );
}

/** What is typed here is shown elsewhere at once, so the fields of forms, which are read when they are sent, do not serve. */
function Labelled({
  label,
  hint,
  children,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly children: (id: string) => ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

function SaveDialog({
  id,
  draft,
  pattern,
  onSaved,
  onClose,
}: {
  readonly id: number | null;
  readonly draft: Draft;
  readonly pattern: string;
  readonly onSaved: (template: Template) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { templates: words } = useText();
  const fields = {
    name: field.fixed(draft.name),
    bank: field.fixed(draft.bank),
    currency: field.fixed(draft.currency),
    senders: field.fixed(list(draft.senders)),
    pattern: field.fixed(pattern),
    stopWords: field.fixed(list(draft.stopWords)),
    tests: field.fixed(draft.tests.map((test) => ({ ...test }))),
    reason: usualReason(words.saveReason),
  };
  const shared = { words: { submit: words.save, done: words.saved }, fields, onDone: onSaved, onClose };
  return id === null ? (
    <ActForm {...shared} operation="addMessageTemplate" />
  ) : (
    <ActForm {...shared} operation="changeMessageTemplate" path={{ id }} />
  );
}
