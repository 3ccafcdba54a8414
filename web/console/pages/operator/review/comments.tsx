import { type FormEvent, type ReactNode, useRef } from 'react';
import { useAct } from '../../../api/queries.ts';
import { useShortcut } from '../../../shortcuts.ts';
import { useText } from '../../../text/locale.tsx';
import { Button } from '../../../ui/button.tsx';
import { ActFields, submitByKey } from '../../../ui/dialog.tsx';
import { AreaField } from '../../../ui/field.tsx';
import { FormValues } from '../../../ui/form.ts';
import { Instant, Panel } from '../../../ui/values.tsx';
import type { Case } from './case-age.tsx';

/** What operators say to each other about a case. */
export function Comments({ of }: { readonly of: Case }): ReactNode {
  const { review } = useText().operator;
  const act = useAct('commentCase');
  const form = useRef<HTMLFormElement>(null);
  useShortcut('i', review.comment, () => form.current?.querySelector('textarea')?.focus());
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    const text = new FormValues(currentTarget).text('text');
    act.mutate({ path: { id: of.id }, body: { text } }, { onSuccess: () => currentTarget.reset() });
  };
  return (
    <Panel title={review.comments}>
      {of.comments.length > 0 && (
        <ol className="comments">
          {of.comments.map(({ id, login, at, text }) => (
            <li key={id}>
              <p className="muted">
                {login} · <Instant at={at} />
              </p>
              <p>{marked(text)}</p>
            </li>
          ))}
        </ol>
      )}
      <form ref={form} className="comment-form" onSubmit={send} onKeyDown={submitByKey}>
        <ActFields act={act}>
          <AreaField name="text" label={review.comment} hint={review.commentHint} required />
        </ActFields>
        <Button type="submit" isBusy={act.isPending}>
          {review.say}
        </Button>
      </form>
    </Panel>
  );
}

/** Names stand out; the text stays text. */
function marked(text: string): ReactNode {
  return text.split(/(@[a-z0-9][a-z0-9._@+-]+)/i).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    part.startsWith('@') ? <strong key={index}>{part}</strong> : part,
  );
}
