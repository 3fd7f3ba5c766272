import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { Puzzle } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  Badge,
  buttonLink,
  EmptyState,
  FineLine,
  itemsOf,
  Lines,
  ProblemNotice,
  RowTitle,
  Summary,
  useTexts,
  type Tone,
} from '@kushk/ui';
import { InstallationDot } from '../installation/installation-dot.js';
import { installationsQuery, type Installation } from '../installation/queries.js';
import { installationState, type InstallationState } from '../installation/status.js';
import { useMe } from '../organisation/me.js';
import { usePluginName } from '../organisation/plugins.js';
import { healthQuery } from '../store/queries.js';

const order: readonly Tone[] = ['bad', 'warn', 'neutral'];

/**
 * The plugins that fail, are stopped or wait for an update, the worst first. It reads what the list of installations
 * reads, so that this opens at once. Members see only which plugins are stopped.
 */
export function PluginsSummary(): ReactNode {
  const { t } = useTexts();
  const { isAdmin } = useMe();
  const list = useInfiniteQuery(installationsQuery());
  const items = itemsOf(list) ?? [];
  const health = useQueries({
    queries: items.map(({ installation_id: id }) => ({ ...healthQuery(id), enabled: isAdmin })),
  });
  const shown = items
    .map((installation, at) => ({ installation, state: installationState(installation.status, health[at]?.data) }))
    .filter(({ installation, state }) =>
      isAdmin ? state.tone !== 'good' || hasUpdate(installation) : isStopped(installation),
    )
    .sort((left, right) => order.indexOf(left.state.tone) - order.indexOf(right.state.tone));
  const unread = isAdmin ? health.filter(({ data }) => data === undefined) : [];
  const failed = unread.find(({ error }) => error !== null);
  const all = (
    <Link to="/installations" className={buttonLink({ look: 'quiet' })}>
      {t('nav.installations')}
    </Link>
  );
  return (
    <Summary title={t('home.plugins')} all={all} reads={[list]}>
      {items.length === 0 ? (
        <EmptyState
          icon={<Puzzle />}
          title={t('installation.empty')}
          action={
            <Link to="/store" className={buttonLink({ look: isAdmin ? 'primary' : 'plain' })}>
              {t('installation.to_store')}
            </Link>
          }
        >
          {t('installation.empty.what')}
        </EmptyState>
      ) : (
        <Lines>
          {shown.map(({ installation, state }) => (
            <Row key={installation.installation_id} {...{ installation, state }} />
          ))}
          {failed !== undefined && (
            <li>
              <ProblemNotice error={failed.error} onRetry={failed.refetch} />
            </li>
          )}
          {shown.length === 0 && unread.length === 0 && (
            <FineLine list={list}>{t(isAdmin ? 'home.plugins.fine' : 'home.plugins.running')}</FineLine>
          )}
        </Lines>
      )}
    </Summary>
  );
}

const hasUpdate = ({ version_pending, version_failed }: Installation): boolean =>
  version_pending !== null || version_failed !== null;
const isStopped = ({ status }: Installation): boolean => status === 'suspended' || status === 'paused';

interface RowProps {
  readonly installation: Installation;
  readonly state: InstallationState;
}

function Row({ installation, state }: RowProps): ReactNode {
  const { t } = useTexts();
  const pluginName = usePluginName();
  const { plugin_id, names, version_pending: pending, version_failed: failed } = installation;
  return (
    <li>
      <RowTitle
        title={
          <Link {...placeOf(installation, state)} dir="auto">
            {pluginName(plugin_id, names)}
          </Link>
        }
      >
        <small>
          <InstallationDot installation={installation} />
        </small>
        {failed !== null && <small>{t('notifications.version', { version: failed.version })}</small>}
      </RowTitle>
      {pending !== null && <Badge tone="warn">{t('installation.update', { version: pending })}</Badge>}
    </li>
  );
}

/** Where something can be done about it. The page of a failing plugin shows why, and an update that waits as well. */
function placeOf({ installation_id: id, status, version_pending }: Installation, { of }: InstallationState) {
  if (status === 'pending') return linkOptions({ to: '/installations/$id/progress', params: { id } });
  if (version_pending !== null && of === 'status')
    return linkOptions({ to: '/installations/$id/update', params: { id } });
  return linkOptions({ to: '/installations/$id', params: { id } });
}
