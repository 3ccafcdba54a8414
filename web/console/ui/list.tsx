import { Fragment, type ReactNode } from 'react';
import type { Answer, Input, Operation } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { Choices } from '../api/schema.ts';
import { useText } from '../text/locale.tsx';
import { useUrlState } from '../url-state.ts';
import { startOfDay } from '../zone.ts';
import { Button } from './button.tsx';
import { FilterSelect, FilterText } from './filters.tsx';
import { type Choice, FilterPicker } from './picker.tsx';
import { Table, type TableProps, useCursor } from './table.tsx';

/** What answers with rows that have IDs. */
type ListOperation = {
  [Name in Operation]: Answer<Name> extends { readonly items: readonly { readonly id: string | number }[] }
    ? Name
    : never;
}[Operation];

type RowOf<Name extends ListOperation> = Answer<Name>['items'][number];
type Query<Name extends ListOperation> = NonNullable<Input<Name>['query']>;

/** What narrows a list by one parameter of its operation. It is in the address under the parameter's name. */
interface Filter<in out Value extends string> {
  readonly shown: (name: string) => ReactNode;
  readonly options?: readonly (readonly [value: Value, label: string])[];
  /** What the service is asked for, where that is not what is in the address. */
  readonly asked?: (inAddress: string) => string;
}

/** Every parameter but those of paging; null: none here. A choice has a word for each value that the parameter takes. */
export type Filters<Name extends ListOperation> = {
  readonly [Key in Exclude<keyof Query<Name>, 'after' | 'limit'>]-?: Filter<ValueOf<Name, Key>> | null;
};
type ValueOf<Name, Key> = Name extends keyof Choices
  ? Key extends keyof Choices[Name]
    ? Choices[Name][Key] & string
    : string
  : string;

export const filter = {
  /** One of the values that the parameter takes, in the order of the words; null: not offered. */
  choice<Value extends string>(label: string, words: Readonly<Record<Value, string | null>>): Filter<Value> {
    const options = (Object.entries(words) as [Value, string | null][]).flatMap(([value, word]) =>
      word === null ? [] : [[value, word] as const],
    );
    return { options, shown: (name) => <FilterSelect name={name} label={label} options={options} /> };
  },
  /** One of a list of the page's own. */
  listed: (label: string, options: readonly Choice[]): Filter<string> => ({
    shown: (name) => <FilterSelect name={name} label={label} options={options} />,
  }),
  /** One of many, by name. `usual`: what it is where the address does not say. */
  picked: (label: string, options: readonly Choice[], usual?: string): Filter<string> => ({
    shown: (name) => <FilterPicker name={name} label={label} options={options} usual={usual} />,
  }),
  typed: (label: string, placeholder?: string): Filter<string> => ({
    shown: (name) => <FilterText name={name} label={label} placeholder={placeholder} />,
  }),
  /** From the beginning of a day on, by the clock that the console shows … */
  from: (label: string): Filter<string> => day(label, 0),
  /** … and to its end. */
  until: (label: string): Filter<string> => day(label, 1),
  /** A link has led to this one row; the way back to all of them. */
  one: (): Filter<string> => ({ shown: (name) => <ShowAll name={name} /> }),
  /** Nothing to choose by: a link has led to these rows. */
  linked: (): Filter<string> => ({ shown: () => null }),
  own: (shown: ReactNode): Filter<string> => ({ shown: () => shown }),
};

function day(label: string, daysLater: number): Filter<string> {
  return {
    shown: (name) => <FilterText name={name} label={label} type="date" />,
    asked: (inAddress) => startOfDay(inAddress, daysLater),
  };
}

function ShowAll({ name }: { readonly name: string }): ReactNode {
  const { operator } = useText();
  const url = useUrlState();
  return url.get(name) !== '' && <Button onClick={() => url.set({ [name]: '' })}>{operator.showAll}</Button>;
}

interface ListProps<Name extends ListOperation>
  extends Omit<TableProps<RowOf<Name>>, 'rows' | 'rowKey' | 'error' | 'retry' | 'next' | 'filters' | 'actions'> {
  readonly of: Name;
  readonly path?: Input<Name>['path'];
  /** What it is asked for whatever the address says. */
  readonly query?: Query<Name>;
  readonly filters?: Filters<Name>;
  /** What stands before the filters. */
  readonly leading?: ReactNode;
  /** What can be done with all that is asked for, such as having it as a file. */
  readonly actions?: (asked: Query<Name>) => ReactNode;
  /** Few enough to be shown at once: there are no pages. */
  readonly isWhole?: boolean;
  readonly isLive?: boolean;
  readonly isEnabled?: boolean;
}

/** The rows that an operation answers with, as the filters in the address narrow them, a page at a time. */
export function List<Name extends ListOperation>(props: ListProps<Name>): ReactNode {
  const {
    of,
    path,
    query,
    filters,
    leading,
    actions,
    isWhole = false,
    isLive = false,
    isEnabled = true,
    ...table
  } = props;
  const url = useUrlState();
  const after = useCursor(table.name);
  const named: readonly (readonly [string, Filter<string> | null])[] = Object.entries(filters ?? {});
  const narrowing = named.flatMap(([name, one]) => (one === null ? [] : [{ name, ...one }]));
  const values = narrowing.map(({ name, asked = asItIs }) => [name, asked(url.get(name))]);
  const asked: Query<Name> = { ...Object.fromEntries(values), ...query };
  const input: Input<Name> = { ...(path === undefined ? {} : { path }), query: isWhole ? asked : { ...asked, after } };
  const found = useRead(of, input, { isLive, isEnabled, keepsPrevious: !isWhole });
  const page: Page<RowOf<Name>> | undefined = found.data;
  const bar = (
    <>
      {leading}
      {narrowing.map(({ name, shown }) => (
        <Fragment key={name}>{shown(name)}</Fragment>
      ))}
    </>
  );
  return (
    <Table
      {...table}
      rows={page?.items}
      error={found.error}
      retry={() => found.refetch()}
      rowKey={({ id }) => id}
      {...(isWhole ? {} : { next: page?.next ?? null })}
      filters={filters === undefined && leading === undefined ? undefined : bar}
      actions={actions?.(asked)}
    />
  );
}

const asItIs = (inAddress: string) => inAddress;

interface Page<Row> {
  readonly items: readonly Row[];
  readonly next?: string | number | null;
}
