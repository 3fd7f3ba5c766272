import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { Panel, ProblemNotice, SkeletonLine, useTexts } from '@kushk/ui';
import { ManifestPanel, placeProblems, printManifest, readManifest } from '@kushk/ui/editor';
import { usePublisher } from './publisher-pages.js';
import { manifestQuery, type Release } from './queries.js';

/** The manifest as it was submitted, with the warnings of the submission at their lines. */
export function ReleaseManifest({ release }: { readonly release: Release }): ReactNode {
  const { t, language } = useTexts();
  const publisher = usePublisher();
  const { plugin_id, version, warnings } = release;
  const query = useQuery(manifestQuery({ publisher_id: publisher.id, plugin_id, version }));
  const shown = useMemo(() => {
    if (query.data === undefined) return null;
    const text = query.data.source ?? printManifest(query.data.manifest);
    return { text, problems: placeProblems(warnings, readManifest(text), language) };
  }, [query.data, warnings, language]);
  return (
    <Panel
      title={t('portal.manifest')}
      {...(query.data?.source === null && { note: t('portal.manifest.printed') })}
      flush
    >
      {shown !== null ? (
        <ManifestPanel text={shown.text} problems={shown.problems} />
      ) : query.isError ? (
        <ProblemNotice fills error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <p aria-busy="true">
          <SkeletonLine width="long" />
        </p>
      )}
    </Panel>
  );
}
