import type { ReactNode } from 'react';
import { Notice, useRoles, useSession, useTexts } from '@kushk/ui';
import { useRejecter, type Release } from './queries.js';
import classes from './release-page.module.css';
import { VersionLink, type StaffList } from './version-link.js';

interface StateNoticeProps {
  readonly release: Release;
  readonly from: StaffList;
}

/** Says why a release cannot be decided by this person now, or how it was decided. */
export function StateNotice({ release, from }: StateNoticeProps): ReactNode {
  const { t } = useTexts();
  const { person } = useSession();
  const isReviewer = useRoles().has('reviewer');
  const { status, taken_by: holder, review_notes: notes, status_reason, replaced_by } = release;
  if (status === 'in_review') {
    if (holder === null) return <AppealNotice release={release} isReviewer={isReviewer} />;
    if (holder.subject === person.id) return null;
    return (
      <Notice tone="warn" title={t('review.held', { name: holder.name })}>
        <p>{t('review.held.what')}</p>
      </Notice>
    );
  }
  if (status === 'submitted') {
    if (isReviewer) return null;
    return (
      <Notice tone="info" title={t('review.read_only')}>
        <p>{t('review.read_only.what')}</p>
      </Notice>
    );
  }
  if (status === 'suspended' || status === 'withdrawn') {
    return (
      <Notice tone={status === 'suspended' ? 'warn' : 'neutral'} title={t(`review.ended.${status}`)}>
        {replaced_by === null ? (
          <Quote text={status_reason} />
        ) : (
          <p>
            <VersionLink release={release} from={from} version={replaced_by}>
              {t('release.replaced_by.version', { version: replaced_by })}
            </VersionLink>
          </p>
        )}
      </Notice>
    );
  }
  if (notes === null || notes === '') return null;
  return (
    <Notice
      tone={status === 'rejected' ? 'bad' : 'good'}
      title={t(status === 'rejected' ? 'review.rejected' : 'review.approved')}
    >
      <Quote text={notes} />
    </Notice>
  );
}

interface AppealNoticeProps extends Pick<StateNoticeProps, 'release'> {
  readonly isReviewer: boolean;
}

/** Says whether this person may take an appeal that no reviewer has taken. */
function AppealNotice({ release, isReviewer }: AppealNoticeProps): ReactNode {
  const { t } = useTexts();
  const { person } = useSession();
  const rejecter = useRejecter(release);
  const text =
    !isReviewer || rejecter === null
      ? t('review.appeal.what')
      : t(rejecter.subject === person.id ? 'review.appeal.not_yours' : 'review.appeal.yours', { name: rejecter.name });
  return (
    <Notice tone="warn" title={t('review.appeal')}>
      <Quote text={release.appeal?.text ?? null} />
      <p>{text}</p>
    </Notice>
  );
}

function Quote({ text }: { readonly text: string | null }): ReactNode {
  return text === null ? null : (
    <p className={classes.text} dir="auto">
      {text}
    </p>
  );
}
