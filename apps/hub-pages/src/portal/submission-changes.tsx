import type { ReactNode } from 'react';
import { Panel, useTexts } from '@kushk/ui';
import { CapabilityChanges, ChangeClass } from '../release/capability-changes.js';
import { CheckList, useChecksSummary } from '../release/check-list.js';
import { FirstChanges } from '../release/first-changes.js';
import { ImageDetails } from '../release/image-details.js';
import classes from './release-page.module.css';
import type { ManifestCheck } from './use-manifest-check.js';

/** What the manifest changes for those who have the plugin, and the automatic checks that the reviewer sees. */
export function SubmissionChanges({ check: { diff, checks, manifest } }: { readonly check: ManifestCheck }): ReactNode {
  const { t } = useTexts();
  const summary = useChecksSummary(checks);
  if (checks.length === 0)
    return (
      <Panel title={t('portal.changes')}>
        <p className={classes.soft}>{t('portal.changes.later')}</p>
      </Panel>
    );
  return (
    <>
      {diff === null ? (
        <FirstChanges manifest={manifest} />
      ) : (
        <Panel
          title={t('portal.changes')}
          note={t('portal.changes.since', { version: diff.previous })}
          actions={<ChangeClass value={diff.class} />}
          flush
        >
          {diff.changes.length === 0 ? (
            <p className={classes.quiet}>{t('portal.changes.none')}</p>
          ) : (
            <CapabilityChanges changes={diff.changes} manifest={manifest} />
          )}
        </Panel>
      )}
      <Panel title={t('portal.checks')} note={summary} flush>
        <CheckList checks={checks} manifest={manifest} />
      </Panel>
      <ImageDetails checks={checks} />
    </>
  );
}
