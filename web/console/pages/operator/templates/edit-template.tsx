import { type ReactNode, useState } from 'react';
import type { Answer } from '../../../api/client.ts';
import { useRead } from '../../../api/queries.ts';
import { useText } from '../../../text/locale.tsx';
import { Table } from '../../../ui/table.tsx';
import { PageHead, Panel } from '../../../ui/values.tsx';
import { useParameter } from '../../../url-state.ts';
import type { Draft } from './draft.ts';
import { Acts, State } from './message-templates.tsx';
import { SwitchDialog, type Template } from './switch-dialog.tsx';
import { TemplateEditor } from './template-editor.tsx';
import './templates.css';
import { column } from '../../../ui/columns.tsx';

type Found = Answer<'readMessageTemplate'>;

/** A template: what it reads, its test set, its versions. A change is a new version. */
export default function EditTemplate(): ReactNode {
  const { templates: words } = useText();
  const id = Number(useParameter('id'));
  const found = useRead('readMessageTemplate', { path: { id } });
  if (found.data === undefined) return <PageHead title={words.editTemplate} />;
  return <Editing key={id} template={found.data} />;
}

function Editing({ template }: { readonly template: Found }): ReactNode {
  const { templates: words } = useText();
  const [draft, setDraft] = useState<Draft>(() => draftOf(template));
  const [saved, setSaved] = useState<Template | null>(null);
  return (
    <>
      <PageHead title={template.latest.name} note={`${words.version} ${template.latest.version}`}>
        <State of={template} />
        <Acts of={template} />
      </PageHead>
      <TemplateEditor id={template.id} draft={draft} onChange={setDraft} onSaved={setSaved} />
      <Versions of={template} />
      {saved !== null && <SwitchDialog templates={[saved]} isOn onClose={() => setSaved(null)} />}
    </>
  );
}

/** Its pattern is edited by hand; a message put in and marked makes another. */
function draftOf({ latest }: Found): Draft {
  const first = latest.tests.find(({ expect }) => expect !== null);
  return {
    name: latest.name,
    bank: latest.bank,
    currency: latest.currency,
    senders: latest.senders.join(', '),
    stopWords: latest.stopWords.join('\n'),
    title: first?.title ?? '',
    text: first?.text ?? '',
    isTitled: false,
    marks: [],
    pattern: latest.pattern,
    tests: latest.tests,
  };
}

function Versions({ of: { versions, versionOn } }: { readonly of: Found }): ReactNode {
  const { templates: words } = useText();
  return (
    <Panel title={words.versions}>
      <Table
        label={words.versions}
        name="versions-"
        rows={versions}
        rowKey={({ version }) => version}
        empty={words.empty}
        columns={[
          {
            id: 'version',
            title: words.version,
            isNumeric: true,
            cell: ({ version }) => (version === versionOn ? words.on(version) : version),
          },
          { id: 'pattern', title: words.pattern, cell: ({ pattern }) => <code className="pattern">{pattern}</code> },
          { id: 'tests', title: words.tests, isNumeric: true, cell: ({ tests }) => tests.length },
          column.text('createdBy', words.createdBy, { id: 'by' }),
          column.at('createdAt', words.createdAt, { id: 'at' }),
        ]}
      />
    </Panel>
  );
}
