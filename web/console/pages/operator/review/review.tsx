import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Answer } from '../../../api/client.ts';
import { useAct, useRead } from '../../../api/queries.ts';
import { useShortcut } from '../../../shortcuts.ts';
import type { Dictionary } from '../../../text/en/dictionary.ts';
import { useText } from '../../../text/locale.tsx';
import { Button } from '../../../ui/button.tsx';
import { InlineActs } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Loading, Trouble } from '../../../ui/states.tsx';
import { Money } from '../../../ui/values.tsx';
import { type ActChoice, arrivalActs, dealActs, withdrawalActs } from '../acts/acts.tsx';
import { MatchDialog } from '../acts/arrival-acts.tsx';
import { workName } from '../work-name.ts';
import { type Case, CaseAge } from './case-age.tsx';
import { ClaimBar } from './claim-bar.tsx';
import { Comments } from './comments.tsx';
import { CaseContent } from './content.tsx';
import './review.css';

interface ReviewProps {
  readonly id: string;
  readonly limits: Answer<'listWork'>['limits'];
  /** Somebody has called the one who looks. */
  readonly isCalled: boolean;
  /** Opens the case that comes after, or before. */
  readonly onStep: (step: 1 | -1) => void;
  readonly onClose: () => void;
}

/** One case with all that is needed to decide it, beside the list; on a phone above it. After the answer comes the next. */
export function Review(props: ReviewProps): ReactNode {
  const { id, isCalled, onStep, onClose } = props;
  const { review } = useText().operator;
  const read = useRead('readCase', { path: { id } }, { isLive: true });
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    pane.current?.scrollTo(0, 0);
    // Who works by keys goes on from here, and a screen reader begins here.
    pane.current?.focus({ preventScroll: true });
    if (id !== '') pane.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  useShortcut('j', review.next, () => onStep(1));
  useShortcut('k', review.previous, () => onStep(-1));
  useShortcut('Escape', review.close, onClose);
  useSeen(id, isCalled && read.data !== undefined);
  return (
    <section ref={pane} className="review" aria-label={review.title} tabIndex={-1}>
      {read.data === undefined ? (
        <>
          <Bar onStep={onStep} onClose={onClose} />
          {read.error ? <Trouble error={read.error} retry={() => read.refetch()} /> : <Loading />}
        </>
      ) : (
        <Opened key={id} of={read.data} {...props} />
      )}
    </section>
  );
}

/** Who was named in a comment and has it on the screen has seen it. */
function useSeen(id: string, isShown: boolean): void {
  const { mutate } = useAct('seeMentions');
  useEffect(() => {
    if (isShown) mutate({ path: { id } });
  }, [id, isShown, mutate]);
}

function Bar({
  onStep,
  onClose,
  children,
}: Pick<ReviewProps, 'onStep' | 'onClose'> & { readonly children?: ReactNode }): ReactNode {
  const { review } = useText().operator;
  return (
    <header className="review-head">
      <div className="review-title">{children}</div>
      <div className="review-steps">
        <Button tone="ghost" shortcut="k" aria-label={review.previous} onClick={() => onStep(-1)}>
          <Icon name="up" />
        </Button>
        <Button tone="ghost" shortcut="j" aria-label={review.next} onClick={() => onStep(1)}>
          <Icon name="down" />
        </Button>
        <Button tone="ghost" aria-label={review.close} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
    </header>
  );
}

function Opened({ of, limits, onStep, onClose }: ReviewProps & { readonly of: Case }): ReactNode {
  const text = useText();
  const { review } = text.operator;
  const [chosen, setChosen] = useState<ActChoice | null>(null);
  const limit = limits.find(({ kind }) => kind === of.kind);
  const { kind } = of;
  const title = kind === null ? review.title : workName(text, { ...of, kind });
  return (
    <>
      <Bar onStep={onStep} onClose={onClose}>
        <h2>
          {title} · <Money value={sumOf(of)} />
        </h2>
        <p className="muted">
          {of.kind !== null && <CaseAge since={of.since} limit={limit} />} {of.storeName}
          {of.invoice !== null && (
            <>
              {' · '}
              <Link href={`/invoices/${of.invoice.id}`}>{review.whole}</Link>
            </>
          )}
        </p>
      </Bar>
      <ClaimBar of={of} />
      <CaseContent of={of} onMatch={(dealId) => setChosen(matchWith(text, of, dealId))} />
      <Comments of={of} />
      <Answers of={of} text={text} chosen={chosen} onChoose={setChosen} onDone={() => onStep(1)} />
    </>
  );
}

/** Two buttons, none chosen before: each says what comes of it. A key does the same. */
function Answers({
  of,
  text,
  chosen,
  onChoose,
  onDone,
}: {
  readonly of: Case;
  readonly text: Dictionary;
  readonly chosen: ActChoice | null;
  readonly onChoose: (choice: ActChoice | null) => void;
  readonly onDone: () => void;
}): ReactNode {
  const { review } = text.operator;
  if (of.kind === null) {
    return (
      <div className="review-answers" role="status">
        <p>
          <strong>{review.gone}</strong> {review.goneHint}
        </p>
        <Button onClick={onDone}>{review.next}</Button>
      </div>
    );
  }
  const choices = actsOf(text, of);
  return (
    <section className="review-answers" aria-label={review.answers}>
      {chosen === null ? (
        <div className="answers">
          {choices.map((choice) => (
            <AnswerButton key={choice.key} choice={choice} onChoose={() => onChoose(choice)} />
          ))}
        </div>
      ) : (
        <>
          <InlineActs value={{ onDone }}>{chosen.dialog(() => onChoose(null))}</InlineActs>
          <p className="answer-outcome">{chosen.outcome}</p>
        </>
      )}
    </section>
  );
}

function AnswerButton({ choice, onChoose }: { readonly choice: ActChoice; readonly onChoose: () => void }): ReactNode {
  const { key, label, outcome, tone = 'plain' } = choice;
  useShortcut(key, label, onChoose);
  return (
    <button type="button" className={`answer-button ${tone}`} aria-keyshortcuts={key} onClick={onChoose}>
      <span className="answer-label">
        {label}
        <span className="key" aria-hidden="true">
          {key}
        </span>
      </span>
      <span className="answer-outcome">{outcome}</span>
    </button>
  );
}

function actsOf(text: Dictionary, { kind, deal, arrival, withdrawal }: Case): readonly ActChoice[] {
  if (kind === 'arrival' && arrival !== null) return arrivalActs(text, arrival);
  if (kind === 'withdrawal' && withdrawal !== null) return withdrawalActs(text, withdrawal);
  return deal === null ? [] : dealActs(text, deal);
}

/** The answer of an arrival whose deal was picked from the list beside it. */
function matchWith(text: Dictionary, { arrival }: Case, dealId: string): ActChoice | null {
  const match = arrival === null ? undefined : arrivalActs(text, arrival)[0];
  if (arrival === null || match === undefined) return null;
  // Its own key for each deal: the form begins anew when another one is picked.
  return {
    ...match,
    dialog: (onClose) => <MatchDialog key={dealId} arrival={arrival} chosenId={dealId} onClose={onClose} />,
  };
}

function sumOf({ arrival, withdrawal, deal }: Case) {
  return arrival?.sum ?? withdrawal?.sum ?? deal?.sum ?? null;
}
