import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button, ManifestsSideBySide, ManifestSpace, Panel, ProblemNotice, useTexts } from '@kushk/ui';
import { releaseQuery, type Release } from './queries.js';

/** The manifest beside that of the version with which the differences compare it, or of the one that it replaces. */
export function SideBySide({ release }: { readonly release: Release }): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const version = release.replaces ?? release.diff?.previous;
  if (version === undefined) return null;
  return (
    <Panel
      title={t('review.beside', { version })}
      actions={
        <Button look="quiet" onPress={() => setOpen(!isOpen)}>
          {t(isOpen ? 'review.beside.hide' : 'review.beside.show')}
        </Button>
      }
      flush
    >
      {isOpen && <Manifests release={release} version={version} />}
    </Panel>
  );
}

function Manifests({ release, version }: { readonly release: Release; readonly version: string }): ReactNode {
  const { t } = useTexts();
  const { data, isError, error, refetch } = useQuery(releaseQuery({ plugin: release.plugin_id, version }));
  if (data === undefined)
    return isError ? <ProblemNotice fills error={error} onRetry={() => refetch()} /> : <ManifestSpace text={null} />;
  return (
    <ManifestsSideBySide
      before={{ label: t('review.beside.manifest', { version }), manifest: data.manifest }}
      after={{ label: t('review.beside.manifest', { version: release.version }), manifest: release.manifest }}
    />
  );
}
