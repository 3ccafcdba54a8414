import { type ReactNode, useId, useRef, useState } from 'react';
import { useText } from '../../../text/locale.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type Draft, type Mark, markedText, withMark } from './draft.ts';

const parts = ['amount', 'name', 'digits', 'balance', 'time', 'date', 'any', 'number'] as const;

/**
 * The message, in which a person selects pieces and says what they are. It is a plain text area: mouse, thumb and keyboard all
 * select in it as everywhere else.
 */
export function Marking({
  draft,
  onChange,
}: {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}): ReactNode {
  const { templates: words } = useText();
  const area = useRef<HTMLTextAreaElement>(null);
  const [isNothing, setNothing] = useState(false);
  const id = useId();
  const text = markedText(draft);
  const mark = (part: Mark['part']) => {
    const field = area.current;
    if (field === null) return;
    const next = withMark(draft, { begin: field.selectionStart, end: field.selectionEnd }, part);
    const isEmpty = next.marks.some(({ begin, end }) => begin === end);
    setNothing(isEmpty);
    if (!isEmpty) onChange(next);
    // Where the person was, so that the next piece is selected from there.
    field.focus();
  };
  const retype = (typed: string) => onChange({ ...draft, text: typed, marks: [], isTitled: false });
  return (
    <div className="teach">
      <div className="field teach-message">
        <label htmlFor={id}>{words.message}</label>
        <textarea
          ref={area}
          id={id}
          rows={3}
          maxLength={4000}
          value={text}
          readOnly={draft.isTitled && draft.title !== ''}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => retype(target.value)}
        />
        <p id={`${id}-hint`} className="hint">
          {words.markHint}
        </p>
      </div>
      {draft.title !== '' && (
        <label className="check">
          <input
            type="checkbox"
            checked={draft.isTitled}
            onChange={({ target }) => onChange({ ...draft, isTitled: target.checked, marks: [] })}
          />
          <span>{`${words.isTitled}: ${draft.title}`}</span>
        </label>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields. */}
      <div className="part-buttons" role="group" aria-label={words.thisIs}>
        <span className="muted">{words.thisIs}</span>
        {parts.map((part) => (
          <Button key={part} className="small" data-part={part} disabled={text === ''} onClick={() => mark(part)}>
            {words.parts[part]}
          </Button>
        ))}
      </div>
      <div role="status">{isNothing && <p className="hint fault">{words.selectFirst}</p>}</div>
      <Marks draft={draft} onChange={onChange} />
    </div>
  );
}

function Marks({ draft, onChange }: { readonly draft: Draft; readonly onChange: (draft: Draft) => void }): ReactNode {
  const { templates: words } = useText();
  const text = markedText(draft);
  if (text === '') return null;
  if (draft.marks.length === 0) return <p className="muted">{words.nothingMarked}</p>;
  return (
    <>
      <p className="marked-text">{pieces(text, draft.marks)}</p>
      <ul className="marks" aria-label={words.marked}>
        {draft.marks.map((mark) => {
          const piece = text.slice(mark.begin, mark.end);
          return (
            <li key={mark.begin} className="mark" data-part={mark.part}>
              {words.parts[mark.part]}: {piece}
              <button
                type="button"
                className="button ghost icon-only small"
                aria-label={words.unmark(piece)}
                onClick={() =>
                  onChange({ ...draft, marks: draft.marks.filter((other) => other !== mark), pattern: null })
                }
              >
                <Icon name="close" />
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function pieces(text: string, marks: readonly Mark[]): ReactNode[] {
  const shown: ReactNode[] = [];
  let at = 0;
  for (const { begin, end, part } of marks) {
    shown.push(text.slice(at, begin));
    shown.push(
      <mark key={begin} data-part={part}>
        {text.slice(begin, end)}
      </mark>,
    );
    at = end;
  }
  shown.push(text.slice(at));
  return shown;
}
