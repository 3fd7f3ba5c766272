import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Badge, Code, day, muText, Panel, ProblemNotice, SkeletonLine, useTexts } from '@kushk/ui';
import type { PluginManifest } from '../manifest.js';
import { versionsQuery, type StoreVersion } from '../queries.js';
import { describedChanges } from './changes.js';
import { planName, serviceName } from './plan-names.js';
import classes from './versions.module.css';

const MOST_LINES = 6;

/** The versions of the store, each with what differs from the one before. */
export function Versions({ pluginId, manifest }: { pluginId: string; manifest: PluginManifest }): ReactNode {
  const { t } = useTexts();
  const found = useQuery(versionsQuery(pluginId));
  return (
    <Panel title={t('store.versions')} flush>
      {found.isPending && (
        <div className={classes.waiting}>
          <SkeletonLine width="long" />
        </div>
      )}
      {found.isError && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      <ul className={classes.versions}>
        {(found.data?.items ?? []).map((version) => (
          <Version key={version.version} version={version} manifest={manifest} />
        ))}
      </ul>
    </Panel>
  );
}

/** Rates with their numbers, and the other differences in words. */
function useLines({ changes }: StoreVersion, manifest: PluginManifest): readonly string[] {
  const { t, language } = useTexts();
  const rates = changes.flatMap(({ path, rate }) => {
    if (rate === undefined) return [];
    const [, , key = '', , service = ''] = path
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    const plan = manifest.plans?.find((one) => one.key === key);
    const names = {
      plan: plan === undefined ? key : planName(plan, language),
      service: serviceName(manifest, service, language),
    };
    const [before, after] = [rate.before, rate.after].map((mu) => (mu === null ? '' : muText(mu, language)));
    if (rate.before === null) return t('store.change.rate.added', { ...names, after: after! });
    if (rate.after === null) return t('store.change.rate.removed', names);
    return t('store.change.rate', { ...names, before: before!, after: after! });
  });
  return [
    ...rates,
    ...describedChanges(
      changes.filter(({ rate }) => rate === undefined),
      t,
    ),
  ];
}

function Version({ version, manifest }: { version: StoreVersion; manifest: PluginManifest }): ReactNode {
  const { t, language } = useTexts();
  const lines = useLines(version, manifest);
  const more = Math.max(0, lines.length - MOST_LINES) + version.more_changes;
  return (
    <li>
      <Code>{version.version}</Code>
      <div>
        {version.class === 'consent' && <Badge tone="warn">{t('store.version.consent')}</Badge>}
        {lines.length === 0 && <p>{t(version.previous === null ? 'store.version.first' : 'store.version.same')}</p>}
        {lines.length > 0 && (
          <ul>
            {lines.slice(0, MOST_LINES).map((line) => (
              <li key={line}>{line}</li>
            ))}
            {more > 0 && <li>{t('store.version.more', { count: more })}</li>}
          </ul>
        )}
      </div>
      <time dateTime={version.published_at}>{day(new Date(version.published_at), language)}</time>
    </li>
  );
}
