import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowUpRight, CircleSlash, Download, RefreshCw } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  buttonLink,
  Code,
  Columns,
  inLanguage,
  Notice,
  Page,
  PageHead,
  PagePath,
  Panel,
  ProvenancePanel,
  Tile,
  TitleText,
  usePageTitle,
  useTexts,
} from '@kushk/ui';
import { useMe } from '../organisation/me.js';
import { About, PluginPages, Tools } from './parts/about.js';
import { DeclinedVersions } from './parts/declined-versions.js';
import { DeprecationNotice } from './parts/deprecation-notice.js';
import { Destination } from './parts/destination.js';
import { Grants, Guarantees } from './parts/grants.js';
import { LoadFailure } from './parts/load-failure.js';
import { MemberNotice } from './parts/member-notice.js';
import { Rates } from './parts/rates.js';
import { StoreLink } from './parts/store-link.js';
import { TierBadge } from './parts/tier.js';
import { Versions } from './parts/versions.js';
import { WaitingPage } from './parts/waiting-page.js';
import { manifestOf, type PluginManifest } from './manifest.js';
import { installationQuery, pluginQuery, type ShownPlugin, type StorePlugin } from './queries.js';
import classes from './plugin-page.module.css';

const route = getRouteApi('/store/$plugin');

/** One plugin of the store: enough to decide whether to go on to the consent. Nothing here has to be agreed to. */
export function PluginPage(): ReactNode {
  const { t, language } = useTexts();
  const { plugin: id } = route.useParams();
  const found = useQuery(pluginQuery(id));
  const { isAdmin } = useMe();
  const plugin = found.data;
  const name = plugin === undefined ? id : (inLanguage(plugin.names, language) ?? id);
  usePageTitle(name);
  if (found.isPending) return <WaitingPage path={[<StoreLink key="store" />, id]} />;
  if (found.isError || plugin === undefined)
    return (
      <LoadFailure
        path={[<StoreLink key="store" />, id]}
        of="plugin"
        error={found.error}
        onRetry={() => found.refetch()}
      />
    );
  const manifest = manifestOf(plugin.manifest);
  return (
    <Page>
      <PagePath steps={[<StoreLink key="store" />, name]} />
      <PageHead
        tile={<Tile id={plugin.plugin_id} name={name} large />}
        title={
          <>
            <TitleText>{name}</TitleText> <Code soft>{plugin.version}</Code>
          </>
        }
        note={
          <>
            <span>{t('store.by', { publisher: plugin.publisher })}</span>
            <TierBadge tier={plugin.tier} />
            {plugin.installation !== null && plugin.installation.version !== plugin.version && (
              <span>
                {t('store.installed_version', { installed: plugin.installation.version, newest: plugin.version })}
              </span>
            )}
          </>
        }
        actions={!isAdmin && plugin.installation === null ? undefined : <Action plugin={plugin} />}
      />
      {!isAdmin && plugin.installation === null && <MemberNotice title={t('store.member.install')} />}
      <DeprecationNotice deprecation={plugin.deprecation} isInstalled={plugin.installation !== null} />
      {plugin.installation_id !== null && <Declined id={plugin.installation_id} />}
      {plugin.unavailable !== null && plugin.installation === null && (
        <Notice tone="warn" title={t('store.unavailable.title')}>
          <p>{t('store.unavailable.why')}</p>
        </Notice>
      )}
      <Description plugin={plugin} manifest={manifest} />
    </Page>
  );
}

/** What was decided on the version that the page shows. */
function Declined({ id }: { id: string }): ReactNode {
  const { data } = useQuery(installationQuery(id));
  return data === undefined ? null : <DeclinedVersions installation={data} />;
}

function Description({ plugin, manifest }: { plugin: ShownPlugin; manifest: PluginManifest }): ReactNode {
  const { t, language } = useTexts();
  const summary = inLanguage(plugin.summaries, language);
  return (
    <Columns
      aside={
        <>
          <About plugin={plugin} manifest={manifest} />
          <ProvenancePanel provenance={plugin.provenance} />
          <PluginPages manifest={manifest} />
        </>
      }
    >
      {summary !== undefined && (
        <p className={classes.what} dir="auto">
          {summary}
        </p>
      )}
      <Panel title={t('store.access')} note={t('store.access.note')} flush>
        <Grants manifest={manifest} />
        <Destination manifest={manifest} />
        <Guarantees sells={Object.hasOwn(manifest.scopes ?? {}, 'wallet.consume')} />
      </Panel>
      {(manifest.plans ?? []).length > 0 && (
        <Panel title={t('store.plans')} note={t('store.plans.note')} flush>
          <Rates manifest={manifest} />
        </Panel>
      )}
      <Tools manifest={manifest} />
      <Versions pluginId={plugin.plugin_id} manifest={manifest} installed={plugin.installation?.version ?? null} />
    </Columns>
  );
}

/** What an admin does next: install, read the update, or open the installation. */
function Action({ plugin }: { plugin: StorePlugin }): ReactNode {
  const { t } = useTexts();
  const { installation_id: id, installation } = plugin;
  if (id === null || installation === null)
    return plugin.unavailable !== null || plugin.deprecation !== null ? (
      <span className={classes.unavailable}>
        <CircleSlash aria-hidden="true" />
        {t(plugin.unavailable !== null ? 'store.unavailable' : 'store.deprecated')}
      </span>
    ) : (
      <Link
        to="/store/$plugin/install"
        params={{ plugin: plugin.plugin_id }}
        className={buttonLink({ look: 'primary' })}
      >
        <Download aria-hidden="true" />
        {t('store.install')}
      </Link>
    );
  const opens = installation.status === 'pending' ? '/installations/$id/progress' : '/installations/$id';
  return (
    <>
      {installation.version_pending !== null && (
        <Link to="/installations/$id/update" params={{ id }} className={buttonLink({ look: 'primary' })}>
          <RefreshCw aria-hidden="true" />
          {t('store.read_update')}
        </Link>
      )}
      <Link to={opens} params={{ id }} className={buttonLink()}>
        <ArrowUpRight className="mirrors" aria-hidden="true" />
        {t('store.open_installation')}
      </Link>
    </>
  );
}
