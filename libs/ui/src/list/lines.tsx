import type { ReactNode } from 'react';
import classes from './lines.module.css';

/** A list of one line each that is no table. Its items are `li`: an icon, a text, a time. */
export const Lines = ({ children }: { children: ReactNode }): ReactNode => (
  <ul className={classes.lines}>{children}</ul>
);
