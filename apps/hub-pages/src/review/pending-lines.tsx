import { X } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { Code, IconButton, useTexts } from '@kushk/ui';
import type { PendingComments } from './pending-comments.js';
import classes from './pending-lines.module.css';

interface PendingLinesProps {
  readonly pending: PendingComments;
  /** Shown when no comment waits. */
  readonly none: string;
}

/** The comments on lines that are sent with a decision; each can be taken out. */
export function PendingLines({ pending: { comments, remove }, none }: PendingLinesProps): ReactNode {
  const { t } = useTexts();
  if (comments.length === 0) return <p className={classes.soft}>{none}</p>;
  return (
    <section>
      <h3 className={classes.title}>{t('review.request.lines', { count: comments.length })}</h3>
      <ul className={classes.lines}>
        {comments.map(({ path, text }, index) => (
          <li key={`${path} ${index}`}>
            <span className={classes.words}>
              <Code soft breaks>
                {path}
              </Code>
              <span dir="auto">{text}</span>
            </span>
            <IconButton aria-label={t('review.request.remove', { path })} onPress={() => remove(index)}>
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
