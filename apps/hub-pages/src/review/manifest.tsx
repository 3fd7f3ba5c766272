import { useMemo, type ReactNode } from 'react';
import { Code, Panel, useTexts } from '@kushk/ui';
import { ManifestPanel, placeProblems, printManifest, readManifest } from '@kushk/ui/editor';
import type { Release } from './queries.js';

const DIGEST_SHOWN_CHARACTERS = 19;

/** The manifest as it was submitted, with the problems that the checks found at their lines. */
export function Manifest({
  release: { manifest, source, warnings, manifest_digest },
}: {
  readonly release: Release;
}): ReactNode {
  const { t, language } = useTexts();
  const { text, problems } = useMemo(() => {
    const printed = source ?? printManifest(manifest);
    return { text: printed, problems: placeProblems(warnings, readManifest(printed), language) };
  }, [manifest, source, warnings, language]);
  return (
    <Panel
      title={t('review.manifest')}
      note={<Code soft>{`${manifest_digest.slice(0, DIGEST_SHOWN_CHARACTERS)}…`}</Code>}
      actions={source === null && <small>{t('review.manifest.printed')}</small>}
      flush
    >
      <ManifestPanel text={text} problems={problems} />
    </Panel>
  );
}
