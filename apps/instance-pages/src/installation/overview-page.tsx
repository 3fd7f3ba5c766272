import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  buttonLink,
  Code,
  Columns,
  day,
  Facts,
  Id,
  inLanguage,
  lazyPart,
  moment,
  Notice,
  Panel,
  ProblemNotice,
  useTexts,
} from '@kushk/ui';
import { useMe } from '../organisation/me.js';
import { manifestOf } from '../store/manifest.js';
import { DeclinedVersions } from '../store/parts/declined-versions.js';
import { DeprecationNotice } from '../store/parts/deprecation-notice.js';
import { Destination } from '../store/parts/destination.js';
import { Grants } from '../store/parts/grants.js';
import { manifestQuery, newerVersionQuery } from '../store/queries.js';
import { HealthPanel } from './health-panel.js';
import { InstallationFrame } from './installation-frame.js';
import { ManagePanel } from './manage-panel.js';
import { PauseButton } from './pause-button.js';
import type { Installation } from './queries.js';
import { UpdatesPanel } from './updates-panel.js';

const ContainerPanel = lazyPart(async () => (await import('./container-panel.js')).ContainerPanel);

const route = getRouteApi('/installations/$id');

/** How an installation is, and what an admin can do with it. */
export function OverviewPage(): ReactNode {
  const { id } = route.useParams();
  const { isAdmin } = useMe();
  // The height of what is above the last panels depends on the manifest: they would move when it comes.
  const isManifestPending = useQuery(manifestQuery(id)).isPending;
  return (
    <InstallationFrame id={id} actions={(installation) => <PauseButton installation={installation} />}>
      {(installation) => (
        <>
          <DeprecationNotice deprecation={installation.deprecation} isInstalled />
          <MoveNotice installation={installation} />
          <StatusNotice installation={installation} isAdmin={isAdmin} />
          {isAdmin && <NewerVersion installation={installation} />}
          <DeclinedVersions installation={installation} />
          {isAdmin && <HealthPanel id={id} />}
          {isAdmin && <ContainerPart id={id} />}
          {!isManifestPending && (
            <Columns aside={<About installation={installation} />}>
              <Access id={id} />
              {isAdmin && <UpdatesPanel installation={installation} />}
              {isAdmin && <ManagePanel installation={installation} />}
            </Columns>
          )}
        </>
      )}
    </InstallationFrame>
  );
}

/** A plugin that its publisher hosts has no container. */
function ContainerPart({ id }: { id: string }): ReactNode {
  const { data } = useQuery(manifestQuery(id));
  return data !== undefined && manifestOf(data.manifest).kind === 'instance' ? <ContainerPanel id={id} /> : null;
}

/**
 * An update to a version that runs or gets its events elsewhere, until its plugin has new credentials, or after it did
 * not get them.
 */
function MoveNotice({ installation }: { installation: Installation }): ReactNode {
  const { t, language } = useTexts();
  const { version_moving: moving, version_failed: failed, credentials_until: until } = installation;
  if (moving !== null)
    return (
      <Notice tone="info" title={t('installation.moving', { version: moving.version })}>
        <p>
          {t(until === null ? 'installation.moving.what' : 'installation.moving.poll', {
            at: moment(new Date(until ?? moving.gives_up_at), language),
          })}
        </p>
      </Notice>
    );
  if (failed === null) return null;
  return (
    <Notice tone="bad" title={t('installation.move_failed', { version: failed.version })}>
      <p>
        {t(failed.reason === 'not_called' ? 'installation.move_failed.not_called' : 'installation.move_failed.what', {
          reason: failed.reason,
        })}
      </p>
    </Notice>
  );
}

/** What keeps the plugin from working, or waits for the admin. */
function StatusNotice({ installation, isAdmin }: { installation: Installation; isAdmin: boolean }): ReactNode {
  const { t } = useTexts();
  const { installation_id: id, status, delivery, version_pending, version_moving } = installation;
  switch (status) {
    case 'consent_pending':
      return version_moving?.version === version_pending ? null : (
        <Notice
          tone="warn"
          title={t('installation.consent', { version: version_pending ?? '' })}
          actions={
            isAdmin && (
              <Link to="/installations/$id/update" params={{ id }} className={buttonLink({ look: 'primary' })}>
                {t('installation.consent.open')}
              </Link>
            )
          }
        >
          <p>{t('installation.consent.what')}</p>
        </Notice>
      );
    case 'pending':
      return (
        <Notice
          tone="info"
          title={t(delivery === 'poll' ? 'installation.pending.poll' : 'installation.pending')}
          actions={
            isAdmin && (
              <Link to="/installations/$id/progress" params={{ id }} className={buttonLink()}>
                {t('installation.pending.open')}
              </Link>
            )
          }
        >
          <p>{t(delivery === 'poll' ? 'installation.pending.poll.what' : 'installation.pending.what')}</p>
        </Notice>
      );
    case 'paused':
      return (
        <Notice tone="neutral" title={t('installation.paused')}>
          <p>{t('installation.paused.what')}</p>
        </Notice>
      );
    case 'suspended':
      return (
        <Notice tone="bad" title={t('installation.suspended')}>
          <p>{t('installation.suspended.what')}</p>
        </Notice>
      );
    case 'installed':
    case 'removed':
      return null;
  }
}

/** A version to which an installation moves only when an admin wants it. */
function NewerVersion({ installation }: { installation: Installation }): ReactNode {
  const { t } = useTexts();
  const { data: update } = useQuery(newerVersionQuery(installation));
  if (!update) return null;
  return (
    <Notice
      tone="info"
      title={t('installation.newer', { version: update.version })}
      actions={
        <Link
          to="/installations/$id/update"
          params={{ id: installation.installation_id }}
          className={buttonLink({ look: 'primary' })}
        >
          {t('installation.consent.open')}
        </Link>
      }
    >
      <p>{t('installation.newer.what')}</p>
    </Notice>
  );
}

function About({ installation }: { installation: Installation }): ReactNode {
  const { t, language } = useTexts();
  const { installation_id: id, plugin_id, publisher, tier, plan, installed_at } = installation;
  const { data } = useQuery(manifestQuery(id));
  const named = data && manifestOf(data.manifest).plans?.find(({ key }) => key === plan);
  return (
    <Panel
      title={t('installation.about')}
      actions={
        <Link to="/store/$plugin" params={{ plugin: plugin_id }} className={buttonLink({ look: 'quiet' })}>
          {t('installation.in_store')}
        </Link>
      }
    >
      <Facts
        facts={[
          [t('installation.publisher'), <Code breaks>{publisher}</Code>],
          ...(tier === null ? [] : ([[t('installation.tier'), t(`store.tier.${tier}`), 'tier']] as const)),
          ...(plan === null
            ? []
            : ([[t('installation.plan'), <bdi>{inLanguage(named?.names, language) ?? plan}</bdi>]] as const)),
          [
            t('installation.since'),
            installed_at === null ? t('installation.not_yet') : day(new Date(installed_at), language),
          ],
          [t('installation.id'), <Id>{id}</Id>],
        ]}
      />
    </Panel>
  );
}

/** What the plugin may do, in words, and where data goes. */
function Access({ id }: { id: string }): ReactNode {
  const { t } = useTexts();
  const found = useQuery(manifestQuery(id));
  const manifest = found.data && manifestOf(found.data.manifest);
  return (
    <Panel title={t('installation.scopes')} note={t('store.access.note')}>
      {found.error && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      {manifest && (
        <>
          <Grants manifest={manifest} />
          <Destination manifest={manifest} />
        </>
      )}
    </Panel>
  );
}
