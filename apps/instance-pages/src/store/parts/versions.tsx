import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Badge, Code, day, Panel, ProblemNotice, SkeletonLine, useTexts } from '@kushk/ui';
import { versionsQuery, type StoreVersion } from '../queries.js';
import { describedChanges } from './changes.js';
import classes from './versions.module.css';

const MOST_LINES = 6;

/** The versions of the store, each with what differs from the one before. */
export function Versions({ pluginId }: { pluginId: string }): ReactNode {
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
          <Version key={version.version} version={version} />
        ))}
      </ul>
    </Panel>
  );
}

function Version({ version }: { version: StoreVersion }): ReactNode {
  const { t, language } = useTexts();
  const lines = describedChanges(version.changes, t);
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
