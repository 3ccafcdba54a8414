import type { ReactNode } from 'react';
import type { ApiError } from '../../../api/client.ts';
import { formatDecimal } from '../../../format.ts';
import { useLocale, useText } from '../../../text/locale.tsx';
import { FaultList } from '../../../ui/faults.tsx';
import { Badge, Instant, Panel } from '../../../ui/values.tsx';
import type { Preview } from './draft.ts';

type Reading = NonNullable<Preview['example']>;

const tones = { transfer: 'ok', stopped: 'off', ambiguous: 'bad', unread: 'wait' } as const;

/** What the template makes of the example, and of the messages that are stored. */
export function PreviewPanel({
  preview,
  error,
}: {
  readonly preview: Preview | undefined;
  readonly error: ApiError | null;
}): ReactNode {
  const { templates: words } = useText();
  return (
    <Panel title={words.seen}>
      <div className="teach" aria-live="polite">
        {error !== null && <FaultList error={error} />}
        {preview === undefined && error === null && <p className="muted">{words.nothingMarked}</p>}
        {preview !== undefined && error === null && <Seen preview={preview} />}
      </div>
    </Panel>
  );
}

function Seen({ preview }: { readonly preview: Preview }): ReactNode {
  const { templates: words } = useText();
  const { fault, example, looked, gained, otherwise, lost, changes } = preview;
  if (fault !== null) {
    return (
      <p>
        <Badge tone="bad">{words.faults[fault] ?? fault}</Badge>
      </p>
    );
  }
  return (
    <>
      {example !== null && (
        <div>
          <p>{example.kind === 'transfer' ? words.readsAs : words.notRead}</p>
          <ReadingShown reading={example} />
        </div>
      )}
      <p>
        {words.looked(looked)}. {gained > 0 && <Badge tone="ok">{`${gained} ${words.gained}`}</Badge>}{' '}
        {otherwise > 0 && <Badge tone="wait">{`${otherwise} ${words.otherwise}`}</Badge>}{' '}
        {lost > 0 && <Badge tone="bad">{`${lost} ${words.lost}`}</Badge>}{' '}
        {looked > 0 && changes.length === 0 && words.noChanges}
      </p>
      {changes.length > 0 && (
        <ul className="changes" aria-label={words.seen}>
          {changes.map(({ message, before, after }) => (
            <li key={message.id}>
              <span className="example-text">
                {message.title === '' ? '' : `${message.title} — `}
                {message.text}
              </span>
              <span className="muted">
                {message.sender} · <Instant at={message.cameAt} />
              </span>
              <Both before={before} after={after} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Both({ before, after }: { readonly before: Reading; readonly after: Reading }): ReactNode {
  const { templates: words } = useText();
  return (
    <>
      <div>
        <span className="muted">{words.before}:</span> <ReadingShown reading={before} />
      </div>
      <div>
        <span className="muted">{words.after}:</span> <ReadingShown reading={after} />
      </div>
    </>
  );
}

function ReadingShown({ reading }: { readonly reading: Reading }): ReactNode {
  const { templates: words } = useText();
  const { kind, word, parts } = reading;
  return (
    <>
      <Badge tone={tones[kind]}>{words.readings[kind]}</Badge> {word}
      {parts !== null && <PartsShown parts={parts} />}
    </>
  );
}

export function PartsShown({ parts }: { readonly parts: NonNullable<Reading['parts']> }): ReactNode {
  const { locale, text } = useLocale();
  const words = text.templates;
  const shown = (name: keyof typeof parts) =>
    name === 'amount' || name === 'balance' ? formatDecimal(locale, parts[name] ?? '') : parts[name];
  const names = ['amount', 'name', 'digits', 'balance', 'time', 'date'] as const;
  return (
    <dl className="reading">
      {names.map((name) =>
        parts[name] === undefined ? null : (
          <div key={name}>
            <dt>{words.parts[name]}</dt>
            <dd>{shown(name)}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
