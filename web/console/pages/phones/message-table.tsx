import './phones.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRequisiteChoices } from '../../api/choices.ts';
import type { Answer } from '../../api/client.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, ActForm, field, reason } from '../../ui/act-form.tsx';
import { column } from '../../ui/columns.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { filter, List } from '../../ui/list.tsx';
import { Badge } from '../../ui/values.tsx';

type Message = Answer<'listMessages'>['items'][number];

const tones = {
  settled: 'ok',
  held: 'wait',
  replay: 'off',
  stopped: 'off',
  unread: 'wait',
  ambiguous: 'wait',
} as const;

/** Messages as they came, and what became of each. Operators decide about those that wait. */
export function MessageTable({ isForOperators = false }: { readonly isForOperators?: boolean }): ReactNode {
  const text = useText();
  const { messages: words } = text.phones;
  return (
    <List
      of="listMessages"
      isLive
      label={words.title}
      empty={words.empty}
      filters={{
        waiting: filter.choice(words.waiting, { open: words.waitingOnly }),
        outcome: filter.choice(words.outcome, words.outcomes),
        makerId: filter.linked(),
        phoneId: null,
      }}
      columns={[
        column.at('cameAt', text.trade.at, { id: 'at' }),
        {
          id: 'message',
          title: words.message,
          cell: ({ sender, title, text: content }) => (
            <span className="two-lines message-text">
              <span>{title === '' ? content : `${title} — ${content}`}</span>
              <span>{sender}</span>
            </span>
          ),
        },
        { id: 'outcome', title: words.outcome, cell: (message) => <Outcome message={message} /> },
        column.money('sum', text.trade.sum),
        {
          id: 'phone',
          title: words.phone,
          cell: ({ phoneName, makerId }) =>
            isForOperators ? <Link href={`/makers/${makerId}`}>{phoneName}</Link> : phoneName,
        },
        {
          id: 'deal',
          title: text.trade.deal,
          cell: ({ dealId }) =>
            dealId === null ? '–' : isForOperators ? <Link href={`/deals/${dealId}`}>…{dealId.slice(-8)}</Link> : '✓',
        },
      ]}
      acts={isForOperators && ((message) => <MessageActions message={message} />)}
    />
  );
}

/** Every one names its reason. */
function Outcome({ message }: { readonly message: Message }): ReactNode {
  const text = useText();
  const { messages: words } = text.phones;
  const { outcome, chain, readLateAt, verdict, decidedBy } = message;
  const reason = useReason(message);
  if (outcome === null) return <Badge tone="info">{words.notRead}</Badge>;
  return (
    <span className="two-lines">
      <span>
        <Badge tone={verdict === null ? tones[outcome] : 'off'}>
          {verdict === null ? words.outcomes[outcome] : words.verdicts[verdict]}
        </Badge>
      </span>
      <span>
        {[
          reason,
          chain === 'broken' ? words.chains.broken : null,
          readLateAt === null ? null : words.readLate,
          decidedBy,
        ]
          .filter((one) => one !== null)
          .join(' · ')}
      </span>
    </span>
  );
}

function useReason({ outcome, reason }: Message): string | null {
  const text = useText();
  const { messages: words } = text.phones;
  if (reason === null) return null;
  switch (outcome) {
    case 'stopped':
      return words.stopWord(reason);
    case 'replay':
      return words.repeats(reason);
    case 'ambiguous':
      return words.templates(reason);
    case 'held': {
      const reasons: Readonly<Record<string, string>> = { ...text.trade.exceptions, ...words.reasons };
      return reasons[reason] ?? reason;
    }
    default:
      return reason;
  }
}

export function MessageActions({ message }: { readonly message: Message }): ReactNode {
  const { messages: words } = useText().phones;
  const { id, outcome, arrivalId, verdict } = message;
  if (verdict !== null || outcome === null) return null;
  const isOpen = arrivalId === null && (outcome === 'held' || outcome === 'unread' || outcome === 'ambiguous');
  return (
    <div className="row-actions">
      {isOpen && (
        <>
          {outcome !== 'held' && <TeachLink id={id} outcome={outcome} />}
          <DialogButton label={words.enter.submit} isSmall>
            {(onClose) => <EnterMessage message={message} onClose={onClose} />}
          </DialogButton>
          <Judge id={id} verdict="dismissed" />
        </>
      )}
      {(isOpen || arrivalId !== null) && <Judge id={id} verdict="false" />}
    </div>
  );
}

/** The list there begins with this message: a cursor is the ID behind which a page begins. */
function TeachLink({ id, outcome }: { readonly id: string; readonly outcome: string }): ReactNode {
  const query = new URLSearchParams({ message: id, outcome, after: String(BigInt(id) + 1n) });
  return (
    <Link href={`/templates/new?${query}`} className="button plain small">
      {useText().templates.choose}
    </Link>
  );
}

function Judge({ id, verdict }: { readonly id: string; readonly verdict: 'dismissed' | 'false' }): ReactNode {
  const { messages: words } = useText().phones;
  const isForged = verdict === 'false';
  const title = isForged ? words.forgedTitle : words.dismiss;
  return (
    <ActButton
      operation="judgeMessage"
      label={isForged ? words.forged : words.dismiss}
      path={{ id }}
      words={{ submit: title, done: words.judged }}
      tone={isForged ? 'danger' : 'primary'}
      buttonTone={isForged ? 'danger' : 'plain'}
      isSmall
      fields={{ verdict: field.fixed(verdict), reason }}
    >
      {isForged && <p className="hint">{words.forgedHint}</p>}
    </ActButton>
  );
}

function EnterMessage({ message, onClose }: { readonly message: Message; readonly onClose: () => void }): ReactNode {
  const text = useText();
  const { messages: words } = text.phones;
  const options = useRequisiteChoices();
  return (
    <ActForm
      operation="enterMessage"
      path={{ id: message.id }}
      words={words.enter}
      fields={{
        requisiteId: field.row(text.operator.arrivals.requisiteId, options, text.operator.arrivals.requisiteHint),
        amount: field.amount(text.fields.amount, text.operator.arrivals.ofRequisite, {
          defaultValue: message.sum?.amount ?? '',
        }),
        reason,
      }}
      onClose={onClose}
    >
      <p className="message-text">{message.text}</p>
    </ActForm>
  );
}
