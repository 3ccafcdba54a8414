import { Menu } from '@base-ui/react/menu';
import { type KeyboardEvent, type MouseEvent, type ReactNode, type SyntheticEvent, useRef } from 'react';
import { useLocation } from 'wouter';
import type { ApiError } from '../api/client.ts';
import { useShortcut } from '../shortcuts.ts';
import { useText } from '../text/locale.tsx';
import { type UrlState, useUrlState } from '../url-state.ts';
import { type BulkAct, useBulk } from './bulk.tsx';
import { Button } from './button.tsx';
import { DialogHolder } from './dialog-button.tsx';
import { Icon } from './icon.tsx';
import { SavedViews } from './saved-views.tsx';
import { EmptyState, Trouble } from './states.tsx';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** What the rows are ordered by when somebody chooses this column. */
  readonly order?: (row: Row) => string | number | bigint;
  readonly isNumeric?: boolean;
  /** Not shown until somebody chooses it. */
  readonly isExtra?: boolean;
}

export interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** What can be done with a row: its last column. False: nothing, for this reader. */
  readonly acts?: ((row: Row) => ReactNode) | false;
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  readonly error?: ApiError | null;
  readonly retry?: () => void;
  /** Where a row leads. */
  readonly href?: (row: Row) => string;
  /** The cursor of the next page; null on the last. Absent: all rows are here. */
  readonly next?: string | number | null;
  readonly empty: string;
  readonly emptyHint?: string;
  readonly filters?: ReactNode;
  readonly actions?: ReactNode;
  /** What can be done with many rows at once. */
  readonly bulk?: BulkAct<Row>;
  /** The row whose thing is open beside the list. */
  readonly currentKey?: string | number;
  /** Told which row has the focus: keys act on it. */
  readonly onFocusRow?: (row: Row) => void;
  /** Books: sums of one currency with all their digits, so that points stand below points. */
  readonly isLedger?: boolean;
  /** Sets the address parts of two tables on one page apart. */
  readonly name?: string;
}

/**
 * A list. Order, columns and page are in the address. Pages come from the service by cursor, newest first; an order chosen
 * here is one of the rows that are shown.
 */
export function Table<Row>(props: TableProps<Row>): ReactNode {
  const { rows, error, acts = false, name = '' } = props;
  const columns = acts === false ? props.columns : [...props.columns, { id: 'actions', title: '', cell: acts }];
  const url = useUrlState();
  const visible = visibleColumns(columns, url.get(`${name}columns`));
  const chosen = useBulk(props.bulk, rows, props.rowKey);
  const shown = chosen.column === null ? visible : [chosen.column, ...visible];
  const [sortBy = '', direction] = url.get(`${name}sort`).split('.');
  // A short list inside a panel has nothing to choose from.
  const hasBar = props.filters !== undefined || props.actions !== undefined || props.next !== undefined;
  const sorted = rows === undefined ? undefined : sortRows(rows, columns, sortBy, direction === 'down');
  return (
    <DialogHolder>
      <div className="table-block">
        {hasBar && (
          <div className="table-bar">
            <div className="filters">{props.filters}</div>
            <div className="table-actions">
              {props.actions}
              {name === '' && props.next !== undefined && <SavedViews />}
              <ColumnMenu columns={columns} shown={visible} name={name} url={url} />
            </div>
          </div>
        )}
        {chosen.bar}
        <div className={props.isLedger === true ? 'table-scroll ledger' : 'table-scroll'}>
          <table {...says.table} aria-label={props.label} aria-busy={rows === undefined && !error}>
            <thead {...says.group}>
              <tr {...says.row}>
                {shown.map((column) => (
                  <HeadCell
                    key={column.id}
                    column={column}
                    direction={column.id === sortBy ? (direction === 'down' ? 'down' : 'up') : null}
                    onSort={(next) => url.set({ [`${name}sort`]: next })}
                  />
                ))}
              </tr>
            </thead>
            <TableBody {...props} rows={sorted} columns={shown} />
          </table>
          {error && rows === undefined && (
            <Trouble error={error} {...(props.retry === undefined ? {} : { retry: props.retry })} />
          )}
          {sorted?.length === 0 && (
            <EmptyState title={props.empty} {...(props.emptyHint === undefined ? {} : { hint: props.emptyHint })} />
          )}
        </div>
        {props.next !== undefined && <Pager next={props.next} name={name} url={url} />}
      </div>
    </DialogHolder>
  );
}

/** The cursor a list is asked with. */
export function useCursor(name = ''): string {
  return useUrlState().get(`${name}after`);
}

