import { useRef, type ReactNode } from 'react';
import { ROWS_ATTRIBUTE, useRowKeys } from './row-keys.js';

interface KeyedRowsProps {
  /** The selector of what a row opens with. */
  readonly opener?: string;
  readonly children: ReactNode;
}

/** Rows that are no table: items of lists, each with a link or a button. J and K move between them. */
export function KeyedRows({ opener = 'a', children }: KeyedRowsProps): ReactNode {
  const rows = useRef<HTMLDivElement>(null);
  useRowKeys(rows, { rows: `li:has(${opener})`, link: opener });
  return (
    <div ref={rows} {...{ [ROWS_ATTRIBUTE]: '' }}>
      {children}
    </div>
  );
}
