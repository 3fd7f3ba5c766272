import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { SlidersHorizontal } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { Code, EmptyState, inLanguage, Page, PageHead, PagePath, Panel, Tile, usePageTitle, useTexts } from '@kushk/ui';
import { hasSettings, manifestOf } from '../manifest.js';
import { LoadFailure } from '../parts/load-failure.js';
import { MemberNotice } from '../parts/member-notice.js';
import { WaitingPage } from '../parts/waiting-page.js';
import { installationQuery, manifestQuery, meQuery } from '../queries.js';
import { PlanPanel } from './plan-panel.js';
import { SettingsPanel } from './settings-panel.js';

const route = getRouteApi('/installations/$id/settings');

/** Settings and plan of an installed plugin. */
export function SettingsPage(): ReactNode {
  const { t, language } = useTexts();
  const { id } = route.useParams();
  const me = useQuery(meQuery);
  const found = useQuery(installationQuery(id));
  const manifest = useQuery(manifestQuery(id));
  const name = inLanguage(manifest.data?.manifest['names'], language) ?? id;
  usePageTitle(t('store.settings.of', { name }));
  const path = [
    <Link key="list" to="/installations">
      {t('store.installations')}
    </Link>,
    <Link key="one" to="/installations/$id" params={{ id }}>
      <bdi>{name}</bdi>
    </Link>,
    t('store.settings'),
  ];
  const queries = [me, found, manifest];
  if (queries.some(({ isPending }) => isPending)) return <WaitingPage path={path} width="narrow" />;
  const failed = queries.find(({ isError }) => isError);
  if (failed !== undefined || found.data === undefined || manifest.data === undefined)
    return (
      <LoadFailure
        path={path}
        width="narrow"
        of="installation"
        error={failed?.error}
        onRetry={() => queries.forEach((query) => void query.refetch())}
      />
    );
  const installation = found.data;
  const plugin = manifestOf(manifest.data.manifest);
  const plans = plugin.plans ?? [];
  const isEmpty = !hasSettings(plugin) && plans.length === 0;
  return (
    <Page width="narrow">
      <PagePath steps={path} />
      <PageHead
        tile={<Tile id={installation.plugin_id} name={name} large />}
        title={t('store.settings.of', { name })}
        note={<Code soft>{installation.version}</Code>}
      />
      {me.data?.person.role !== 'admin' ? (
        <MemberNotice title={t('store.member.settings')} />
      ) : isEmpty ? (
        <Panel title={t('store.settings')} flush>
          <EmptyState icon={<SlidersHorizontal />} title={t('store.settings.none')}>
            {t('store.settings.none.why')}
          </EmptyState>
        </Panel>
      ) : (
        <>
          {hasSettings(plugin) && (
            <SettingsPanel key={installation.version} installation={installation} schema={plugin.settings} />
          )}
          {plans.length > 0 && <PlanPanel key={installation.plan} installation={installation} manifest={plugin} />}
        </>
      )}
    </Page>
  );
}
