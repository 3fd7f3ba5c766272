import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { DataTable, Panel, ProblemNotice, Updating, type ColumnOf } from '@kushk/ui';
import classes from './list-panel.module.css';
import { MoreButton } from './more-button.js';
import { ROWS_ATTRIBUTE, useRowKeys } from './row-keys.js';
import { TableSkeleton } from './table-skeleton.js';

interface ListPanelProps<Item> {
  readonly title: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** Filters above the table. */
  readonly filters?: ReactNode;
  readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Item[] }>>;
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

/** A list of the API as a table, with what a list needs: loading, failure, nothing to show, more. */
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
  const items = query.data?.pages.flatMap((page) => page.items);
  const body = (): ReactNode => {
    if (items === undefined) {
      if (query.isError) return <ProblemNotice fills error={query.error} onRetry={() => query.refetch()} />;
      return <TableSkeleton label={title} {...(usualRows !== undefined && { rows: usualRows })} />;
    }
    if (items.length === 0) return empty;
    return (
      <Updating isUpdating={query.isPlaceholderData}>
        <DataTable<Item> label={title} columns={columns} items={items} keyOf={keyOf} {...(linkOf && { linkOf })} />
      </Updating>
    );
  };
  const content = (
    <div ref={list} {...{ [ROWS_ATTRIBUTE]: '' }}>
      {filters !== undefined && <div className={classes.filters}>{filters}</div>}
      {body()}
      <MoreButton query={query} />
      {items !== undefined && items.length > 0 && footer}
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
