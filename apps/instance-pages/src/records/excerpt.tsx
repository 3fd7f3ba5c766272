import type { ReactNode } from 'react';
import classes from './excerpt.module.css';

/** The first words of a text, on at most two lines. */
export const Excerpt = ({ children }: { children: ReactNode }): ReactNode => (
  <small className={classes.excerpt} dir="auto">
    {children}
  </small>
);
