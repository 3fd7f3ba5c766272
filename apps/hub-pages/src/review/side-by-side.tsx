import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Beside, BesidePanel } from '../release/beside-panel.js';
import { releaseQuery, type Release } from './queries.js';

interface SideBySideProps {
  readonly release: Release;
  /** The version that it replaces, or with which its differences compare it. */
  readonly version: string;
}

export function SideBySide({ release, version }: SideBySideProps): ReactNode {
  return (
    <BesidePanel before={version} after={release.version}>
      <Manifests release={release} version={version} />
    </BesidePanel>
  );
}

function Manifests({ release, version }: SideBySideProps): ReactNode {
  const { data, error, refetch } = useQuery(releaseQuery({ plugin: release.plugin_id, version }));
  return <Beside before={{ version, manifest: data?.manifest }} after={release} error={error} onRetry={refetch} />;
}
