import type { ReactNode } from 'react';
import { Code, ManifestView, Panel, useTexts } from '@kushk/ui';
import type { Release } from './queries.js';

const DIGEST_SHOWN_CHARACTERS = 19;

/** The manifest as it was submitted, with the problems that the checks found at their lines. */
export function Manifest({
  release: { manifest, source, warnings, manifest_digest },
}: {
  readonly release: Release;
}): ReactNode {
  const { t } = useTexts();
  return (
    <Panel
      title={t('review.manifest')}
      note={
        <>
          <Code soft>{`${manifest_digest.slice(0, DIGEST_SHOWN_CHARACTERS)}…`}</Code>{' '}
          {source === null && t('review.manifest.printed')}
        </>
      }
      flush
    >
      <ManifestView source={source} manifest={manifest} problems={warnings} />
    </Panel>
  );
}
