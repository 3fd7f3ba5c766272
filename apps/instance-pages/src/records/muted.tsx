import type { ReactNode } from 'react';
import classes from './muted.module.css';

/** Says that there is nothing in this place. */
export const Muted = ({ children }: { children: ReactNode }): ReactNode => (
  <span className={classes.muted}>{children}</span>
);
