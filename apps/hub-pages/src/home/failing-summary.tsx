import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Server } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  buttonLink,
  digits,
  EmptyState,
  FineLine,
  itemsOf,
  Lines,
  moment,
  RowTitle,
  StateDot,
  Summary,
  useTexts,
} from '@kushk/ui';
import { instancesQuery, releasesQuery } from '../operator/queries.js';
import type { ReleasesSearch } from '../operator/releases-search.js';

/** The instances that do not answer or were never connected, suspended releases, and rollouts that stand still. */
export function FailingSummary(): ReactNode {
  const { t, language } = useTexts();
  // Health changes without a fact: an instance that falls silent sends nothing.
  const instances = useInfiniteQuery({ ...instancesQuery(), refetchInterval: REFRESH_MS });
  const suspended = useInfiniteQuery(releasesQuery({ status: 'suspended' }));
  const halted = useInfiniteQuery(releasesQuery({ rollout: 'stopped' }));
  const items = itemsOf(instances) ?? [];
  const silent = items.filter(({ health: { state } }) => state === 'silent' || state === 'unconnected');
  return (
    <Summary
      title={t('home.failing')}
      reads={[instances, suspended, halted]}
      all={
        <Link to="/instances" className={buttonLink({ look: 'quiet' })}>
          {t('nav.instances')}
        </Link>
      }
    >
      {items.length === 0 ? (
        <EmptyState
          icon={<Server />}
          title={t('operator.instances.empty')}
          action={
            <Link to="/instances" className={buttonLink({ look: 'primary' })}>
              {t('nav.instances')}
            </Link>
          }
        >
          {t('operator.instances.empty.what')}
        </EmptyState>
      ) : (
        <Lines>
          {silent.map(({ id, name, health: { state, last_report_at: at } }) => (
            <li key={id}>
              <RowTitle
                title={
                  <Link to="/instances" dir="auto">
                    {name}
                  </Link>
                }
              >
                <small>
                  <StateDot tone={state === 'silent' ? 'bad' : 'neutral'}>
                    {t(`operator.instances.health.${state}`)}
                  </StateDot>
                </small>
              </RowTitle>
              {at !== null && <time dateTime={at}>{moment(new Date(at), language)}</time>}
            </li>
          ))}
          {silent.length === 0 && <FineLine list={instances}>{t('home.instances.fine')}</FineLine>}
          <Releases list={suspended} search={{ status: 'suspended' }} text="home.suspended" />
          <Releases list={halted} search={{ rollout: 'stopped' }} text="home.stopped" />
        </Lines>
      )}
    </Summary>
  );
}

interface ReleasesProps {
  readonly list: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly unknown[] }>>;
  /** The filter of the list of releases behind the number. */
  readonly search: ReleasesSearch;
  readonly text: 'home.suspended' | 'home.stopped';
}

/** A link with the number of releases; nothing without any. */
function Releases({ list, search, text }: ReleasesProps): ReactNode {
  const { t, language } = useTexts();
  const count = itemsOf(list)?.length ?? 0;
  if (count === 0) return null;
  return (
    <li>
      <RowTitle
        title={
          <Link to="/releases" search={search}>
            {t(text, { count: digits(count, language) + (list.hasNextPage ? '+' : '') })}
          </Link>
        }
      />
    </li>
  );
}

const REFRESH_MS = 30_000;
