import type { ReactNode } from 'react';
import { useText } from '../../../text/locale.tsx';
import { Button } from '../../../ui/button.tsx';
import { Badge, Panel } from '../../../ui/values.tsx';
import { type Draft, list, type Preview, type Test } from './draft.ts';
import { PartsShown } from './preview-panel.tsx';

/** Messages with what they have to be read as: without them nobody knows what a change breaks. */
export function TestsPanel({
  draft,
  preview,
  onChange,
}: {
  readonly draft: Draft;
  readonly preview: Preview | undefined;
  readonly onChange: (draft: Draft) => void;
}): ReactNode {
  const { templates: words } = useText();
  const example = preview?.example ?? null;
  const sender = list(draft.senders)[0] ?? '';
  const isReady = draft.text.trim() !== '' && sender !== '';
  const add = (expect: Test['expect']) => {
    const test = { sender, title: draft.title, text: draft.text, expect };
    const others = draft.tests.filter((one) => one.text !== test.text || (one.title ?? '') !== test.title);
    onChange({ ...draft, tests: [...others, test] });
  };
  return (
    <Panel title={`${words.tests}: ${draft.tests.length}`}>
      <div className="teach">
        <p className="muted">{words.testsHint}</p>
        <div className="part-buttons">
          <Button
            className="small"
            disabled={!isReady || example?.kind !== 'transfer'}
            onClick={() => add(example?.parts ?? null)}
          >
            {words.addRead}
          </Button>
          <Button className="small" disabled={!isReady} onClick={() => add(null)}>
            {words.addTrap}
          </Button>
        </div>
        {draft.tests.length === 0 && <p className="muted">{words.noTests}</p>}
        <ol className="template-tests" aria-label={words.tests}>
          {draft.tests.map((test, index) => {
            const failed = preview?.failedTests.find((one) => one.test === index + 1);
            return (
              <li key={`${test.title} ${test.text}`} className={failed === undefined ? undefined : 'is-bad'}>
                <span className="example-text">
                  {(test.title ?? '') === '' ? '' : `${test.title} — `}
                  {test.text}
                </span>
                {test.expect === null ? (
                  <span className="muted">{words.isTrap}</span>
                ) : (
                  <PartsShown parts={test.expect} />
                )}
                <span className="part-buttons">
                  {failed !== undefined && <Badge tone="bad">{words.failed[failed.fault]}</Badge>}
                  <Button
                    className="small"
                    aria-label={`${words.remove}: ${test.text}`}
                    onClick={() => onChange({ ...draft, tests: draft.tests.filter((one) => one !== test) })}
                  >
                    {words.remove}
                  </Button>
                </span>
              </li>
            );
          })}
        </ol>
      </div>
    </Panel>
  );
}
