import type { ReactNode } from 'react';
import type { InvoiceLife } from '../../api/schema.ts';
import { formatInstant, formatMoney } from '../../format.ts';
import { useLocale } from '../../text/locale.tsx';
import { Panel } from '../../ui/values.tsx';
import { type OutcomeKind, outcomeOf, outcomeTones } from './outcome.ts';

/** In one look: what happened, why it ended as it did, and what to do. */
export function OutcomePanel({ life }: { readonly life: InvoiceLife }): ReactNode {
  const { locale, text } = useLocale();
  const { kind, received, until, reason, untold } = outcomeOf(life);
  const words = text.outcome.kinds[kind satisfies OutcomeKind];
  const reasons: Readonly<Record<string, string>> = text.trade.disputeReasons;
  const facts = {
    sum: formatMoney(locale, life.askedSum),
    received: received === null ? '' : formatMoney(locale, received),
    until: until === null ? '' : formatInstant(locale, until),
    reason: (reason === null ? undefined : reasons[reason]) ?? reasons['unknown'] ?? '',
  };
  const outcomes: Readonly<Record<string, string>> = text.notifications.outcomes;
  return (
    <Panel title={text.outcome.title}>
      <p className={`outcome ${outcomeTones[kind]}`}>{words.what(facts)}</p>
      <p className="muted">
        {text.outcome.next}: {words.next(facts)}
      </p>
      {untold !== null && (
        <p className="notice">
          {text.outcome.untold(
            `${outcomes[untold.outcome] ?? untold.outcome}${untold.status === null ? '' : `, HTTP ${untold.status}`}`,
          )}
        </p>
      )}
    </Panel>
  );
}
