import { useMemo, type ReactNode } from 'react';
import { DifferenceView } from './difference-view.js';
import { printManifest } from './manifest-text.js';

interface Side {
  readonly label: string;
  readonly manifest: unknown;
}
export interface ManifestDifferenceProps {
  readonly before: Side;
  readonly after: Side;
}

/** Two manifests side by side. Both are printed in the same way, so that only what they say can differ. */
export function ManifestDifference({ before, after }: ManifestDifferenceProps): ReactNode {
  const texts = useMemo(
    () => ({ before: printManifest(before.manifest), after: printManifest(after.manifest) }),
    [before.manifest, after.manifest],
  );
  return <DifferenceView {...texts} labels={{ before: before.label, after: after.label }} />;
}
