import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { useBankName, useMakerName, useOptionName } from '../../api/names.ts';
import { useAct, useRead } from '../../api/queries.ts';
import { formatBasisPoints, formatSum, minorUnits } from '../../format.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { FilterText } from '../../ui/filters.tsx';
import { type Column, Table, useCursor } from '../../ui/table.tsx';
import { useTellFaults } from '../../ui/tell-faults.ts';
import { tell } from '../../ui/toast.tsx';
import { Badge, Instant, RequisiteNumber } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import type { Requisite } from './requisite.ts';
import { ChangeRequisite } from './requisite-dialogs.tsx';

/** Requisites with how busy they are: of everybody, or of one maker. */
export function RequisiteTable({
  makerId,
  filters,
}: {
  readonly makerId?: number;
  readonly filters?: ReactNode;
}): ReactNode {
  const text = useText();
  const url = useUrlState();
  const query = {
    makerId: makerId ?? url.get('makerId'),
    bank: url.get('bank'),
    number: url.get('number'),
    id: url.get('id'),
    after: useCursor(),
  };
  const requisites = useRead('listRequisites', { query }, { isLive: true, keepsPrevious: true });
  return (
    <Table
      label={text.trade.requisites}
      rows={requisites.data?.items}
      error={requisites.error}
      retry={() => requisites.refetch()}
      rowKey={({ id }) => id}
      next={requisites.data?.next ?? null}
      empty={text.operator.requisites.empty}
      filters={
        <>
          <FilterText name="number" label={text.fields.number} />
          {filters}
          {query.id !== '' && <Button onClick={() => url.set({ id: '' })}>{text.operator.showAll}</Button>}
        </>
      }
      columns={useColumns(makerId === undefined)}
      bulk={{
        label: text.operator.review.bulk.pause,
        isFor: ({ isPaused }) => !isPaused,
        nameOf: ({ number }) => number,
        perform: ({ id }, reason) => call('changeRequisite', { path: { id }, body: { isPaused: true, reason } }),
      }}
    />
  );
}

function useColumns(showsMaker: boolean): readonly Column<Requisite>[] {
  const text = useText();
  const makerName = useMakerName();
  const [bankName, optionName] = [useBankName(), useOptionName()];
  const { trade } = text;
  const maker: Column<Requisite> = {
    id: 'maker',
    title: trade.maker,
    cell: ({ makerId }) => makerName(makerId),
    order: ({ makerId }) => makerId,
  };
  return [
    { id: 'id', title: trade.id, cell: ({ id }) => id, order: ({ id }) => id },
    {
      id: 'number',
      title: text.fields.number,
      cell: ({ number, holder }) => (
        <span className="two-lines">
          <RequisiteNumber value={number} />
          <span>{holder}</span>
        </span>
      ),
      order: ({ number }) => number,
    },
    { id: 'bank', title: trade.bank, cell: ({ bank }) => bankName(bank), order: ({ bank }) => bank },
    { id: 'option', title: trade.option, cell: ({ option }) => optionName(option), order: ({ option }) => option },
    ...(showsMaker ? [maker] : []),
    {
      id: 'activeDeals',
      title: text.operator.requisites.activeDeals,
      isNumeric: true,
      cell: ({ activeDeals, activeDealsMax }) =>
        `${activeDeals}${activeDealsMax === null ? '' : ` / ${activeDealsMax}`}`,
      order: ({ activeDeals }) => activeDeals,
    },
    { id: 'day', title: text.operator.requisites.today, cell: (row) => <DayMeter requisite={row} /> },
    {
      id: 'dayDeals',
      title: text.operator.requisites.dayDeals,
      isNumeric: true,
      cell: ({ dayDeals, dayDealsMax }) => `${dayDeals}${dayDealsMax === null ? '' : ` / ${dayDealsMax}`}`,
      order: ({ dayDeals }) => dayDeals,
    },
    {
      id: 'weight',
      title: text.operator.requisites.share,
      isNumeric: true,
      cell: (row) => <Share requisite={row} />,
      order: ({ weight }) => weight,
    },
    {
      id: 'status',
      title: trade.status,
      cell: (row) => <Status requisite={row} />,
      order: ({ isPaused }) => Number(isPaused),
    },
    { id: 'actions', title: '', cell: (row) => <RowActions requisite={row} /> },
  ];
}

function Status({ requisite }: { readonly requisite: Requisite }): ReactNode {
  const { newRequisites, operator } = useText();
  const { isWaiting, usableFrom, isPaused, isPausedByOperator } = requisite;
  if (isWaiting) return <Badge tone="wait">{newRequisites.waiting}</Badge>;
  if (isPaused) {
    const { paused, pausedByMaker } = operator.requisites;
    return <Badge tone="off">{isPausedByOperator ? paused : pausedByMaker}</Badge>;
  }
  if (usableFrom === null) return <Badge tone="ok">{operator.requisites.on}</Badge>;
  return (
    <Badge tone="wait">
      {newRequisites.from} <Instant at={usableFrom} />
    </Badge>
  );
}

const per = 1000n;

/** What it was given today, against what it may take in a day. */
function DayMeter({ requisite }: { readonly requisite: Requisite }): ReactNode {
  const { locale } = useLocale();
  const reference = useRead('readReference');
  const subunit = reference.data?.currencies.find(({ code }) => code === requisite.currency)?.subunit ?? 2;
  const shown = (amount: string) => formatSum(locale, { amount, subunit });
  const { dayTurnover, dayMax, currency } = requisite;
  if (dayMax === null) {
    return (
      <span>
        {shown(dayTurnover)} <span className="currency">{currency}</span>
      </span>
    );
  }
  const limit = minorUnits({ amount: dayMax, subunit });
  const share = limit === 0n ? per : (minorUnits({ amount: dayTurnover, subunit }) * per) / limit;
  return (
    <div className="meter">
      <span>
        {shown(dayTurnover)} / {shown(dayMax)} <span className="currency">{currency}</span>
      </span>
      <span className="meter-bar">
        <span className={share >= 900n ? 'full' : ''} style={{ width: `${Number(share > per ? per : share) / 10}%` }} />
      </span>
    </div>
  );
}

function RowActions({ requisite }: { readonly requisite: Requisite }): ReactNode {
  const text = useText();
  const pause = useAct('pauseRequisite');
  const resume = useAct('resumeRequisite');
  const { requisites } = text.operator;
  const { id, isPaused } = requisite;
  const act = isPaused ? resume : pause;
  const tellFaults = useTellFaults();
  const done = () => tell(isPaused ? requisites.resumed : requisites.isPaused);
  return (
    <div className="row-actions">
      <Button
        className="small"
        isBusy={act.isPending}
        onClick={() => act.mutate({ path: { id } }, { onSuccess: done, onError: tellFaults })}
      >
        {isPaused ? requisites.resume : requisites.pause}
      </Button>
      <DialogButton label={text.shell.edit} isSmall>
        {(onClose) => <ChangeRequisite requisite={requisite} onClose={onClose} />}
      </DialogButton>
    </div>
  );
}

/** How many deals it gets, and what became of the last ones. */
function Share({ requisite: { weight, recentPaid, recentEnded } }: { readonly requisite: Requisite }): ReactNode {
  const { text, locale } = useLocale();
  return (
    <span className="two-lines">
      <span>{formatBasisPoints(locale, weight * 10)}</span>
      <span>{text.operator.requisites.recent(recentPaid, recentEnded)}</span>
    </span>
  );
}
