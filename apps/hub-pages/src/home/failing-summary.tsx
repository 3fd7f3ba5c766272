import { useInfiniteQuery } from '@tanstack/react-query';
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

/** The instances that do not answer or have never been connected, and the suspended releases. */
export function FailingSummary(): ReactNode {
  const { t, language } = useTexts();
  // Health changes without a fact: an instance that falls silent sends nothing.
  const instances = useInfiniteQuery({ ...instancesQuery(), refetchInterval: REFRESH_MS });
  const suspended = useInfiniteQuery(releasesQuery({ status: 'suspended' }));
  const items = itemsOf(instances) ?? [];
  const silent = items.filter(({ health: { state } }) => state === 'silent' || state === 'unconnected');
  const stopped = itemsOf(suspended)?.length ?? 0;
  return (
    <Summary
      title={t('home.failing')}
      reads={[instances, suspended]}
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
          {stopped > 0 && (
            <li>
              <RowTitle
                title={
                  <Link to="/releases" search={{ status: 'suspended' }}>
                    {t('home.suspended', { count: digits(stopped, language) + (suspended.hasNextPage ? '+' : '') })}
                  </Link>
                }
              />
            </li>
          )}
        </Lines>
      )}
    </Summary>
  );
}

const REFRESH_MS = 30_000;
