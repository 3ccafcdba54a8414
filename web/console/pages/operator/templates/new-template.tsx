import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Answer } from '../../../api/client.ts';
import { useRead } from '../../../api/queries.ts';
import { useText } from '../../../text/locale.tsx';
import { Button } from '../../../ui/button.tsx';
import { FilterSelect } from '../../../ui/filters.tsx';
import { Table } from '../../../ui/table.tsx';
import { PageHead, Panel } from '../../../ui/values.tsx';
import { useUrlState } from '../../../url-state.ts';
import type { Draft } from './draft.ts';
import { SwitchDialog, type Template } from './switch-dialog.tsx';
import { TemplateEditor } from './template-editor.tsx';
import './templates.css';
import { column } from '../../../ui/columns.tsx';

type Message = Answer<'listMessages'>['items'][number];

const empty: Draft = {
  name: '',
  bank: '',
  currency: 'RUB',
  senders: '',
  stopWords: '',
  title: '',
  text: '',
  isTitled: false,
  marks: [],
  pattern: null,
  tests: [],
};

/** From a message that nobody could read to a template that is on. */
export default function NewTemplate(): ReactNode {
  const { templates: words } = useText();
  const [, navigate] = useLocation();
  const known = useRead('listMessageTemplates');
  const [draft, setDraft] = useState<Draft>(empty);
  const [saved, setSaved] = useState<Template | null>(null);
  const [hasOwnStops, setOwnStops] = useState(false);
  const choose = (message: Message) => setDraft(draftOf(message, known.data?.items ?? [], draft));
  // Until a person has written some, those of a template that is there: the usual ones hold for every bank.
  const usual = usualStopWords(known.data?.items ?? [], draft.senders);
  const shown = hasOwnStops ? draft : { ...draft, stopWords: usual };
  const change = (next: Draft) => {
    if (next.stopWords !== shown.stopWords) setOwnStops(true);
    setDraft(next);
  };
  return (
    <>
      <PageHead title={words.teach} note={words.note} />
      <Unread onChoose={choose} />
      <TemplateEditor id={null} draft={shown} onChange={change} onSaved={setSaved} />
      {saved !== null && <SwitchDialog templates={[saved]} isOn onClose={() => navigate(`/templates/${saved.id}`)} />}
    </>
  );
}

function usualStopWords(known: readonly Template[], sender: string): string {
  const near = known.find(({ latest }) => latest.senders.includes(sender)) ?? known[0];
  return (near?.latest.stopWords ?? []).join('\n');
}

function draftOf({ sender, title, text }: Message, known: readonly Template[], before: Draft): Draft {
  const near = known.find(({ latest }) => latest.senders.some((one) => one.toLowerCase() === sender.toLowerCase()));
  const bank = near === undefined ? before : near.latest;
  return {
    ...before,
    bank: bank.bank,
    currency: bank.currency,
    senders: near === undefined ? sender : near.latest.senders.join(', '),
    stopWords: '',
    title,
    text,
    // A notification whose text has no sum has it in its title.
    isTitled: title !== '' && !/\d/.test(text),
    marks: [],
    pattern: null,
  };
}

function Unread({ onChoose }: { readonly onChoose: (message: Message) => void }): ReactNode {
  const { templates: words } = useText();
  const url = useUrlState();
  const after = url.get('after');
  const outcome = url.get('outcome') === 'ambiguous' ? 'ambiguous' : 'unread';
  const found = useRead('listMessages', { query: { outcome, limit: 5, ...(after === '' ? {} : { after }) } });
  const wanted = found.data?.items.find(({ id }) => id === url.get('message'));
  const chosen = useRef<string | null>(null);
  useEffect(() => {
    // Once: what somebody has done to it since must not be lost.
    if (wanted === undefined || chosen.current === wanted.id) return;
    chosen.current = wanted.id;
    onChoose(wanted);
  }, [wanted, onChoose]);
  return (
    <Panel title={words.unread}>
      <Table
        label={words.unread}
        rows={found.data?.items}
        error={found.error}
        next={found.data?.next ?? null}
        rowKey={({ id }) => id}
        empty={words.noUnread}
        emptyHint={words.noUnreadHint}
        filters={
          <FilterSelect
            name="outcome"
            label={words.state}
            usual="unread"
            options={(['unread', 'ambiguous'] as const).map((one) => [one, words.readings[one]])}
          />
        }
        columns={[
          column.text('sender', words.sender),
          {
            id: 'text',
            title: words.message,
            cell: ({ title, text }) => (
              <span className="example-text">{title === '' ? text : `${title} — ${text}`}</span>
            ),
          },
          column.at('cameAt', words.createdAt, { id: 'at' }),
        ]}
        acts={(message) => (
          <Button className="small" onClick={() => onChoose(message)}>
            {words.choose}
          </Button>
        )}
      />
    </Panel>
  );
}
