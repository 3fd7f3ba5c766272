import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Button, DataTable, ProblemNotice, SearchField, SkeletonLine, useTexts, type ColumnOf } from '@kushk/ui';
import type { ListQuery } from './list-queries.js';
import classes from './records.module.css';

interface RecordListProps<Item extends { readonly id: string }> {
  readonly label: string;
  readonly query: ListQuery<Item>;
  readonly columns: readonly ColumnOf<Item>[];
  readonly hrefOf?: (item: Item) => string;
  /** Stands in place of the table: why the list is empty, and what fills it. */
  readonly empty: ReactNode;
}

/** A list as a table, page by page. */
export function RecordList<Item extends { readonly id: string }>({
  label,
  query,
  columns,
  hrefOf,
  empty,
}: RecordListProps<Item>): ReactNode {
  const { t } = useTexts();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(query);
  const items = data?.pages.flatMap((page) => page.items);
  if (items === undefined)
    return error === null ? <RowsSkeleton /> : <ProblemNotice error={error} onRetry={() => refetch()} fills />;
  if (items.length === 0 && !hasNextPage) return empty;
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        items={items}
        keyOf={({ id }) => id}
        {...(hrefOf && { linkOf: hrefOf })}
      />
      {error !== null && <ProblemNotice error={error} onRetry={() => refetch()} />}
      {hasNextPage && (
        <div className={classes.more}>
          <Button look="quiet" onPress={() => void fetchNextPage()} isPending={isFetchingNextPage}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}

const ROWS = ['one', 'two', 'three', 'four', 'five', 'six'];

export function RowsSkeleton(): ReactNode {
  return (
    <ul className={classes.rows} aria-hidden="true">
      {ROWS.map((row) => (
        <li key={row}>
          <SkeletonLine width="long" />
          <SkeletonLine width="short" />
        </li>
      ))}
    </ul>
  );
}

/** Long enough that typing a word does not search for each letter. */
const PAUSE_MS = 250;

/** A search whose text is part of the address. */
export function ListSearch({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
}): ReactNode {
  const [text, setText] = useState(value);
  const [last, setLast] = useState(value);
  if (value !== last) {
    setLast(value);
    setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onChange(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return <SearchField label={label} value={text} onChange={setText} />;
}
