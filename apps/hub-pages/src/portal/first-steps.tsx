import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FirstSteps, itemsOf, useSession, useTexts, type FirstStep } from '@kushk/ui';
import { usePublisher } from './publisher-pages.js';
import { keysQuery, monthsQuery, newestReleasesQuery, type MonthTotals } from './queries.js';

const isUsed = ({ totals }: MonthTotals): boolean => Object.values(totals).some((figure) => Number(figure) !== 0);

/** What a publisher does first, from what the panels of the page read. */
export function PublisherSteps(): ReactNode {
  const { t } = useTexts();
  const { person } = useSession();
  const { id: publisher } = usePublisher();
  const keys = itemsOf(useInfiniteQuery(keysQuery(publisher)));
  const plugins = itemsOf(useInfiniteQuery(newestReleasesQuery(publisher)));
  const { data: months } = useQuery(monthsQuery(publisher));
  const of = `${publisher}.${person.id}`;
  if (keys === undefined || plugins === undefined || months === undefined) return <FirstSteps of={of} steps={null} />;
  const params = { publisher };
  const steps: readonly FirstStep[] = [
    {
      key: 'key',
      isDone: keys.length > 0,
      link: (
        <Link to="/portal/$publisher/keys" params={params}>
          {t('portal.first.key')}
        </Link>
      ),
      why: t('portal.first.key.why'),
    },
    {
      key: 'submit',
      isDone: plugins.length > 0,
      link: (
        <Link to="/portal/$publisher/plugins/submit" params={params}>
          {t('portal.first.submit')}
        </Link>
      ),
      why: t('portal.first.submit.why'),
    },
    {
      key: 'published',
      isDone: plugins.some(({ latest_published: version }) => version !== null),
      link: (
        <Link to="/portal/$publisher/plugins" params={params}>
          {t('portal.first.published')}
        </Link>
      ),
      why: t('portal.first.published.why'),
    },
    {
      key: 'used',
      isDone: months.some(isUsed),
      link: (
        <Link to="/portal/$publisher/usage" params={params}>
          {t('portal.first.used')}
        </Link>
      ),
      why: t('portal.first.used.why'),
    },
  ];
  return <FirstSteps of={of} steps={steps} />;
}
