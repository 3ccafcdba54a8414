import type { ReactNode } from 'react';
import { useBankName } from '../../../api/names.ts';
import { useRead } from '../../../api/queries.ts';
import { useText } from '../../../text/locale.tsx';
import { ActButton, usualReason } from '../../../ui/act-form.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Table } from '../../../ui/table.tsx';
import { tell } from '../../../ui/toast.tsx';
import { Badge, PageHead, TwoLines } from '../../../ui/values.tsx';
import { SwitchDialog, type Template } from './switch-dialog.tsx';
import './templates.css';

/** What banks' messages look like: which templates there are, and which of them read messages. */
export default function MessageTemplates(): ReactNode {
  const { templates: words } = useText();
  const found = useRead('listMessageTemplates');
  const bankName = useBankName();
  const rows = found.data?.items;
  const waiting = (rows ?? []).filter(({ versionOn }) => versionOn === null);
  return (
    <>
      <PageHead title={words.title} note={words.note}>
        <LoadButton isFirst={rows?.length === 0} />
        {waiting.length > 1 && (
          <DialogButton label={words.switchAllOn(waiting.length)}>
            {(onClose) => <SwitchDialog templates={waiting} isOn onClose={onClose} />}
          </DialogButton>
        )}
        <ButtonLink href="/templates/new" tone={rows?.length === 0 ? 'plain' : 'primary'}>
          {words.teach}
        </ButtonLink>
      </PageHead>
      <Table
        label={words.title}
        rows={rows}
        error={found.error}
        rowKey={({ id }) => id}
        href={({ id }) => `/templates/${id}`}
        empty={words.empty}
        emptyHint={words.emptyHint}
        columns={[
          { id: 'name', title: words.name, cell: ({ latest }) => latest.name },
          { id: 'bank', title: words.bank, cell: ({ latest }) => bankName(latest.bank) },
          { id: 'state', title: words.state, cell: (template) => <State of={template} /> },
          {
            id: 'pattern',
            title: words.pattern,
            cell: ({ latest }) => <code className="pattern">{latest.pattern}</code>,
          },
          { id: 'senders', title: words.senders, isExtra: true, cell: ({ latest }) => latest.senders.join(', ') },
          { id: 'tests', title: words.tests, isNumeric: true, cell: ({ latest }) => latest.tests.length },
        ]}
        acts={(template) => <Acts of={template} />}
      />
    </>
  );
}

export function State({ of: { versionOn, latest } }: { readonly of: Template }): ReactNode {
  const { templates: words } = useText();
  if (versionOn === null) return <Badge tone="off">{words.off}</Badge>;
  const isNewest = versionOn === latest.version;
  return (
    <TwoLines
      upper={
        <span>
          <Badge tone="ok">{words.on(versionOn)}</Badge>
        </span>
      }
      lower={!isNewest && words.waits(latest.version)}
    />
  );
}

export function Acts({ of: template }: { readonly of: Template }): ReactNode {
  const { templates: words } = useText();
  const { versionOn, latest } = template;
  return (
    <div className="row-actions">
      {versionOn !== latest.version && (
        <DialogButton label={words.switchOn} isSmall>
          {(onClose) => <SwitchDialog templates={[template]} isOn onClose={onClose} />}
        </DialogButton>
      )}
      {versionOn !== null && (
        <DialogButton label={words.switchOff} isSmall>
          {(onClose) => <SwitchDialog templates={[template]} isOn={false} onClose={onClose} />}
        </DialogButton>
      )}
    </div>
  );
}

function LoadButton({ isFirst }: { readonly isFirst: boolean }): ReactNode {
  const { templates: words } = useText();
  return (
    <ActButton
      operation="loadMessageTemplates"
      words={{ submit: words.load }}
      buttonTone={isFirst ? 'primary' : 'plain'}
      fields={{ reason: usualReason(words.loadReason) }}
      onDone={({ added }) => tell(words.loaded(added.length))}
    >
      <p className="muted">{words.loadHint}</p>
    </ActButton>
  );
}
