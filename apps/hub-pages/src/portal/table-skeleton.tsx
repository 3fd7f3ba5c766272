import type { ReactNode } from 'react';
import { SkeletonLine } from '@kushk/ui';
import classes from './table-skeleton.module.css';

/** Rows in place of a table that is loading, as high as its own rows. */
export function TableSkeleton({ rows }: { readonly rows: number }): ReactNode {
  return (
    <ul className={classes.rows} aria-busy="true">
      {Array.from({ length: rows }, (_unused, at) => (
        <li key={at}>
          <SkeletonLine width="long" />
          <SkeletonLine width="short" />
        </li>
      ))}
    </ul>
  );
}
