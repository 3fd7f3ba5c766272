import type { ReactNode } from 'react';
import { Notice, useTexts } from '@kushk/ui';
import type { Release } from './queries.js';
import classes from './release-page.module.css';

/** The text about what happens next. */
function nextOf({ status, published_at, appeal }: Release) {
  if (status === 'withdrawn' && published_at === null) return 'portal.status.withdrawn.unpublished';
  return status === 'rejected' && appeal !== null
    ? 'portal.status.rejected.again'
    : (`portal.status.${status}.next` as const);
}

/** Says what the status means, why, and what happens next. */
export function StatusNotice({ release }: { readonly release: Release }): ReactNode {
  const { t } = useTexts();
  const { status, review_notes, status_reason, replaced_by } = release;
  const ended = replaced_by === null ? status_reason : t('release.replaced_by.version', { version: replaced_by });
  const reason = status === 'rejected' ? review_notes : ended;
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
      <p>{t(nextOf(release))}</p>
    </Notice>
  );
}
