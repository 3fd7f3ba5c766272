import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Badge, Code, day, muText, Panel, ProblemNotice, SkeletonLine, useTexts } from '@kushk/ui';
import type { PluginManifest } from '../manifest.js';
import { versionsQuery, type StoreVersion } from '../queries.js';
import { describedChanges } from './changes.js';
import { planName, serviceName } from './plan-names.js';
import classes from './versions.module.css';

const MOST_LINES = 6;

interface VersionsProps {
  readonly pluginId: string;
  readonly manifest: PluginManifest;
  /** The installed version; null for none. */
  readonly installed: string | null;
}

/** The versions of the store, each with what differs from the one before. */
export function Versions({ pluginId, manifest, installed }: VersionsProps): ReactNode {
  const { t } = useTexts();
  const found = useQuery(versionsQuery(pluginId));
  const items = found.data?.items ?? [];
  // The newest first: what follows the installed version was consented to, or passed over.
  const installedAt = items.findIndex(({ version }) => version === installed);
  return (
    <Panel title={t('store.versions')} flush>
      {found.isPending && (
        <div className={classes.waiting}>
          <SkeletonLine width="long" />
        </div>
      )}
      {found.isError && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      <ul className={classes.versions}>
        {items.map((version, at) => (
          <Version
            key={version.version}
            {...{ version, manifest }}
            isInstalled={at === installedAt}
            isPast={installedAt >= 0 && at >= installedAt}
          />
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

interface VersionProps {
  readonly version: StoreVersion;
  readonly manifest: PluginManifest;
  readonly isInstalled: boolean;
  /** Whether it is not newer than the installed one, and so asks for nothing. */
  readonly isPast: boolean;
}

function Version({ version, manifest, isInstalled, isPast }: VersionProps): ReactNode {
  const { t, language } = useTexts();
  const lines = useLines(version, manifest);
  const more = Math.max(0, lines.length - MOST_LINES) + version.more_changes;
  return (
    <li>
      <Code>{version.version}</Code>
      <div>
        {isInstalled && <Badge tone="good">{t('store.installed')}</Badge>}
        {version.class === 'consent' && !isPast && <Badge tone="warn">{t('store.version.consent')}</Badge>}
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
