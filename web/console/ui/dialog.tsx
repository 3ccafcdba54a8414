import { Dialog as Base } from '@base-ui/react/dialog';
import {
  createContext,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import type { Answer, Input, Operation } from '../api/client.ts';
import type { Act } from '../api/queries.ts';
import { useText } from '../text/locale.tsx';
import { Button, type Tone } from './button.tsx';
import { FaultList, FaultsContext, faultText } from './faults.tsx';
import { FormValues } from './form.ts';
import { type FreshProof, FreshProofFields, useFormAct, wantsFreshProof } from './fresh-proof.tsx';
import { Icon } from './icon.tsx';
import { tell } from './toast.tsx';

/**
 * Where acts are done in their place, on a page about the one thing they change: the form stands there instead of above all
 * else, and the page is told when it was done.
 */
export const InlineActs = createContext<{ readonly onDone: () => void } | null>(null);

export function Dialog({
  title,
  isWide = false,
  onClose,
  children,
}: {
  readonly title: string;
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const text = useText();
  const popup = useRef<HTMLDivElement>(null);
  if (useContext(InlineActs) !== null) {
    return (
      <InlineForm title={title} onClose={onClose}>
        {children}
      </InlineForm>
    );
  }
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup
          ref={popup}
          initialFocus={() => !focusFirstField(popup.current)}
          className={isWide ? 'dialog wide' : 'dialog'}
        >
          <header className="dialog-head">
            <Base.Title className="dialog-title">{title}</Base.Title>
            <Base.Close className="button ghost icon-only" aria-label={text.shell.close}>
              <Icon name="close" />
            </Base.Close>
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function InlineForm({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const section = useRef<HTMLElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    focusFirstField(section.current);
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  };
  return (
    <section ref={section} className="inline-act" aria-labelledby={id} onKeyDown={onKeyDown}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

/**
 * A form is opened to be filled in: the first field has the focus, not the button that closes it. At once, and not, as the
 * library would do it, with the next frame: keys pressed before that would be lost. False when there is no such field.
 */
function focusFirstField(popup: HTMLElement | null): boolean {
  const field = popup?.querySelector<HTMLElement>('input, select, textarea, .dialog-foot button');
  field?.focus();
  return field !== null && field === document.activeElement;
}

interface ActDialogProps<Name extends Operation> {
  readonly title: string;
  readonly operation: Name;
  readonly submit: string;
  readonly tone?: Tone;
  readonly isWide?: boolean;
  /** What the form says, as the operation wants it. */
  readonly read: (values: FormValues) => Input<Name>;
  /** What is said when it was done; absent: nothing, because `onDone` shows it. */
  readonly done?: string;
  readonly onDone?: (answer: Answer<Name>) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form that does one act. It stays open with what the service has against it, and closes when it was done. */
export function ActDialog<Name extends Operation>(props: ActDialogProps<Name>): ReactNode {
  const { title, operation, submit, tone = 'primary', isWide = false, done, onDone, onClose, children } = props;
  const text = useText();
  const inline = useContext(InlineActs);
  const { act, proof, isPending, submit: perform } = useFormAct(operation);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    perform(event.currentTarget, props.read(new FormValues(event.currentTarget)), {
      onSuccess: (answer) => {
        if (done !== undefined) tell(done);
        onDone?.(answer);
        onClose();
        inline?.onDone();
      },
      // It is written down, and not to be sent again.
      onError: ({ faults }) => {
        const waits = faults.find(({ code }) => code === secondPersonNeeded);
        if (waits === undefined) return;
        tell(faultText(text, waits));
        onClose();
      },
    });
  };
  return (
    <Dialog title={title} isWide={isWide} onClose={onClose}>
      <form className="dialog-form" onSubmit={send} onKeyDown={submitByKey}>
        <ActFields act={act} proof={proof}>
          {children}
        </ActFields>
        <footer className="dialog-foot">
          <Button onClick={onClose}>{text.shell.cancel}</Button>
          <Button type="submit" tone={tone} isBusy={isPending}>
            {submit}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** The refusal that leaves a request for another operator. */
const secondPersonNeeded = 'second_person_needed';

/** The fields of a form, with what the last attempt was refused for. */
export function ActFields<Name extends Operation>({
  act,
  proof,
  children,
}: {
  readonly act: Pick<Act<Name>, 'error'>;
  readonly proof?: FreshProof;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <FaultsContext value={act.error}>
      <div className="dialog-body">
        {children}
        {proof !== undefined && wantsFreshProof(act.error) ? (
          <FreshProofFields proof={proof} />
        ) : (
          act.error !== null && <FaultList error={act.error} />
        )}
      </div>
    </FaultsContext>
  );
}

/** Enter makes a new line in a text; with Ctrl or Command it sends, as everywhere. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
}
