import { useRef, type ReactNode } from 'react';
import { DataTable, type ColumnOf } from '../data/data-table.js';
import { Panel } from '../data/panel.js';
import classes from './list-panel.module.css';
import { PagedList } from './paged-list.js';
import { itemsOf, type ListResult } from './paged-query.js';
import { ROWS_ATTRIBUTE, useRowKeys } from './row-keys.js';
import { RowsSkeleton } from './rows-skeleton.js';
import { SavedViews } from './saved-views.js';

interface ListPanelProps<Item> {
  readonly title: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** Filters above the table. */
  readonly filters?: ReactNode;
  readonly query: ListResult<Item>;
  readonly columns: readonly ColumnOf<Item>[];
  readonly keyOf: (item: Item) => string;
  readonly linkOf?: (item: Item) => string;
  /** Shown in place of the table when the list is empty. */
  readonly empty: ReactNode;
  /** The page's own title says what the list is, so the list has no head; `title` is its name for screen readers. */
  readonly isHeadless?: boolean;
  /** Below the table, when it has rows. */
  readonly footer?: ReactNode;
  /** How many rows the list usually has, so that little moves when they come. */
  readonly usualRows?: number;
}

/** A list of an API as a table. J and K move between its rows. */
export function ListPanel<Item>({
  title,
  query,
  columns,
  keyOf,
  linkOf,
  empty,
  filters,
  usualRows,
  footer,
  isHeadless = false,
  ...head
}: ListPanelProps<Item>): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const content = (
    <div ref={list} {...{ [ROWS_ATTRIBUTE]: '' }}>
      {filters !== undefined && (
        <div className={classes.filters}>
          {filters}
          <SavedViews />
        </div>
      )}
      <PagedList
        query={query}
        empty={empty}
        skeleton={
          <div className={classes.waiting}>
            <RowsSkeleton label={title} {...(usualRows !== undefined && { rows: usualRows })} />
          </div>
        }
      >
        {(items) => (
          <DataTable<Item> label={title} columns={columns} items={items} keyOf={keyOf} {...(linkOf && { linkOf })} />
        )}
      </PagedList>
      {(itemsOf(query)?.length ?? 0) > 0 && footer}
    </div>
  );
  if (isHeadless) {
    return (
      <section className={classes.headless} aria-label={title}>
        {content}
      </section>
    );
  }
  return (
    <Panel title={title} {...head} flush>
      {content}
    </Panel>
  );
}
