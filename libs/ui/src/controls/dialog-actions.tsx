import type { ReactNode } from 'react';
import classes from './dialog.module.css';

export function DialogActions({ children }: { children: ReactNode }): ReactNode {
  return <div className={classes.actions}>{children}</div>;
}
