import { queryOptions, useQuery } from '@tanstack/react-query';
import { operatorApi, resultOf, type OperatorComponents } from '@kushk/api-client';
import { Code, day, digits, Panel, ProblemNotice, SkeletonLine, useTexts } from '@kushk/ui';
import type { ReactNode } from 'react';
import classes from './denied-panel.module.css';

type Release = OperatorComponents['schemas']['ReleaseForStaff'];

const deniedQuery = (plugin_id: string, version: string) =>
  queryOptions({
    queryKey: ['releases', plugin_id, version, 'denied'],
    queryFn: () =>
      resultOf(
        operatorApi.GET('/operator/v1/releases/{plugin_id}/{version}/denied_attempts', {
          params: { path: { plugin_id, version } },
        }),
      ),
  });

/**
 * What the containers of this release tried without being allowed to; of the one before it while this one runs
 * nowhere.
 */
export function DeniedPanel({ release }: { readonly release: Release }): ReactNode {
  if (release.manifest['kind'] !== 'instance') return null;
  const hasRun = ['published', 'suspended', 'withdrawn'].includes(release.status);
  const version = hasRun ? release.version : (release.diff?.previous ?? null);
  return version === null ? null : <Denied pluginId={release.plugin_id} version={version} />;
}

function Denied({ pluginId, version }: { readonly pluginId: string; readonly version: string }): ReactNode {
  const { t, language } = useTexts();
  const { data, error, refetch } = useQuery(deniedQuery(pluginId, version));
  return (
    <Panel title={t('release.denied')} note={t('release.denied.of', { version })}>
      {error && <ProblemNotice error={error} onRetry={() => refetch()} />}
      {data === undefined && !error && <SkeletonLine width="long" />}
      {data?.denied.length === 0 && <p className={classes.soft}>{t('release.denied.none')}</p>}
      {data !== undefined && data.denied.length > 0 && (
        <ul className={classes.list}>
          {data.denied.map(({ host, port, protocol, count, instances, last_on }) => (
            <li key={`${protocol} ${host} ${String(port)}`}>
              <Code breaks>{port === null ? host : `${host}:${String(port)}`}</Code>
              <span>{protocol === 'dns' ? t('release.denied.name') : protocol.toUpperCase()}</span>
              <span>{t('release.denied.count', { count, instances })}</span>
              <time dateTime={last_on}>{day(new Date(last_on), language)}</time>
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && data.instances.silent > 0 && (
        <p className={classes.soft}>{t('release.denied.silent', { count: digits(data.instances.silent, language) })}</p>
      )}
    </Panel>
  );
}
