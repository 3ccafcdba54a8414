import { type ReactNode, useContext } from 'react';
import { useRead } from '../../../api/queries.ts';
import type { OperatorArrival, OperatorDeal } from '../../../api/schema.ts';
import { formatInstant, formatMoney } from '../../../format.ts';
import { useLocale, useText } from '../../../text/locale.tsx';
import { ActForm, field, reason } from '../../../ui/act-form.tsx';
import { ActDialog, InlineActs } from '../../../ui/dialog.tsx';
import { AskedField, ReasonField, SelectField, TextField } from '../../../ui/field.tsx';
import { Facts, Instant, Money, RequisiteNumber } from '../../../ui/values.tsx';
import { DealFacts, newRateOf } from './deal-facts.tsx';

interface ArrivalActProps {
  readonly arrival: OperatorArrival;
  readonly onClose: () => void;
}

/** Money that matched nothing by itself pays the deal a person names, or has chosen already. */
export function MatchDialog({
  arrival,
  chosenId,
  onClose,
}: ArrivalActProps & { readonly chosenId?: string }): ReactNode {
  const text = useText();
  const likely = useLikelyDeal(chosenId === undefined ? arrival : { ...arrival, dealId: chosenId });
  const hasItsMoney = useHasItsMoney(arrival, likely);
  const isOlder = arrival.exception === 'before_deal';
  const proposedId = chosenId ?? (hasItsMoney === false && !isOlder ? arrival.dealId : null);
  const { matchOlderHint, matchOtherHint } = text.operator.acts;
  const otherHint = isOlder ? matchOlderHint : hasItsMoney === null ? '' : matchOtherHint;
  const needsNewRate = likely !== null && newRateOf(likely) !== null;
  return (
    <ActDialog
      title={text.operator.acts.matchTitle}
      operation="matchArrival"
      submit={text.operator.acts.match}
      done={text.operator.acts.matched}
      read={(values) => {
        const dealId = values.optional('dealId');
        const isLikely = dealId === null || dealId === proposedId;
        const rate = (isLikely && needsNewRate) || values.isChecked('atNewRate') ? 'now' : null;
        return {
          path: { id: arrival.id },
          body: { dealId, rate, ...countsAs(values.optional('countsAs')), reason: values.text('reason') },
        };
      }}
      onClose={onClose}
    >
      <ArrivalFacts arrival={arrival} />
      {likely !== null && needsNewRate && (
        <>
          <DealFacts deal={likely} />
          <p className="overdue">{text.operator.acts.newRateHint}</p>
        </>
      )}
      {likely !== null && <FreshDeal likely={likely} />}
      {likely !== null && mayBePartOf(arrival, likely) && (
        <SelectField
          name="countsAs"
          label={text.operator.acts.countsAs}
          options={Object.entries(text.operator.acts.countsAsOptions)}
          defaultValue=""
        />
      )}
      {/* Another deal was named, and its own rate is over. */}
      <AskedField after={['rate_moved']} name="atNewRate" label={text.operator.acts.atNewRate} />
      <TextField
        key={proposedId}
        name="dealId"
        label={text.fields.dealId}
        hint={proposedId === null ? otherHint : text.operator.acts.matchHint}
        defaultValue={proposedId ?? ''}
        list="deals-of-requisite"
        required={proposedId === null}
      />
      <DealsOfRequisite arrival={arrival} />
      <ReasonField />
    </ActDialog>
  );
}

/**
 * Less came than its running deal asks for: the payer could send the rest. Beside a deal that is settled already, another one may be
 * named, which only the service can compare.
 */
function mayBePartOf({ exception }: OperatorArrival, { status }: OperatorDeal): boolean {
  if (exception === 'twice') return true;
  return exception === 'short' && (status === 'transfer_waiting' || status === 'transfer_confirmed');
}

/** Nothing is said where the rules of the store shall say it. */
function countsAs(chosen: string | null): { readonly isPart?: boolean } {
  return chosen === null ? {} : { isPart: chosen === 'part' };
}

