import type { ReactNode } from 'react';
import { TitleText } from '../data/title-text.js';
import { usePageTitle } from '../page/page-title.js';
import classes from './page.module.css';

/** The column of a page: `narrow` for reading and deciding, `wide` for tables and panes. */
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

/** The heading of a page. A title that is a text is also the title of the browser's tab. */
export function PageHead({ tile, title, note, actions }: PageHeadProps): ReactNode {
  usePageTitle(typeof title === 'string' ? title : undefined);
  return (
    <header className={classes.head}>
      {tile}
      <div className={classes.words}>
        <h1>{typeof title === 'string' ? <TitleText>{title}</TitleText> : title}</h1>
        {note !== undefined && <p>{note}</p>}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

/**
 * A main column and a narrower one at its end, one below the other on narrow screens. `staysInView` keeps an aside of
 * one panel visible beside a long page.
 */
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

/** The decision of a page. On a phone it is fixed at the lower edge, above everything that scrolls. */
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
