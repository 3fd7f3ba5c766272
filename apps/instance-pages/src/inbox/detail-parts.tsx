import type { ReactNode } from 'react';
import { SkeletonLine, StateDot } from '@kushk/ui';
import classes from './detail-parts.module.css';

interface DetailHeadProps {
  readonly title: ReactNode;
  /** What is announced when it changes, for work that goes on. */
  readonly isLive?: boolean;
  readonly children: ReactNode;
}

/** The head of what is open in the inbox. */
export function DetailHead({ title, isLive = false, children }: DetailHeadProps): ReactNode {
  return (
    <header className={classes.title} {...(isLive && { 'aria-live': 'polite' })}>
      <h2>{title}</h2>
      {children}
    </header>
  );
}

/** The placeholder of the open item while it loads. */
export const DetailSkeleton = (): ReactNode => (
  <div aria-hidden="true">
    <DetailHead title={<SkeletonLine width="long" />}>
      <p>
        <SkeletonLine width="middle" />
      </p>
    </DetailHead>
    <div className={classes.coming}>
      <SkeletonLine width="long" />
    </div>
  </div>
);

/** What costs the reader something, below the values. */
export const DetailWarning = ({ children }: { children: ReactNode }): ReactNode => (
  <p className={classes.stale}>{children}</p>
);

/** The decision about what is open, the last part of it. */
export const DetailActions = ({ children }: { children: ReactNode }): ReactNode => (
  <footer className={classes.decide}>{children}</footer>
);

/** Says what the actions beside it mean; without a text it only takes the space before them. */
export const ActionsHint = ({ children }: { children?: ReactNode }): ReactNode => (
  <span className={classes.hint}>{children}</span>
);

interface SettledProps {
  readonly isGood: boolean;
  readonly status: string;
  /** Who settled it, and when. */
  readonly by: ReactNode;
  readonly children: ReactNode;
}

/** What became of an item, in place of its actions. */
export function Settled({ isGood, status, by, children }: SettledProps): ReactNode {
  return (
    <footer className={classes.after}>
      <p className={classes.said} role="status">
        <StateDot tone={isGood ? 'good' : 'neutral'}>{status}</StateDot>
        {by}
      </p>
      {children}
    </footer>
  );
}

/** The reason that a person gave, in their words. */
export const ReasonQuote = ({ children }: { children: string }): ReactNode => (
  <blockquote className={classes.quote} dir="auto">
    {children}
  </blockquote>
);
