import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { useBankName, useMakerName, useOptionName } from '../../api/names.ts';
import { useAct, useRead } from '../../api/queries.ts';
import { formatBasisPoints, formatSum, minorUnits } from '../../format.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { column } from '../../ui/columns.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { type Filters, filter, List } from '../../ui/list.tsx';
import { useTellFaults } from '../../ui/tell-faults.ts';
import { tell } from '../../ui/toast.tsx';
import { Badge, Instant, RequisiteNumber, TwoLines } from '../../ui/values.tsx';
import type { Requisite } from './requisite.ts';
import { ChangeRequisite } from './requisite-dialogs.tsx';

/** Requisites with how busy they are: of everybody, or of one maker. */
export function RequisiteTable({
  makerId,
  filters = {},
}: {
  readonly makerId?: number;
  readonly filters?: Partial<Filters<'listRequisites'>>;
}): ReactNode {
  const { trade, fields, operator } = useText();
  const { requisites: words } = operator;
  const [makerName, bankName, optionName] = [useMakerName(), useBankName(), useOptionName()];
  const limited = (count: number, most: number | null) => `${count}${most === null ? '' : ` / ${most}`}`;
  const maker = column.named('makerId', trade.maker, makerName, { id: 'maker', isSorted: true });
  return (
    <List
      of="listRequisites"
      query={makerId === undefined ? {} : { makerId }}
      isLive
      label={trade.requisites}
      empty={words.empty}
      filters={{
        number: filter.typed(fields.number),
        makerId: null,
        bank: null,
        ...filters,
        waiting: null,
        id: filter.one(),
      }}
      columns={[
        column.text('id', trade.id, { isSorted: true }),
        {
          id: 'number',
          title: fields.number,
          cell: ({ number, holder }) => <TwoLines upper={<RequisiteNumber value={number} />} lower={holder} />,
          order: ({ number }) => number,
        },
        column.named('bank', trade.bank, bankName, { isSorted: true }),
        column.named('option', trade.option, optionName, { isSorted: true }),
        ...(makerId === undefined ? [maker] : []),
        {
          id: 'activeDeals',
          title: words.activeDeals,
          isNumeric: true,
          cell: ({ activeDeals, activeDealsMax }) => limited(activeDeals, activeDealsMax),
          order: ({ activeDeals }) => activeDeals,
        },
        { id: 'day', title: words.today, cell: (row) => <DayMeter requisite={row} /> },
        {
          id: 'dayDeals',
          title: words.dayDeals,
          isNumeric: true,
          cell: ({ dayDeals, dayDealsMax }) => limited(dayDeals, dayDealsMax),
          order: ({ dayDeals }) => dayDeals,
        },
        {
          id: 'weight',
          title: words.share,
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
      ]}
      acts={(row) => <RowActions requisite={row} />}
      bulk={{
        label: operator.review.bulk.pause,
        isFor: ({ isPaused }) => !isPaused,
        nameOf: ({ number }) => number,
        perform: ({ id }, reason) => call('changeRequisite', { path: { id }, body: { isPaused: true, reason } }),
      }}
    />
  );
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
  const { recent } = text.operator.requisites;
  return <TwoLines upper={formatBasisPoints(locale, weight * 10)} lower={recent(recentPaid, recentEnded)} />;
}
