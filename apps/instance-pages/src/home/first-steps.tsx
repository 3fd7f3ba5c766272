import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { currentOrganisation } from '@kushk/api-client';
import { FirstSteps, itemsOf, useTexts, type FirstStep } from '@kushk/ui';
import { installationsQuery } from '../installation/queries.js';
import { useMe } from '../organisation/me.js';
import { usePeople } from '../organisation/people.js';
import { walletsQuery, type PluginWallet } from '../wallet/queries.js';

const isUsable = ({ available, consumed_this_month: now, consumed_last_month: before }: PluginWallet): boolean =>
  [available, now, before].some((mu) => mu !== '0');

const hasBudget = ({ budget }: PluginWallet): boolean =>
  budget !== null && (budget.monthly !== null || Object.keys(budget.services).length > 0);

/** What an admin does first, from what the panels of the page read. What has no plan needs neither MU nor a budget. */
export function AdminSteps(): ReactNode {
  const { t } = useTexts();
  const { personId } = useMe();
  const installations = itemsOf(useInfiniteQuery(installationsQuery()));
  const wallets = itemsOf(useInfiniteQuery(walletsQuery({ sort: 'enough_until' })));
  const { data: people } = usePeople();
  const of = `${currentOrganisation()}.${personId}`;
  if (installations === undefined || wallets === undefined || people === undefined)
    return <FirstSteps of={of} steps={null} />;
  const sold = new Set(installations.filter(({ plan }) => plan !== null).map(({ installation_id: id }) => id));
  const paid = wallets.filter(({ installation_id: id, status }) => sold.has(id) && status !== 'closed');
  const isFree = installations.length > 0 && paid.length === 0;
  const [first] = paid;
  const toWallet =
    first === undefined
      ? linkOptions({ to: '/wallets' })
      : linkOptions({ to: '/installations/$id/wallet', params: { id: first.installation_id } });
  const steps: readonly FirstStep[] = [
    {
      key: 'install',
      isDone: installations.length > 0,
      link: <Link to="/store">{t('home.first.install')}</Link>,
      why: t('home.first.install.why'),
    },
    {
      key: 'mu',
      isDone: isFree || paid.some(isUsable),
      link: <Link {...toWallet}>{t(isFree ? 'home.first.free' : 'home.first.mu')}</Link>,
      why: t('home.first.mu.why'),
    },
    {
      key: 'budget',
      isDone: isFree || paid.some(hasBudget),
      link: <Link {...toWallet}>{t('home.first.budget')}</Link>,
      why: t('home.first.budget.why'),
    },
    {
      key: 'people',
      isDone: people.length > 1,
      link: <Link to="/people">{t('home.first.people')}</Link>,
      why: t('home.first.people.why'),
    },
  ];
  return <FirstSteps of={of} steps={steps} />;
}
