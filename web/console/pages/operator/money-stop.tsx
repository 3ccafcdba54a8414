import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Answer } from '../../api/client.ts';
import { useText } from '../../text/locale.tsx';
import { ActForm, field, reason } from '../../ui/act-form.tsx';
import { column } from '../../ui/columns.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Table } from '../../ui/table.tsx';
import { Age, Id, Panel } from '../../ui/values.tsx';

type Stop = NonNullable<Answer<'readSystem'>['moneyStop']>;

/** What a failover has lost or a sandbox has done, and the way back to money going out. */
export function MoneyStop({ stop }: { readonly stop: Stop }): ReactNode {
  const text = useText();
  const words = text.operator.system.moneyStop;
  const named: Readonly<Record<string, string>> = {
    invoice: words.invoice,
    status: words.status,
    fate: words.fate,
    'fate-arrival': words.fateArrival,
  };
  // Which of them are shown is cut; what comes of a sandbox is found at a start, before anything can be lost.
  const isFate = stop.lost[0]?.what.startsWith('fate') ?? false;
  return (
    <Panel title={isFate ? words.fateTitle : words.title} actions={<Lift stop={stop} />}>
      <p>{isFate ? words.fateNote : words.note}</p>
      <p className="row">
        {`${isFate ? words.fateCount : words.count}: ${stop.lostCount}. ${words.stopped}`}{' '}
        <Age since={stop.stoppedAt} /> {text.shell.ago}
      </p>
      <Table
        label={words.title}
        name="lost-"
        rows={stop.lost}
        rowKey={({ subjectId, what }) => `${subjectId} ${what}`}
        empty=""
        columns={[
          {
            id: 'subject',
            title: text.trade.invoice,
            // One that is gone has no page.
            cell: ({ subjectId, what }) => (
              <span className="row">
                {(what === 'status' || what === 'fate') && (
                  <Link href={`/invoices/${subjectId}`}>{text.trade.invoice}</Link>
                )}{' '}
                <Id value={subjectId} />
              </span>
            ),
          },
          column.named('what', isFate ? words.fateWhat : words.what, (what: string) => named[what] ?? what),
        ]}
      />
    </Panel>
  );
}

function Lift({ stop }: { readonly stop: Stop }): ReactNode {
  const words = useText().operator.system.moneyStop;
  return (
    <DialogButton label={words.lift.submit}>{(onClose) => <LiftDialog stop={stop} onClose={onClose} />}</DialogButton>
  );
}

function LiftDialog({ stop, onClose }: { readonly stop: Stop; readonly onClose: () => void }): ReactNode {
  const words = useText().operator.system.moneyStop;
  // As it was when the dialog opened: what is found while somebody writes, they have not looked at.
  const [lostCount] = useState(stop.lostCount);
  return (
    <ActForm
      operation="liftMoneyStop"
      path={{ id: stop.id }}
      words={words.lift}
      fields={{ lostCount: field.fixed(lostCount), reason }}
      onClose={onClose}
    >
      <p className="hint">{words.liftHint}</p>
    </ActForm>
  );
}