function HeadCell<Row>({
  column,
  direction,
  onSort,
}: {
  readonly column: Column<Row>;
  readonly direction: 'up' | 'down' | null;
  readonly onSort: (next: string) => void;
}): ReactNode {
  const text = useText();
  const className = column.isNumeric === true ? 'numeric' : undefined;
  if (column.order === undefined) {
    return (
      <th {...says.head} scope="col" className={className}>
        {column.title === '' ? <span className="visually-hidden">{text.shell.actions}</span> : column.title}
      </th>
    );
  }
  const next = direction === null ? `${column.id}.up` : direction === 'up' ? `${column.id}.down` : '';
  const order = direction === null ? 'none' : direction === 'up' ? 'ascending' : 'descending';
  return (
    <th {...says.head} scope="col" aria-sort={order} className={className}>
      <button type="button" className="sort" title={text.shell.sortHint} onClick={() => onSort(next)}>
        {column.title}
        {direction !== null && <Icon name={direction} />}
      </button>
    </th>
  );
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f'];

function TableBody<Row>({ rows, columns, rowKey, href, error, currentKey, onFocusRow }: TableProps<Row>): ReactNode {
  const text = useText();
  const body = useRef<HTMLTableSectionElement>(null);
  const [, navigate] = useLocation();
  const step = (by: number) => moveFocus(body.current, by);
  useShortcut('j', text.shell.nextRow, () => step(1));
  useShortcut('k', text.shell.previousRow, () => step(-1));
  if (rows === undefined) {
    return error ? null : (
      <tbody>
        {skeletonRows.map((key) => (
          <tr key={key} className="skeleton">
            {columns.map(({ id }) => (
              <td key={id}>
                <span />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    );
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    if (!isWithin(event)) return;
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else return;
    event.preventDefault();
  };
  return (
    <tbody {...says.group} ref={body} onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        <tr
          {...says.row}
          key={rowKey(row)}
          tabIndex={index === 0 ? 0 : -1}
          aria-current={currentKey !== undefined && rowKey(row) === currentKey ? 'true' : undefined}
          className={href === undefined ? undefined : 'opens'}
          onFocus={() => onFocusRow?.(row)}
          {...(href === undefined ? {} : rowActions(() => navigate(href(row))))}
        >
          {columns.map((column) => (
            <td
              {...says.cell}
              key={column.id}
              data-title={column.title}
              className={column.isNumeric === true ? 'numeric' : undefined}
            >
              {column.cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** On a phone rows are drawn as cards, and what is not drawn as a table is none to a screen reader, unless it says so. */
const says = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

const ownUse = 'a, button, input, select, textarea, label';

/** A click anywhere on the row opens it, except on what has a use of its own, as a link or a button; so does Enter. */
function rowActions(open: () => void) {
  return {
    onClick: (event: MouseEvent<HTMLTableRowElement>) => {
      if (!isWithin(event)) return;
      const isOwn = event.target instanceof Element && event.target.closest(ownUse) !== null;
      if (!isOwn && window.getSelection()?.toString() === '') open();
    },
    onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => {
      if (event.key === 'Enter' && event.target === event.currentTarget) open();
    },
  };
}

/** A dialog that a row opens lies above the page, but React hands what happens in it to the row as well. */
function isWithin({ currentTarget, target }: SyntheticEvent): boolean {
  return target instanceof Node && currentTarget.contains(target);
}

function moveFocus(body: HTMLElement | null, by: number): void {
  const rows = [...(body?.querySelectorAll<HTMLElement>(':scope > tr') ?? [])];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[current === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, current + by))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function ColumnMenu<Row>({
  columns,
  shown,
  name,
  url,
}: {
  readonly columns: readonly Column<Row>[];
  readonly shown: readonly Column<Row>[];
  readonly name: string;
  readonly url: UrlState;
}): ReactNode {
  const text = useText();
  const ids = shown.map(({ id }) => id);
  const choose = (id: string, isShown: boolean) => {
    const chosen = columns.filter((column) => (column.id === id ? isShown : ids.includes(column.id)));
    const isUsual = columns.every((column) => (column.isExtra !== true) === chosen.includes(column));
    url.set({ [`${name}columns`]: isUsual ? '' : chosen.map((column) => column.id).join(',') });
  };
  return (
    <Menu.Root>
      <Menu.Trigger className="button ghost icon-only" aria-label={text.shell.columns} title={text.shell.columns}>
        <Icon name="columns" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end" className="positioner">
          <Menu.Popup className="menu">
            {columns
              .filter(({ title }) => title !== '')
              .map(({ id, title }) => (
                <Menu.CheckboxItem
                  key={id}
                  className="menu-item"
                  checked={ids.includes(id)}
                  disabled={ids.length === 1 && ids.includes(id)}
                  onCheckedChange={(isShown) => choose(id, isShown)}
                >
                  <Menu.CheckboxItemIndicator className="menu-check" keepMounted>
                    <Icon name="check" />
                  </Menu.CheckboxItemIndicator>
                  {title}
                </Menu.CheckboxItem>
              ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Forward by the service's cursor, back by the browser's own history. */
function Pager({
  next,
  name,
  url,
}: {
  readonly next: string | number | null;
  readonly name: string;
  readonly url: UrlState;
}): ReactNode {
  const text = useText();
  const isFirst = url.get(`${name}after`) === '';
  const forward = () => next !== null && url.set({ [`${name}after`]: String(next) }, { isStep: true });
  useShortcut('n', text.shell.nextPage, forward, next !== null);
  if (isFirst && next === null) return null;
  return (
    <nav className="pager" aria-label={text.shell.pages}>
      <Button disabled={isFirst} onClick={() => url.set({ [`${name}after`]: '' }, { isStep: true })}>
        <Icon name="first" /> {text.shell.firstPage}
      </Button>
      <Button disabled={isFirst} onClick={() => window.history.back()}>
        <Icon name="previous" /> {text.shell.previousPage}
      </Button>
      <Button disabled={next === null} shortcut="n" onClick={forward}>
        {text.shell.nextPage} <Icon name="next" />
      </Button>
    </nav>
  );
}

function visibleColumns<Row>(columns: readonly Column<Row>[], chosen: string): readonly Column<Row>[] {
  if (chosen === '') return columns.filter(({ isExtra }) => isExtra !== true);
  const ids = chosen.split(',');
  const found = columns.filter(({ id, title }) => ids.includes(id) || title === '');
  return found.length === 0 ? columns : found;
}

function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sortBy: string,
  isDown: boolean,
): readonly Row[] {
  const order = columns.find(({ id }) => id === sortBy)?.order;
  if (order === undefined) return rows;
  return rows.toSorted((left, right) => {
    const [one, other] = isDown ? [order(right), order(left)] : [order(left), order(right)];
    if (typeof one === 'string' && typeof other === 'string')
      return one.localeCompare(other, undefined, { numeric: true });
    return one < other ? -1 : one > other ? 1 : 0;
  });
}
