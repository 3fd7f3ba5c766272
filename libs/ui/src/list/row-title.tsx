import type { ReactNode } from 'react';
import classes from './row-title.module.css';

interface RowTitleProps {
  readonly title: ReactNode;
  /** The values of the columns that narrow screens hide. */
  readonly narrow?: ReactNode;
  /** Lines in small type below the title. */
  readonly children?: ReactNode;
}

/** The cell that heads a row of a list. */
export function RowTitle({ title, narrow, children }: RowTitleProps): ReactNode {
  return (
    <span className={classes.title}>
      <b>{title}</b>
      {children}
      {narrow !== undefined && <small className={classes.narrow}>{narrow}</small>}
    </span>
  );
}
