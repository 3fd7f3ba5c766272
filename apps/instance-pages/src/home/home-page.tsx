import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { currentOrganisation } from '@kushk/api-client';
import { Columns, NoRolePage, Page, PageHead, PagePath, Summaries, useRoles, useTexts } from '@kushk/ui';
import { useMe } from '../organisation/me.js';
import { AdminSteps } from './first-steps.js';
import { ChangesSummary, NotificationsSummary } from './changes-summary.js';
import { PluginsSummary } from './plugins-summary.js';
import { WaitingSummary } from './waiting-summary.js';
import { WalletsSummary } from './wallets-summary.js';

/**
 * Where people come to after the sign-in: what waits, what fails, what runs out and what changed, each line a link into
 * the list that is filtered by it. The platform's staff without an organisation have the list of organisations.
 */
export function HomePage(): ReactNode {
  const { t } = useTexts();
  const roles = useRoles();
  const { isAdmin } = useMe();
  if (currentOrganisation() === null)
    return roles.has('platform_admin') ? <Navigate to="/organisations" replace /> : <NoRolePage />;
  return (
    <Summaries>
      <Page>
        <PagePath steps={[t('nav.home')]} />
        <PageHead title={t('nav.home')} />
        {isAdmin && <AdminSteps />}
        <Columns aside={isAdmin ? <WalletsSummary /> : <NotificationsSummary />}>
          <WaitingSummary />
          <PluginsSummary />
        </Columns>
        {isAdmin && (
          <Columns aside={<NotificationsSummary />}>
            <ChangesSummary />
          </Columns>
        )}
      </Page>
    </Summaries>
  );
}
