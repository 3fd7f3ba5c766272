import type { ReactNode } from 'react';
import { span, useTexts } from '@kushk/ui';
import classes from './queue-page.module.css';

/** A publisher may expect an answer within this time (docs/reviewing.md). */
export const ANSWER_WITHIN_SECONDS = 48 * 3_600;
const LATE = 0.85;
const SOON = 0.5;
const WIDTH = 56;
const LEAST_WIDTH = 4;

/** How long a release has waited, and how much of the time for an answer has passed. */
export function Waiting({ seconds }: { readonly seconds: number }): ReactNode {
  const { language } = useTexts();
  const part = Math.min(seconds / ANSWER_WITHIN_SECONDS, 1);
  const tone = part > LATE ? classes.late : part > SOON ? classes.soon : classes.fine;
  return (
    <span className={classes.waiting}>
      <span>{span(seconds, language)}</span>
      <svg className={`${classes.meter} ${tone}`} viewBox={`0 0 ${WIDTH} 4`} aria-hidden="true">
        <rect className={classes.rail} width={WIDTH} height="4" rx="2" />
        <rect width={Math.max(LEAST_WIDTH, part * WIDTH)} height="4" rx="2" />
      </svg>
    </span>
  );
}
