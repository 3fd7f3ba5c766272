import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PackageSearch } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { buttonLink, EmptyState, itemsOf, Summary, useTexts } from '@kushk/ui';
import { releasesQuery } from '../operator/queries.js';
import { ReleaseLines } from '../release/release-lines.js';
import { queueQuery } from '../review/queries.js';

const MOST_LINES = 5;

/** The releases of all publishers that changed last, for operators. Without any, it leads to the first step. */
export function ReleasesSummary(): ReactNode {
  const { t } = useTexts();
  const list = useInfiniteQuery(releasesQuery({ sort: 'changed' }));
  const items = itemsOf(list) ?? [];
  return (
    <Summary
      title={t('home.changes')}
      reads={[list]}
      all={
        <Link to="/releases" search={{ sort: 'changed' }} className={buttonLink({ look: 'quiet' })}>
          {t('nav.releases')}
        </Link>
      }
    >
      {items.length === 0 ? (
        <EmptyState
          icon={<PackageSearch />}
          title={t('operator.releases.empty')}
          action={
            <Link to="/publishers" className={buttonLink({ look: 'primary' })}>
              {t('nav.publishers')}
            </Link>
          }
        >
          {t('home.changes.empty')}
        </EmptyState>
      ) : (
        <ReleaseLines
          releases={items.slice(0, MOST_LINES)}
          linkTo={({ plugin_id: plugin, version }, name) => (
            <Link to="/releases/$plugin/$version" params={{ plugin, version }}>
              {name}
            </Link>
          )}
        />
      )}
    </Summary>
  );
}

/** The newest submissions with what became of them, for reviewers. */
export function SubmissionsSummary(): ReactNode {
  const { t } = useTexts();
  const list = useInfiniteQuery(queueQuery({ status: 'all' }));
  const items = itemsOf(list) ?? [];
  return (
    <Summary
      title={t('home.changes')}
      reads={[list]}
      all={
        <Link to="/review" search={{ status: 'all' }} className={buttonLink({ look: 'quiet' })}>
          {t('review.all')}
        </Link>
      }
    >
      {items.length === 0 ? (
        <EmptyState icon={<PackageSearch />} title={t('operator.releases.empty')}>
          {t('operator.releases.empty.what')}
        </EmptyState>
      ) : (
        <ReleaseLines
          releases={items.slice(0, MOST_LINES).map((one) => ({ ...one, status: one.release_status }))}
          linkTo={({ plugin_id: plugin, version }, name) => (
            <Link to="/review/$plugin/$version" params={{ plugin, version }}>
              {name}
            </Link>
          )}
        />
      )}
    </Summary>
  );
}
