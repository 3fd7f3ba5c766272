import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Puzzle, Upload } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  buttonLink,
  Columns,
  EmptyState,
  FineLine,
  itemsOf,
  Lines,
  muText,
  Page,
  PageHead,
  PagePath,
  RowTitle,
  Summaries,
  Summary,
  useTexts,
} from '@kushk/ui';
import { EndingKeys } from '../keys/ending-keys.js';
import { ReleaseLines } from '../release/release-lines.js';
import { hasChangesRequested, type ReleaseStatusName } from '../release/release-status.js';
import { PublisherSteps } from './first-steps.js';
import { usePublisher } from './publisher-pages.js';
import { keysQuery, monthsQuery, newestReleasesQuery, type Key } from './queries.js';

const MOST_LINES = 5;
const SOON_MS = 30 * 86_400_000;
const YOURS: readonly ReleaseStatusName[] = ['rejected', 'suspended'];
const THEIRS: readonly ReleaseStatusName[] = ['submitted', 'in_review', 'approved'];

/** What waits for a publisher, what was stopped, what runs out and what changed. */
export function PublisherHome(): ReactNode {
  const { t } = useTexts();
  const publisher = usePublisher();
  return (
    <Summaries>
      <Page>
        <PagePath steps={[publisher.name, t('portal.home')]} />
        <PageHead title={t('portal.home')} />
        <PublisherSteps />
        <Columns
          aside={
            <>
              <KeysSummary />
              <UsageSummary />
            </>
          }
        >
          <ReleasesSummaries />
        </Columns>
      </Page>
    </Summaries>
  );
}

function ReleasesSummaries(): ReactNode {
  const { t } = useTexts();
  const { id: publisher } = usePublisher();
  const list = useInfiniteQuery(newestReleasesQuery(publisher));
  const newest = (itemsOf(list) ?? [])
    .map(({ names, newest: release }) => ({ ...release, names }))
    .sort((left, right) => right.submitted_at.localeCompare(left.submitted_at));
  // A reviewer who requests changes waits for the publisher.
  const isYours = (release: (typeof newest)[number]): boolean =>
    YOURS.includes(release.status) || hasChangesRequested(release);
  const yours = newest.filter(isYours);
  const theirs = newest.filter((release) => THEIRS.includes(release.status) && !isYours(release));
  const lines = (releases: typeof newest): ReactNode => (
    <ReleaseLines
      releases={releases}
      linkTo={({ plugin_id: plugin, version }, name) => (
        <Link to="/portal/$publisher/plugins/$plugin/$version" params={{ publisher, plugin, version }}>
          {name}
        </Link>
      )}
    />
  );
  const all = (
    <Link to="/portal/$publisher/plugins" params={{ publisher }} className={buttonLink({ look: 'quiet' })}>
      {t('portal.plugins')}
    </Link>
  );
  if (list.data !== undefined && newest.length === 0)
    return (
      <Summary title={t('portal.home.yours')} reads={[]}>
        <EmptyState
          icon={<Puzzle />}
          title={t('portal.plugins.empty')}
          action={
            <Link
              to="/portal/$publisher/plugins/submit"
              params={{ publisher }}
              className={buttonLink({ look: 'primary' })}
            >
              <Upload aria-hidden="true" />
              {t('portal.submit')}
            </Link>
          }
        >
          {t('portal.plugins.empty.what')}
        </EmptyState>
      </Summary>
    );
  return (
    <>
      <Summary title={t('portal.home.yours')} all={all} reads={[list]}>
        {yours.length > 0 ? (
          lines(yours)
        ) : (
          <Lines>
            <FineLine list={list}>{t('portal.home.yours.none')}</FineLine>
          </Lines>
        )}
      </Summary>
      {theirs.length > 0 && (
        <Summary title={t('portal.home.theirs')} reads={[list]}>
          {lines(theirs)}
        </Summary>
      )}
      <Summary title={t('home.changes')} reads={[list]}>
        {lines(newest.slice(0, MOST_LINES))}
      </Summary>
    </>
  );
}

/** The keys of the publisher that end soon. */
function KeysSummary(): ReactNode {
  const { t } = useTexts();
  const { id: publisher } = usePublisher();
  const list = useInfiniteQuery(keysQuery(publisher));
  const toKeys = { to: '/portal/$publisher/keys', params: { publisher } } as const;
  return (
    <EndingKeys
      list={list}
      keys={(itemsOf(list) ?? []).filter(isEnding)}
      all={
        <Link {...toKeys} className={buttonLink({ look: 'quiet' })}>
          {t('portal.keys')}
        </Link>
      }
      linkOf={({ label }) => (
        <Link {...toKeys} dir="auto">
          {label}
        </Link>
      )}
    />
  );
}

function isEnding({ expires_at: end, revoked_at }: Key): boolean {
  const left = end === null || revoked_at !== null ? Number.POSITIVE_INFINITY : Date.parse(end) - Date.now();
  return left > 0 && left < SOON_MS;
}

/** What was consumed of the publisher's plugins this month. */
function UsageSummary(): ReactNode {
  const { t, language } = useTexts();
  const { id: publisher } = usePublisher();
  const months = useQuery(monthsQuery(publisher));
  const current = months.data?.reduce((last, one) => (one.month > last.month ? one : last));
  const toUsage = { to: '/portal/$publisher/usage', params: { publisher } } as const;
  return (
    <Summary title={t('portal.usage')} reads={[months]}>
      <Lines>
        <li>
          <RowTitle
            title={
              <Link {...toUsage}>
                {t('home.consumed', { mu: muText(current?.totals.mu_consumed ?? '0', language) })}
              </Link>
            }
          />
        </li>
      </Lines>
    </Summary>
  );
}
