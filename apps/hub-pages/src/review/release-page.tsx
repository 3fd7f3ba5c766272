import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ProblemError } from '@kushk/api-client';
import { Clock } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  Code,
  Columns,
  moment,
  NotFoundPage,
  Page,
  PageHead,
  PagePath,
  Panel,
  Person,
  ProblemNotice,
  ProvenancePanel,
  SkeletonLine,
  span,
  StateDot,
  Tile,
  TitleText,
  useNow,
  usePageTitle,
  useRoles,
  useSession,
  useTexts,
} from '@kushk/ui';
import { CapabilityChanges, ChangeClass } from '../release/capability-changes.js';
import { CheckList, useChecksSummary } from '../release/check-list.js';
import { DeniedPanel } from '../release/denied-panel.js';
import { FirstChanges } from '../release/first-changes.js';
import { ImageDetails } from '../release/image-details.js';
import { ReleaseStatus } from '../release/release-status.js';
import { RolloutPanel } from '../release/rollout-panel.js';
import { StoppedRolloutBadge, StoppedRolloutNotice } from '../release/stopped-rollout.js';
import { FleetPanel } from '../operator/fleet-panel.js';
import { changeRollout } from '../operator/queries.js';
import { About } from './about.js';
import { Conversation } from '../release/conversation.js';
import { Decision, useSteps } from './decision.js';
import { History } from './history.js';
import { Manifest } from './manifest.js';
import { usePendingComments } from './pending-comments.js';
import { ReplacedRelease } from './replaced-release.js';
import { SideBySide } from './side-by-side.js';
import { nameOf } from '../release/plugin-title.js';
import { releaseQuery, type Release, type ReleaseKey } from './queries.js';
import classes from './release-page.module.css';
import { StateNotice } from './state-notice.js';
import type { StaffList } from './version-link.js';
import { ANSWER_WITHIN_SECONDS } from './waiting.js';

interface ReleasePageProps {
  readonly release: ReleaseKey;
  /** The list that leads here. */
  readonly from: StaffList;
}

/** One release for staff: what it changes, what the checks say, what was submitted, and what can be done with it. */
export function ReleasePage({ release: key, from }: ReleasePageProps): ReactNode {
  const query = useQuery(releaseQuery(key));
  const { t } = useTexts();
  const list =
    from === 'review' ? (
      <Link to="/review">{t('review.title')}</Link>
    ) : (
      <Link to="/releases">{t('review.releases')}</Link>
    );
  if (query.data === undefined) {
    const isGone = query.error instanceof ProblemError && query.error.document.code === 'catalogue.release_not_found';
    if (isGone) return <NotFoundPage />;
    return (
      <Page width="wide">
        <PagePath steps={[list, key.plugin]} />
        {query.isError ? (
          <ProblemNotice fills error={query.error} onRetry={() => query.refetch()} />
        ) : (
          <ReleaseSkeleton release={key} />
        )}
      </Page>
    );
  }
  return <Loaded release={query.data} list={list} from={from} />;
}

function ReleaseSkeleton({ release: { plugin, version } }: { readonly release: ReleaseKey }): ReactNode {
  const { t } = useTexts();
  return (
    <div className={classes.skeleton} aria-busy="true">
      <PageHead title={<Code>{plugin}</Code>} note={<Code soft>{version}</Code>} />
      {(['review.changes', 'review.checks', 'review.manifest'] as const).map((title) => (
        <Panel key={title} title={t(title)}>
          <p className={classes.blank}>
            <SkeletonLine width="long" />
          </p>
        </Panel>
      ))}
    </div>
  );
}

interface LoadedProps extends Pick<ReleasePageProps, 'from'> {
  readonly release: Release;
  readonly list: ReactNode;
}

