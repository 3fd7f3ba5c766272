import type { ReactNode } from 'react';
import classes from './page.module.css';

/** The column a page stands in. `narrow` is for reading and deciding, `wide` for tables and panes. */
export function Page({
  width = 'regular',
  children,
}: {
  width?: 'narrow' | 'regular' | 'wide';
  children: ReactNode;
}): ReactNode {
  return <div className={`${classes.page} ${classes[width]}`}>{children}</div>;
}

interface PageHeadProps {
  readonly tile?: ReactNode;
  readonly title: ReactNode;
  /** One line below the title: state, ids, counts. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHead({ tile, title, note, actions }: PageHeadProps): ReactNode {
  return (
    <header className={classes.head}>
      {tile}
      <div className={classes.words}>
        <h1>{title}</h1>
        {note !== undefined && <p>{note}</p>}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

/** Main column and a narrower one at its end; one below the other on narrow screens. `staysInView` keeps an aside of one panel beside a long page. */
export function Columns({
  aside,
  children,
  staysInView = false,
}: {
  aside: ReactNode;
  children: ReactNode;
  staysInView?: boolean;
}): ReactNode {
  return (
    <div className={`${classes.columns} ${staysInView ? classes.inView : ''}`}>
      <div className={classes.stack}>{children}</div>
      <div className={`${classes.stack} ${classes.aside}`}>{aside}</div>
    </div>
  );
}

/** The decision of a page. On a phone it stays at the lower edge, above everything that scrolls. */
export function DecisionBar({ note, children }: { note?: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className={classes.room}>
      <div className={classes.decision}>
        {note !== undefined && <p>{note}</p>}
        <div className={classes.buttons}>{children}</div>
      </div>
    </div>
  );
}
