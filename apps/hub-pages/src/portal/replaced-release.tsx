import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Notice, useTexts } from '@kushk/ui';
import { Beside, BesidePanel } from '../release/beside-panel.js';
import { Conversation } from '../release/conversation.js';
import { usePublisher } from './publisher-pages.js';
import { manifestQuery, releaseQuery, type Release } from './queries.js';

interface ReplacedReleaseProps {
  readonly release: Release;
  /** The version whose place the release took. */
  readonly version: string;
}

/** What was said about the replaced version, and how this one differs from it. */
export function ReplacedRelease({ release, version }: ReplacedReleaseProps): ReactNode {
  const { t } = useTexts();
  const { id: publisher_id } = usePublisher();
  const { plugin_id } = release;
  const { data } = useQuery(releaseQuery({ publisher_id, plugin_id, version }));
  return (
    <>
      <Notice
        tone="info"
        title={t('release.replacing', { version })}
        actions={
          <Link
            to="/portal/$publisher/plugins/$plugin/$version"
            params={{ publisher: publisher_id, plugin: plugin_id, version }}
          >
            {t('release.replacing.open', { version })}
          </Link>
        }
      />
      <BesidePanel before={version} after={release.version}>
        <Manifests release={release} version={version} />
      </BesidePanel>
      {data !== undefined && data.comments.length > 0 && (
        <Conversation release={data} title={t('release.talk.of', { version })} />
      )}
    </>
  );
}

function Manifests({ release: { plugin_id, version: own }, version }: ReplacedReleaseProps): ReactNode {
  const { id: publisher_id } = usePublisher();
  const before = useQuery(manifestQuery({ publisher_id, plugin_id, version }));
  const after = useQuery(manifestQuery({ publisher_id, plugin_id, version: own }));
  return (
    <Beside
      before={{ version, manifest: before.data?.manifest }}
      after={{ version: own, manifest: after.data?.manifest }}
      error={before.error ?? after.error}
      onRetry={() => Promise.all([before.refetch(), after.refetch()])}
    />
  );
}