function Loaded({ release, list, from }: LoadedProps): ReactNode {
  const { t, language } = useTexts();
  const roles = useRoles();
  const pending = usePendingComments(release);
  const mayComment = useSteps(release) === 'decide';
  const name = nameOf(release.manifest['names'] as Record<string, unknown>, release.plugin_id, language);
  usePageTitle(`${name} ${release.version}`);
  return (
    <Page width="wide">
      <PagePath steps={[list, name]} />
      <PageHead
        tile={<Tile id={release.plugin_id} name={name} large />}
        title={
          <>
            <TitleText>{name}</TitleText> <Code soft>{release.version}</Code>
          </>
        }
        note={<HeadNote release={release} />}
        actions={<Decision release={release} pending={pending} />}
      />
      <StoppedRolloutNotice {...release} />
      <StateNotice release={release} from={from} />
      {release.replaces !== null && <ReplacedRelease release={release} version={release.replaces} from={from} />}
      <Columns
        aside={
          <>
            <About release={release} from={from} />
            <Origin release={release} />
            <FleetPanel release={release} />
            <RolloutPanel
              rollout={release.rollout}
              release={release}
              isFirst={release.diff === null}
              as={roles.has('operator') ? 'operator' : null}
              change={(action, reason) => changeRollout(release, action, reason)}
            />
            <Panel title={t('review.history')}>
              <History release={release} />
            </Panel>
          </>
        }
      >
        <Main release={release} />
      </Columns>
      {release.diff !== null && <SideBySide release={release} version={release.diff.previous} />}
      <Manifest release={release} pending={pending} mayComment={mayComment} />
      <div className={classes.room} />
    </Page>
  );
}

function HeadNote({ release }: { readonly release: Release }): ReactNode {
  const { t, language } = useTexts();
  const { person } = useSession();
  const now = useNow();
  const submitted = Date.parse(release.submitted_at);
  const waited = span((now - submitted) / 1_000, language);
  const deadline = submitted + ANSWER_WITHIN_SECONDS * 1_000;
  const until = moment(new Date(deadline), language);
  const isWaiting = release.status === 'submitted' || release.status === 'in_review';
  const answeredAt = release.comments.findLast(({ by }) => by === 'publisher')?.at ?? '';
  const requestedAt = release.changes_requested_at;
  const unansweredAt = requestedAt !== null && requestedAt > answeredAt ? requestedAt : null;
  return (
    <>
      <Code soft>{release.plugin_id}</Code>
      <ReleaseStatus status={release.status} />
      <StoppedRolloutBadge {...release} />
      {release.taken_by !== null && (
        <span className={classes.holder}>
          <Person name={release.taken_by.subject === person.id ? t('review.you') : release.taken_by.name} />
        </span>
      )}
      {isWaiting && (
        <span className={classes.clock}>
          <Clock aria-hidden="true" size={14} />
          {unansweredAt !== null ? (
            t('review.clock.publisher', { at: moment(new Date(unansweredAt), language) })
          ) : now > deadline ? (
            <StateDot tone="bad">{t('review.clock.late', { waited, until })}</StateDot>
          ) : (
            t('review.clock', { waited, until })
          )}
        </span>
      )}
    </>
  );
}

/** Says it, too, when nothing but the word of the publisher is known. */
function Origin({ release: { provenance } }: { readonly release: Release }): ReactNode {
  const { t } = useTexts();
  if (provenance) return <ProvenancePanel provenance={provenance} />;
  return (
    <Panel title={t('provenance.title')}>
      <p className={classes.plain}>{t('review.by_hand')}</p>
    </Panel>
  );
}

function Main({ release }: { readonly release: Release }): ReactNode {
  const { t } = useTexts();
  const checksSummary = useChecksSummary(release.checks);
  const { diff } = release;
  return (
    <>
      {release.notes !== '' && (
        <figure className={classes.notes}>
          <figcaption>{t('review.notes')}</figcaption>
          <blockquote dir="auto">{release.notes}</blockquote>
        </figure>
      )}
      {(release.comments.length > 0 || release.appeal !== null) && <Conversation release={release} />}
      {diff === null ? (
        <FirstChanges manifest={release.manifest} />
      ) : (
        <Panel
          title={t('review.changes')}
          note={t('review.changes.since', { version: diff.previous })}
          actions={<ChangeClass value={diff.class} />}
          flush={diff.changes.length > 0}
        >
          {diff.changes.length === 0 ? (
            <p className={classes.plain}>{t('review.changes.none')}</p>
          ) : (
            <CapabilityChanges changes={diff.changes} manifest={release.manifest} />
          )}
        </Panel>
      )}
      <Panel title={t('review.checks')} note={checksSummary} flush>
        <CheckList checks={release.checks} manifest={release.manifest} />
      </Panel>
      <ImageDetails checks={release.checks} />
      <DeniedPanel release={release} />
    </>
  );
}
