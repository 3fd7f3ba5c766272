import type { ReactNode } from 'react';
import { SkeletonLine } from '@kushk/ui';
import classes from './table-skeleton.module.css';

const ROWS = 8;

interface TableSkeletonProps {
  readonly label: string;
  readonly rows?: number;
}

/** Rows of the height of a table's rows, while the table loads. */
export function TableSkeleton({ label, rows = ROWS }: TableSkeletonProps): ReactNode {
  return (
    <div className={classes.rows} role="status" aria-busy="true" aria-label={label}>
      {Array.from({ length: rows }, (_row, index) => (
        <div key={index} className={classes.row}>
          <SkeletonLine width="middle" />
          <SkeletonLine width="short" />
        </div>
      ))}
    </div>
  );
}
