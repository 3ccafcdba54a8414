import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useOffered } from '../../api/names.ts';
import { useText } from '../../text/locale.tsx';
import { ActForm, field, reason } from '../../ui/act-form.tsx';
import { column } from '../../ui/columns.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/table.tsx';
import { Badge, PageHead } from '../../ui/values.tsx';

export type Maker = Answer<'listMakers'>['items'][number];

/** Who takes payments: what they have, how busy they are, and whether money arrives at them. */
export default function Makers(): ReactNode {
  const { trade, shell, operator } = useText();
  const { makers } = operator;
  const counted = (key: keyof Maker['lastDay']): Column<Maker> => ({
    id: key,
    title: makers.lastDay[key],
    isNumeric: true,
    cell: ({ lastDay }) => lastDay[key],
    order: ({ lastDay }) => lastDay[key],
  });
  return (
    <>
      <PageHead title={trade.makers} note={makers.note}>
        <DialogButton label={makers.create.submit} tone="primary">
          {(onClose) => <CreateMaker onClose={onClose} />}
        </DialogButton>
      </PageHead>
      <List
        of="listMakers"
        isLive
        isLedger
        label={trade.makers}
        href={({ id }) => `/makers/${id}`}
        empty={makers.empty}
        columns={[
          column.text('id', trade.id, { isSorted: true }),
          column.text('name', shell.name, { isSorted: true }),
          column.money('available', trade.available, { isSorted: true }),
          column.money('held', trade.heldSum, { isSorted: true }),
          counted('active'),
          counted('started'),
          counted('completed'),
          counted('expired'),
          counted('disputed'),
          { id: 'health', title: makers.health, cell: (maker) => <Health maker={maker} /> },
        ]}
      />
    </>
  );
}

/** From how many ended deals on a share says anything. */
const endedMin = 5;

/** A sign to look closer, no judgement: most payers who get requisites should pay. */
export function Health({ maker }: { readonly maker: Maker }): ReactNode {
  const { operator, disputes } = useText();
  const { makers } = operator;
  const { completed, expired, disputed } = maker.lastDay;
  if (maker.disputeBlock !== null) return <Badge tone="bad">{disputes.blocks[maker.disputeBlock]}</Badge>;
  if (maker.isStopped) return <Badge tone="bad">{makers.stopped}</Badge>;
  if (!maker.isOn) return <Badge tone="off">{makers.switchedOff}</Badge>;
  if (maker.available.amount.replace(/[0.]/g, '') === '') return <Badge tone="bad">{makers.noFunds}</Badge>;
  if (disputed > 0) return <Badge tone="wait">{makers.hasDisputes}</Badge>;
  const ended = completed + expired;
  if (ended < endedMin) return <Badge tone="off">{makers.littleKnown}</Badge>;
  return completed * 2 >= ended ? (
    <Badge tone="ok">{makers.good}</Badge>
  ) : (
    <Badge tone="wait">{makers.fewArrive}</Badge>
  );
}

function CreateMaker({ onClose }: { readonly onClose: () => void }): ReactNode {
  const text = useText();
  const { currencies } = useOffered();
  return (
    <ActForm
      operation="createMaker"
      words={text.operator.makers.create}
      fields={{
        name: field.text(text.fields.name),
        settlementCurrency: field.own(
          <SelectField
            name="settlementCurrency"
            label={text.fields.settlementCurrency}
            options={currencies.map(({ code }) => [code, code])}
            usual="USDT"
          />,
          (values) => values.text('settlementCurrency'),
        ),
        reason,
      }}
      onClose={onClose}
    />
  );
}
