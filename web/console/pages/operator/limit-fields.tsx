import './limit-fields.css';
import { type ReactNode, useId, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useOffered } from '../../api/names.ts';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { useFault } from '../../ui/faults.tsx';

export type Limit = Answer<'getStore'>['limits'][number];

/** Which sums a store takes: a row for each direction and currency. What has no row is not allowed. */
export function LimitFields({
  limits,
  onChange,
}: {
  readonly limits: readonly Limit[];
  readonly onChange: (limits: readonly Limit[]) => void;
}): ReactNode {
  const text = useText();
  const { stores } = text.operator;
  const { currencies } = useOffered();
  const put = (index: number, change: Partial<Limit>) =>
    onChange(limits.map((limit, at) => (at === index ? { ...limit, ...change } : limit)));
  const add = () => {
    const { currency, type } = missing(
      currencies.map(({ code }) => code),
      limits,
    );
    onChange([...limits, { type, currency, min: '', max: '' }]);
  };
  return (
    <fieldset className="limits">
      <legend>{stores.limits}</legend>
      {limits.map((limit, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; two rows may be alike while they are typed.
        <div key={index} className="limit">
          <select
            aria-label={text.trade.type}
            value={limit.type}
            onChange={({ target }) => put(index, { type: target.value === 'out' ? 'out' : 'in' })}
          >
            <option value="in">{text.trade.payin}</option>
            <option value="out">{text.trade.payout}</option>
          </select>
          <select
            aria-label={text.trade.currency}
            value={limit.currency}
            onChange={({ target }) => put(index, { currency: target.value })}
          >
            {currencies.map(({ code }) => (
              <option key={code}>{code}</option>
            ))}
          </select>
          <Sum
            label={stores.min}
            name={`limits.${index}.min`}
            value={limit.min}
            onChange={(min) => put(index, { min })}
          />
          <Sum
            label={stores.max}
            name={`limits.${index}.max`}
            value={limit.max}
            onChange={(max) => put(index, { max })}
          />
          <Button className="small" onClick={() => onChange(limits.filter((_, at) => at !== index))}>
            {stores.removeLimit}
          </Button>
        </div>
      ))}
      {limits.length === 0 && <p className="hint">{stores.noLimits}</p>}
      <Button className="small" onClick={add}>
        {stores.addLimit}
      </Button>
    </fieldset>
  );
}

function Sum({
  label,
  name,
  value,
  onChange,
}: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const id = useId();
  const fault = useFault(name);
  return (
    <span className="limit-sum">
      <input
        type="text"
        inputMode="decimal"
        pattern="[0-9\s]+([.,][0-9]+)?"
        aria-label={label}
        placeholder={label}
        required
        value={value}
        {...(fault === null ? {} : { 'aria-invalid': true, 'aria-describedby': id })}
        onChange={({ target }) => onChange(target.value)}
      />
      {fault !== null && (
        <span id={id} className="hint fault">
          {fault}
        </span>
      )}
    </span>
  );
}

export function useLimits(initial: readonly Limit[]) {
  const [limits, setLimits] = useState<readonly Limit[]>(initial);
  /** As they are sent: blanks between digits fall away, a comma becomes a point. */
  const plain = (sum: string) => sum.replace(/\s/g, '').replace(',', '.');
  const asSent = () => limits.map(({ min, max, ...limit }) => ({ ...limit, min: plain(min), max: plain(max) }));
  return { limits, setLimits, asSent };
}

/** The first pair that has no row yet; when all have one, the first of all. */
function missing(currencies: readonly string[], limits: readonly Limit[]): Pick<Limit, 'currency' | 'type'> {
  const known = new Set(limits.map(({ currency, type }) => `${currency} ${type}`));
  const first = limits[0]?.currency ?? currencies[0] ?? 'RUB';
  const pairs = [first, ...currencies].flatMap((currency) => [
    { currency, type: 'in' as const },
    { currency, type: 'out' as const },
  ]);
  return pairs.find(({ currency, type }) => !known.has(`${currency} ${type}`)) ?? { currency: first, type: 'in' };
}
