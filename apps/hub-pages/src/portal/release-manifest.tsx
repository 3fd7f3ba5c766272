import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { ManifestSpace, ManifestView, Panel, ProblemNotice, useTexts } from '@kushk/ui';
import { usePublisher } from './publisher-pages.js';
import { manifestQuery, type Release } from './queries.js';

/** The manifest as it was submitted, with the warnings of the submission at their lines. */
export function ReleaseManifest({ release }: { readonly release: Release }): ReactNode {
  const { t } = useTexts();
  const publisher = usePublisher();
  const { plugin_id, version, warnings, comments } = release;
  const placed = useMemo(() => comments.filter(({ path }) => path !== ''), [comments]);
  const query = useQuery(manifestQuery({ publisher_id: publisher.id, plugin_id, version }));
  return (
    <Panel
      title={t('portal.manifest')}
      {...(query.data?.source === null && { note: t('portal.manifest.printed') })}
      flush
    >
      {query.data !== undefined ? (
        <ManifestView source={query.data.source} manifest={query.data.manifest} problems={warnings} comments={placed} />
      ) : query.isError ? (
        <ProblemNotice fills error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <ManifestSpace text={null} />
      )}
    </Panel>
  );
}
