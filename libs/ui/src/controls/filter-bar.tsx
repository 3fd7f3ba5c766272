import type { ReactNode } from 'react';
import classes from './filter-bar.module.css';

/** Filters live in the address, so each is a link: `filterLink` is its class. */
export function FilterBar({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <nav aria-label={label} className={classes.bar}>
      {children}
    </nav>
  );
}

export function FilterCount({ children }: { children: ReactNode }): ReactNode {
  return <span className={classes.count}>{children}</span>;
}

export const filterLink = classes.option;
