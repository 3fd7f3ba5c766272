import type { ReactNode } from 'react';
import classes from './list-tools.module.css';
import { SavedViews } from './saved-views.js';

interface ListToolsProps {
  /** In the panel of the list, above its rows. */
  readonly isInside?: boolean;
  readonly children: ReactNode;
}

/** The search of a list and its filters, above the list. */
export const ListTools = ({ isInside = false, children }: ListToolsProps): ReactNode => (
  <div className={isInside ? `${classes.tools} ${classes.inside}` : classes.tools}>
    {children}
    <SavedViews />
  </div>
);
