import { type ReactNode, useRef } from 'react';
import type { Answer, Input } from '../../api/client.ts';
import { useAct } from '../../api/queries.ts';
import { formatBasisPoints, formatDecimal } from '../../format.ts';
import { useLocale, useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { FaultList } from '../../ui/faults.tsx';
import { Badge } from '../../ui/values.tsx';

/** Asks a source what it says now. Nothing is stored by it. */
export function TrySource({
  question,
}: {
  readonly question: (form: HTMLFormElement) => Input<'tryRateSource'>;
}): ReactNode {
  const words = useText().operator.rates;
  const place = useRef<HTMLDivElement>(null);
  const act = useAct('tryRateSource');
  const ask = () => {
    const form = place.current?.closest('form');
    if (form !== null && form !== undefined) act.mutate(question(form));
  };
  return (
    <div ref={place} className="tried">
      <div>
        <Button className="small" isBusy={act.isPending} onClick={ask}>
          {words.tryIt}
        </Button>
      </div>
      <div role="status">{act.data !== undefined && !act.isPending && <Tried tried={act.data} />}</div>
      {act.error !== null && <FaultList error={act.error} />}
    </div>
  );
}

function Tried({ tried }: { readonly tried: Answer<'tryRateSource'> }): ReactNode {
  const { text, locale } = useLocale();
  const words = text.operator.rates;
  const shown = (decimal: string) => formatDecimal(locale, decimal);
  const { rate, sourceRate, prices, error, currentRate, differenceBps, isJump, excerpt, tookMs } = tried;
  return (
    <div className="tried">
      {rate === null ? (
        <p>
          <Badge tone="bad">{words.noRate}</Badge> {error}
        </p>
      ) : (
        <p>
          <Badge tone={isJump ? 'bad' : 'ok'}>{isJump ? words.jump : words.gives}</Badge> <b>{shown(rate)}</b>
          {sourceRate !== null && sourceRate !== rate && ` (${words.sourceSays} ${shown(sourceRate)})`}
          {prices.length > 1 && `. ${words.meanOf} ${prices.map(shown).join('; ')}`}
          {currentRate !== null && `. ${words.currentIs} ${shown(currentRate)}`}
          {differenceBps !== null && `, ${words.differs} ${formatBasisPoints(locale, differenceBps)}`}
          {`. ${text.shell.ms(tookMs)}`}
        </p>
      )}
      {excerpt !== null && (
        <details open={rate === null}>
          <summary>{words.excerpt}</summary>
          <pre>{excerpt}</pre>
        </details>
      )}
    </div>
  );
}
