import { KeyRound, Sparkles, Undo2 } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { Badge, Code, day, Person, useSession, useTexts, type ColumnOf, type Tone } from '@kushk/ui';
import { ReleaseStatus, tierText } from '../release/release-status.js';
import { PluginTitle } from '../release/plugin-title.js';
import type { QueuedReview } from './queries.js';
import classes from './queue-page.module.css';
import { Waiting } from './waiting.js';

const differences = {
  consent: { tone: 'warn', icon: <KeyRound /> },
  minor: { tone: 'info', icon: null },
  none: { tone: 'neutral', icon: null },
  first: { tone: 'violet', icon: <Sparkles /> },
} as const satisfies Record<string, { readonly tone: Tone; readonly icon: ReactNode }>;

/** How the release differs from the published version. A first release has nothing to compare with. */
function DifferenceBadge({ diff_class, returned_from }: QueuedReview): ReactNode {
  const { t } = useTexts();
  if (returned_from !== undefined)
    return (
      <Badge tone="warn" icon={<Undo2 />}>
        {t('review.difference.return', { version: returned_from })}
      </Badge>
    );
  const key = diff_class ?? 'first';
  const { tone, icon } = differences[key];
  return (
    <Badge tone={tone} icon={icon}>
      {t(`review.difference.${key}`)}
    </Badge>
  );
}

/** Whether the publisher has not answered the request for changes yet. */
export const isWithPublisher = ({ changes_requested_at: at, commented_at }: QueuedReview): boolean =>
  at !== undefined && at > (commented_at ?? '');

/** That reviewer and publisher are talking about the release. */
function TalkBadge({ status, appeal, changes_requested_at, commented_at, replaces }: QueuedReview): ReactNode {
  const { t } = useTexts();
  const { person } = useSession();
  if (status !== 'submitted' && status !== 'in_review') return null;
  if (commented_at !== undefined && commented_at > (changes_requested_at ?? '')) {
    const key = changes_requested_at === undefined ? 'commented' : 'answered';
    return <Badge tone="warn">{t(`review.badge.${key}`)}</Badge>;
  }
  if (appeal !== undefined) return <Badge tone="warn">{t('review.badge.appeal')}</Badge>;
  if (changes_requested_at === undefined) {
    const { requested_by: by = null, requested_by_name: name = null } = replaces ?? {};
    if (by === null || name === null) return null;
    return (
      <Badge tone={by === person.id ? 'warn' : 'info'}>
        {by === person.id ? t('review.badge.to_you') : t('review.badge.to_other', { name })}
      </Badge>
    );
  }
  return <Badge tone="info">{t('review.badge.changes')}</Badge>;
}

/** The columns of the queue. `isWaiting`: rows show how long they wait; otherwise their status and date. */
export function useQueueColumns(isWaiting: boolean): readonly ColumnOf<QueuedReview>[] {
  const { t, language } = useTexts();
  const plugin = (one: QueuedReview): ReactNode => (
    <PluginTitle
      names={one.names}
      pluginId={one.plugin_id}
      language={language}
      narrow={
        <>
          <Code soft>{one.version}</Code>
          <DifferenceBadge {...one} />
        </>
      }
    />
  );
  const end = (one: QueuedReview): ReactNode =>
    one.status === 'submitted' || one.status === 'in_review' ? (
      <span className={classes.waiting}>
        <TalkBadge {...one} />
        {!isWithPublisher(one) && <Waiting seconds={one.age_seconds} />}
      </span>
    ) : (
      <span className={classes.waiting}>
        <ReleaseStatus status={one.release_status} />
        <span className={classes.soft}>{day(new Date(one.submitted_at), language)}</span>
      </span>
    );
  return [
    { key: 'plugin', title: t('review.plugin'), isRowHeader: true, cell: plugin },
    { key: 'version', title: t('review.version'), wideOnly: true, cell: (one) => <Code>{one.version}</Code> },
    {
      key: 'publisher',
      title: t('review.publisher'),
      wideOnly: true,
      cell: (one) => <Code soft>{one.publisher_id}</Code>,
    },
    {
      key: 'difference',
      title: t('review.difference'),
      wideOnly: true,
      cell: (one) => <DifferenceBadge {...one} />,
    },
    {
      key: 'tier',
      title: t('review.tier'),
      wideOnly: true,
      cell: (one) => <span className={classes.soft}>{tierText(t, one.requested_tier)}</span>,
    },
    {
      key: 'reviewer',
      title: t('review.reviewer'),
      wideOnly: true,
      cell: ({ taken_by_name: name }) =>
        name === null ? <span className={classes.soft}>{t('review.nobody')}</span> : <Person name={name} />,
    },
    { key: 'end', title: t(isWaiting ? 'review.waiting' : 'review.submitted'), atEnd: true, cell: end },
  ];
}
