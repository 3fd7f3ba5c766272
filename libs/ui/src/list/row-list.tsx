import type { ReactNode } from 'react';
import classes from './row-list.module.css';

/** Rows with controls. Its items are `li`. */
export const RowList = ({ children }: { children: ReactNode }): ReactNode => (
  <ul className={classes.rows}>{children}</ul>
);

interface RowControlsProps {
  /** In the last column of a table. */
  readonly isLast?: boolean;
  readonly children: ReactNode;
}

export const RowControls = ({ isLast = false, children }: RowControlsProps): ReactNode => (
  <span className={`${classes.controls} ${isLast ? classes.last : ''}`}>{children}</span>
);
