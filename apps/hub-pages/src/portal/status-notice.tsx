import type { ReactNode } from 'react';
import { Notice, useTexts } from '@kushk/ui';
import type { Release } from './queries.js';
import classes from './release-page.module.css';

/** Says what the status means, why, and what happens next. */
export function StatusNotice({ release }: { readonly release: Release }): ReactNode {
  const { t } = useTexts();
  const { status, review_notes, status_reason } = release;
  const reason = status === 'rejected' ? review_notes : status_reason;
  const isUnpublished = status === 'withdrawn' && release.published_at === null;
  const isAppealed = status === 'in_review' && release.appeal !== null;
  const tone = { rejected: 'bad', suspended: 'warn', withdrawn: 'neutral', published: 'good' } as const;
  return (
    <Notice
      tone={status in tone ? tone[status as keyof typeof tone] : 'info'}
      title={t(isAppealed ? 'portal.appealed' : `portal.status.${status}`)}
    >
      {reason !== null && reason !== '' && (
        <p className={classes.text} dir="auto">
          {reason}
        </p>
      )}
      <p>{t(isUnpublished ? 'portal.status.withdrawn.unpublished' : `portal.status.${status}.next`)}</p>
    </Notice>
  );
}
