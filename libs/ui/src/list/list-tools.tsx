import type { ReactNode } from 'react';
import classes from './list-tools.module.css';

/** The search of a list and its filters, above the list. */
export const ListTools = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={classes.tools}>{children}</div>
);
