import './maker.css';
import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useBankName } from '../../api/names.ts';
import { useAct, useRead } from '../../api/queries.ts';
import { formatSum, groupDigits } from '../../format.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { FaultList } from '../../ui/faults.tsx';
import { FilterText } from '../../ui/filters.tsx';
import { NewRequisites } from '../../ui/new-requisites.tsx';
import { Awaited, EmptyState } from '../../ui/states.tsx';
import { tell } from '../../ui/toast.tsx';
import { Instant, PageHead, RequisiteNumber } from '../../ui/values.tsx';
import { useUrlState } from '../../url-state.ts';
import { hoursText } from '../operator/hours.ts';
import { MakerTabs } from './maker-tabs.tsx';

type Requisite = Answer<'listRequisites'>['items'][number];

/** The maker's own cards, phones and accounts: what they are used for now, and whether they get deals. */
export default function Requisites(): ReactNode {
  const text = useText();
  const number = useUrlState().get('number');
  const requisites = useRead(
    'listRequisites',
    { query: { number, limit: 200 } },
    { isLive: true, keepsPrevious: true },
  );
  const items = requisites.data?.items;
  const on = items?.filter(({ isPaused }) => !isPaused).length ?? 0;
  return (
    <>
      <PageHead title={text.maker.requisites.title} note={text.maker.requisites.note}>
        {items !== undefined && <span className="muted">{text.maker.requisites.isOn(on, items.length)}</span>}
      </PageHead>
      <MakerTabs />
      <NewRequisites />
      <div className="filters">
        <FilterText name="number" label={text.maker.requisites.find} placeholder="1234" />
      </div>
      {items === undefined && <Awaited answer={requisites} />}
      {items?.length === 0 &&
        (number === '' ? (
          <EmptyState title={text.maker.requisites.empty} hint={text.maker.requisites.emptyHint} />
        ) : (
          <EmptyState title={text.maker.requisites.noneFound} />
        ))}
      <ul className="tiles" aria-label={text.maker.requisites.title}>
        {items?.map((requisite) => (
          <RequisiteTile key={requisite.id} requisite={requisite} />
        ))}
      </ul>
    </>
  );
}

function RequisiteTile({ requisite }: { readonly requisite: Requisite }): ReactNode {
  const text = useText();
  const bankName = useBankName();
  const { requisites: words } = text.maker;
  const sum = useSum(requisite.currency);
  const { activeDeals, activeDealsMax, dayTurnover, dayMax, dayDeals, dayDealsMax } = requisite;
  const { monthTurnover, monthMax, gapMs, hours } = requisite;
  const facts = [
    words.running(activeDealsMax === null ? `${activeDeals}` : `${activeDeals}/${activeDealsMax}`),
    words.today(dayMax === null ? sum(dayTurnover) : `${sum(dayTurnover)} / ${sum(dayMax)}`, requisite.currency),
    ...(dayDealsMax === null ? [] : [words.dayDeals(`${dayDeals}/${dayDealsMax}`)]),
    ...(monthMax === null ? [] : [words.month(`${sum(monthTurnover)} / ${sum(monthMax)}`)]),
    ...dealBounds(words, requisite, sum),
    ...(gapMs === null ? [] : [words.gap(Math.ceil(gapMs / 60_000))]),
    ...(hours === null ? [] : [hoursText(hours, text.operator.requisites.days)]),
  ];
  return (
    <li className={requisite.isPaused ? 'tile compact is-off' : 'tile compact'}>
      <div className="tile-head">
        <span className="tile-number">
          <RequisiteNumber value={requisite.number} />
        </span>
        <OnOff requisite={requisite} />
      </div>
      <div className="muted">
        {bankName(requisite.bank)} · {requisite.holder}
      </div>
      <div>{facts.join(' · ')}</div>
      {requisite.isPausedByOperator && <div className="muted">{words.byOperator}</div>}
      {requisite.isWaiting && <div className="muted">{text.newRequisites.waiting}</div>}
      {requisite.usableFrom !== null && (
        <div className="muted">
          {text.newRequisites.from} <Instant at={requisite.usableFrom} />
        </div>
      )}
    </li>
  );
}

/** Sums of a requisite are plain decimals of its currency. */
function useSum(currency: string): (amount: string) => string {
  const { locale } = useLocale();
  const reference = useRead('readReference');
  const subunit = reference.data?.currencies.find(({ code }) => code === currency)?.subunit ?? 2;
  return (amount) => formatSum(locale, { amount, subunit });
}

function dealBounds(
  words: ReturnType<typeof useText>['maker']['requisites'],
  { dealMin, dealMax }: Requisite,
  sum: (amount: string) => string,
): readonly string[] {
  const parts = [
    dealMin === null ? null : words.from(sum(dealMin)),
    dealMax === null ? null : words.upTo(sum(dealMax)),
  ].filter((one) => one !== null);
  return parts.length === 0 ? [] : [parts.join(' ')];
}

/** Not shown as switched before the service has said so: a maker who thinks it is off stops looking. */
function OnOff({ requisite }: { readonly requisite: Requisite }): ReactNode {
  const text = useText();
  const { requisites: words } = text.maker;
  const pause = useAct('pauseRequisite');
  const resume = useAct('resumeRequisite');
  const act = requisite.isPaused ? resume : pause;
  const error = pause.error ?? resume.error;
  const done = requisite.isPaused ? words.turnedOn : words.turnedOff;
  return (
    <>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={!requisite.isPaused}
        aria-label={words.onOff(groupDigits(requisite.number))}
        disabled={requisite.isPausedByOperator || pause.isPending || resume.isPending}
        onClick={() => act.mutate({ path: { id: requisite.id } }, { onSuccess: () => tell(done) })}
      >
        <span className="track" aria-hidden="true" />
        <span aria-hidden="true">{requisite.isPaused ? words.off : words.on}</span>
      </button>
      {error !== null && <FaultList error={error} />}
    </>
  );
}
