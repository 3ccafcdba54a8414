import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useText } from '../../text/locale.tsx';
import { Badge, Facts, Id, Instant, Panel } from '../../ui/values.tsx';

type Evidence = Answer<'readSystem'>['evidence'];

/** What shows that nothing was rewritten: where the sealed book and the chain of the audit log end, and how far they were checked. */
export function EvidenceState({ evidence }: { readonly evidence: Evidence }): ReactNode {
  const { evidence: words } = useText().operator.system;
  const { book, auditLog } = evidence;
  const state = stateOf(auditLog);
  return (
    <>
      <Panel title={words.book}>
        <Facts
          items={[
            [words.lastPage, <Head key="page" number={book.page} hash={book.hash} />],
            [words.sealedAt, <When key="sealed" at={book.sealedAt} />],
            [words.rereadAt, <When key="reread" at={book.rereadAt} />],
            [words.rereadPage, words.of(book.rereadPage, book.page)],
          ]}
        />
      </Panel>
      <Panel title={words.auditLog}>
        <Facts
          items={[
            [
              words.chain,
              <Badge key="chain" tone={tones[state]}>
                {words.states[state]}
              </Badge>,
            ],
            [words.lastLine, <Head key="line" number={auditLog.lines} hash={auditLog.hash} />],
            [words.checkedAt, <When key="checked" at={auditLog.checkedAt} />],
            [words.checkedLine, words.of(auditLog.checkedLines, auditLog.lines)],
          ]}
        />
        {auditLog.faults.length > 0 && (
          <ul className="faults">
            {auditLog.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

const tones = { whole: 'ok', unchecked: 'wait', broken: 'bad' } as const;

/** That it is whole is known after a walk along all of it; that it is not, at once. */
function stateOf({ faults, checkedAt }: Evidence['auditLog']): keyof typeof tones {
  if (faults.length > 0) return 'broken';
  return checkedAt === null ? 'unchecked' : 'whole';
}

function Head({ number, hash }: { readonly number: number; readonly hash: string | null }): ReactNode {
  return (
    <span className="row">
      {number} {hash !== null && <Id value={hash} />}
    </span>
  );
}

function When({ at }: { readonly at: string | null }): ReactNode {
  const { evidence: words } = useText().operator.system;
  return at === null ? words.notYet : <Instant at={at} />;
}
