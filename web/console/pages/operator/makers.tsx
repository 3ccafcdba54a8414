import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useOffered } from '../../api/names.ts';
import { useRead } from '../../api/queries.ts';
import { minorUnits } from '../../format.ts';
import { useText } from '../../text/locale.tsx';
import { ActForm, field, reason } from '../../ui/act-form.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { type Column, Table, useCursor } from '../../ui/table.tsx';
import { Badge, Money, PageHead } from '../../ui/values.tsx';

export type Maker = Answer<'listMakers'>['items'][number];

/** Who takes payments: what they have, how busy they are, and whether money arrives at them. */
export default function Makers(): ReactNode {
  const text = useText();
  const makers = useRead('listMakers', { query: { after: useCursor() } }, { isLive: true, keepsPrevious: true });
  return (
    <>
      <PageHead title={text.trade.makers} note={text.operator.makers.note}>
        <DialogButton label={text.operator.makers.create.submit} tone="primary">
          {(onClose) => <CreateMaker onClose={onClose} />}
        </DialogButton>
      </PageHead>
      <Table
        isLedger
        label={text.trade.makers}
        rows={makers.data?.items}
        error={makers.error}
        retry={() => makers.refetch()}
        rowKey={({ id }) => id}
        href={({ id }) => `/makers/${id}`}
        next={makers.data?.next ?? null}
        empty={text.operator.makers.empty}
        columns={useColumns()}
      />
    </>
  );
}

function useColumns(): readonly Column<Maker>[] {
  const text = useText();
  const { makers } = text.operator;
  const counted = (key: keyof Maker['lastDay']): Column<Maker> => ({
    id: key,
    title: makers.lastDay[key],
    isNumeric: true,
    cell: ({ lastDay }) => lastDay[key],
    order: ({ lastDay }) => lastDay[key],
  });
  return [
    { id: 'id', title: text.trade.id, cell: ({ id }) => id, order: ({ id }) => id },
    { id: 'name', title: text.shell.name, cell: ({ name }) => name, order: ({ name }) => name },
    {
      id: 'available',
      title: text.trade.available,
      isNumeric: true,
      cell: ({ available }) => <Money value={available} />,
      order: ({ available }) => minorUnits(available),
    },
    {
      id: 'held',
      title: text.trade.heldSum,
      isNumeric: true,
      cell: ({ held }) => <Money value={held} />,
      order: ({ held }) => minorUnits(held),
    },
    counted('active'),
    counted('started'),
    counted('completed'),
    counted('expired'),
    counted('disputed'),
    { id: 'health', title: makers.health, cell: (maker) => <Health maker={maker} /> },
  ];
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
