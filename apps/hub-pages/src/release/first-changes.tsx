import type { ReactNode } from 'react';
import { Panel, useTexts } from '@kushk/ui';
import { additionsOf } from './additions.js';
import { CapabilityChanges } from './capability-changes.js';

/** What a first release reads and proposes, where data goes and what it costs: all of it is new. */
export function FirstChanges({ manifest }: { readonly manifest: unknown }): ReactNode {
  const { t } = useTexts();
  const changes = additionsOf(manifest);
  if (changes.length === 0) return null;
  return (
    <Panel title={t('release.first')} note={t('release.first.note')} flush>
      <CapabilityChanges changes={changes} manifest={manifest} />
    </Panel>
  );
}
