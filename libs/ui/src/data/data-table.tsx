import { use, type MouseEvent, type ReactNode } from 'react';
import { NavigateContext } from '../page/link-router.js';
import classes from './data-table.module.css';

export interface ColumnOf<Item> {
  readonly key: string;
  readonly title: string;
  readonly cell: (item: Item) => ReactNode;
  readonly isRowHeader?: boolean;
  /** Hidden on narrow screens, where the cell of the row header shows the value in small type. */
  readonly wideOnly?: boolean;
  readonly atEnd?: boolean;
  /** The sum of all items, in a row below them. */
  readonly total?: ReactNode;
}

interface DataTableProps<Item> {
  readonly label: string;
  readonly columns: readonly ColumnOf<Item>[];
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly linkOf?: (item: Item) => string;
}

type ClassOf<Item> = (column: ColumnOf<Item>) => string;

/** The classes of the cells of a column. On narrow screens, the outermost visible ones get the space at the edges. */
function classesOf<Item>(columns: readonly ColumnOf<Item>[]): ClassOf<Item> {
  const narrow = columns.filter(({ wideOnly = false }) => !wideOnly);
  return (column) =>
    [
      column.wideOnly === true && classes.wideOnly,
      column.atEnd === true && classes.atEnd,
      column === narrow[0] && classes.narrowFirst,
      column === narrow.at(-1) && classes.narrowLast,
    ]
      .filter(Boolean)
      .join(' ');
}

/** Marks the link of a row: in a list with links, J and K go from one to the next. */
export const ROW_LINK = 'data-row-link';

/**
 * A page of a list that the server has cut: what heads a row is its link, and a click anywhere in the row follows it. A
 * table of HTML: React Aria's sorts, selects and resizes, for which every list would load 37 kB more.
 */
export function DataTable<Item>({ label, columns, items, keyOf, linkOf }: DataTableProps<Item>): ReactNode {
  const open = useOpenRow();
  const linked = columns.find(({ isRowHeader }) => isRowHeader);
  const classOf = classesOf(columns);
  return (
    <table aria-label={label} className={classes.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={classOf(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => {
          const href = linkOf?.(item);
          return (
            // Without a link the row itself can have the focus, so that J and K move there too.
            <tr
              key={keyOf(item)}
              className={classes.row}
              {...(href === undefined
                ? { tabIndex: -1 }
                : { 'data-href': href, onClick: open, onAuxClick: (event) => event.button === MIDDLE && open(event) })}
            >
              {columns.map((column) => (
                <TableCell key={column.key} isRowHeader={column.isRowHeader ?? false} className={classOf(column)}>
                  {column === linked && href !== undefined ? (
                    <a href={href} className={classes.link} {...{ [ROW_LINK]: '' }}>
                      {column.cell(item)}
                    </a>
                  ) : (
                    column.cell(item)
                  )}
                </TableCell>
              ))}
            </tr>
          );
        })}
      </tbody>
      {columns.some(({ total }) => total !== undefined) && (
        <tfoot>
          <tr>
            {columns.map((column) => (
              <TableCell key={column.key} isRowHeader={column.isRowHeader ?? false} className={classOf(column)}>
                {column.total}
              </TableCell>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

interface TableCellProps {
  readonly isRowHeader: boolean;
  readonly className: string;
  readonly children: ReactNode;
}

function TableCell({ isRowHeader, className, children }: TableCellProps): ReactNode {
  if (!isRowHeader) return <td className={className}>{children}</td>;
  return (
    <th scope="row" className={className}>
      {children}
    </th>
  );
}

const MIDDLE = 1;

/** Opens the address of a row as the browser opens a link: in a new tab with Ctrl, Cmd, Shift or the middle button. */
function useOpenRow(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = use(NavigateContext);
  return (event) => {
    const row = event.currentTarget;
    const href = row.dataset['href'];
    const target = event.target as Element;
    // A dialog that was opened from a row is outside of it, but its events come here.
    if (href === undefined || event.defaultPrevented || !row.contains(target)) return;
    const isElsewhere = event.button === MIDDLE || event.ctrlKey || event.metaKey || event.shiftKey;
    const control = target.closest('a, button, input, label');
    if (control?.hasAttribute(ROW_LINK) === true) {
      // The browser itself opens a link in another tab.
      if (isElsewhere) return;
      event.preventDefault();
      navigate(href);
    } else if (control === null && !isSelecting(row)) {
      if (isElsewhere) window.open(href, '_blank', 'noopener');
      else navigate(href);
    }
  };
}

/** Whether text of the row was just selected with the mouse, which also ends in a click. */
function isSelecting(row: HTMLElement): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true);
}
