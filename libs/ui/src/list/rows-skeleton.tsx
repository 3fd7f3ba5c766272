import type { ReactNode } from 'react';
import { SkeletonLine } from '../feedback/feedback.js';
import classes from './rows-skeleton.module.css';

const ROWS = 6;

interface RowsSkeletonProps {
  /** What is loading, for screen readers. Without it the rows are hidden from them. */
  readonly label?: string;
  readonly rows?: number;
}

/** Rows of the height of a list's rows, while the list loads. */
export function RowsSkeleton({ label, rows = ROWS }: RowsSkeletonProps): ReactNode {
  const role =
    label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-busy': true, 'aria-label': label };
  return (
    <div {...role}>
      {Array.from({ length: rows }, (_row, index) => (
        <div key={index} className={classes.row}>
          <SkeletonLine width="long" />
          <SkeletonLine width="short" />
        </div>
      ))}
    </div>
  );
}
