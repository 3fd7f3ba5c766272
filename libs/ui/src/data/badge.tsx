import type { ReactNode } from 'react';
import classes from './badge.module.css';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info' | 'violet' | 'accent';

export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <span className={`${classes.badge} ${classes[tone]}`}>
      {icon}
      {children}
    </span>
  );
}

/** A state: a dot and a word, quieter than a badge. */
export function StateDot({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }): ReactNode {
  return (
    <span className={`${classes.state} ${classes[tone]}`}>
      <i aria-hidden="true" />
      {children}
    </span>
  );
}