/** Deals over the requisite that the money came to: offered by sum, time and status, so that nobody types an ID. */
function DealsOfRequisite({ arrival: { requisite } }: { readonly arrival: OperatorArrival }): ReactNode {
  const { text, locale } = useLocale();
  const query = { makerId: requisite?.makerId ?? 0, type: 'in', limit: 200 };
  const { data } = useRead('listDeals', { query }, { isEnabled: requisite !== null && requisite !== undefined });
  const deals = (data?.items ?? []).filter(({ requisites }) => requisites.requisites === requisite?.number);
  return (
    <datalist id="deals-of-requisite">
      {deals.map(({ id, sum, startedAt, status }) => (
        <option key={id} value={id}>
          {`${formatMoney(locale, sum)} · ${formatInstant(locale, startedAt)} · ${text.statuses.deal[status]}`}
        </option>
      ))}
    </datalist>
  );
}

/** The deal that the arrival was most likely meant for; null while it is not known. */
function useLikelyDeal({ dealId }: OperatorArrival): OperatorDeal | null {
  const { data } = useRead('readDeal', { path: { id: dealId ?? '' } }, { isEnabled: dealId !== null });
  return data ?? null;
}

/**
 * Whether money came a second time: the bank's list has paid the deal already, and only another one can take this. A deal that
 * a person has settled still waits for its money. Null until both are read: a deal may be proposed late, but what was proposed
 * is not taken back under the hands of who has begun to fill in the form.
 */
function useHasItsMoney({ id, exception, dealId }: OperatorArrival, likely: OperatorDeal | null): boolean | null {
  const cameTwice = exception === 'twice';
  const isEnabled = cameTwice && likely !== null;
  const { data } = useRead('readInvoice', { path: { id: likely?.invoiceId ?? '' } }, { isEnabled });
  if (!cameTwice) return false;
  const matched = data?.arrivals?.filter((one) => one.dealId === dealId && one.status === 'matched');
  return matched?.some((one) => one.id !== id) ?? null;
}

/** Late money takes the place of requisites that the payer has got since: said before it is done. */
function FreshDeal({ likely }: { readonly likely: OperatorDeal }): ReactNode {
  const { acts } = useText().operator;
  const hasEnded = likely.status === 'canceled' || likely.status === 'expired';
  const { data } = useRead('readInvoice', { path: { id: likely.invoiceId } }, { isEnabled: hasEnded });
  const isWaiting = data?.deals.some(({ status }) => status === 'transfer_waiting') ?? false;
  return hasEnded && isWaiting ? <p className="overdue">{acts.freshDealHint}</p> : null;
}

export function ReturnDialog({ arrival, onClose }: ArrivalActProps): ReactNode {
  const { acts } = useText().operator;
  return (
    <ActForm
      operation="returnArrival"
      path={{ id: arrival.id }}
      words={acts.return}
      tone="danger"
      fields={{
        // The deal may be without its money then.
        isSecond: field.asked(acts.isSecond, ['arrival_pays_deal', 'arrival_in_doubt']),
        // It may be another payer's money.
        isCertain: field.asked(acts.isCertain, ['arrival_in_doubt']),
        reason,
      }}
      onClose={onClose}
    >
      <ArrivalFacts arrival={arrival} />
    </ActForm>
  );
}

/** Beside the case itself it would be said twice. */
function ArrivalFacts({ arrival }: { readonly arrival: OperatorArrival }): ReactNode {
  return useContext(InlineActs) === null ? <ArrivalFigures arrival={arrival} /> : null;
}

export function ArrivalFigures({ arrival }: { readonly arrival: OperatorArrival }): ReactNode {
  const text = useText();
  return (
    <Facts
      items={[
        [text.trade.sum, <Money key="sum" value={arrival.sum} />],
        [text.trade.requisite, <RequisiteNumber key="number" value={arrival.requisite?.number ?? ''} />],
        [text.trade.maker, arrival.requisite?.makerName ?? '–'],
        [text.fields.reference, arrival.reference],
        [text.trade.at, <Instant key="at" at={arrival.arrivedAt} />],
        arrival.exception === null ? null : [text.trade.why, text.trade.exceptions[arrival.exception]],
      ]}
    />
  );
}
