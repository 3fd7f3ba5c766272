import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Notice, useTexts } from '@kushk/ui';
import { Conversation } from '../release/conversation.js';
import { releaseQuery, type Release } from './queries.js';
import { SideBySide } from './side-by-side.js';
import { VersionLink, type StaffList } from './version-link.js';

interface ReplacedReleaseProps {
  readonly release: Release;
  /** The version whose place the release took. */
  readonly version: string;
  readonly from: StaffList;
}

/** What a reviewer of the new version needs of the replaced one: what was asked there, and what has changed since. */
export function ReplacedRelease({ release, version, from }: ReplacedReleaseProps): ReactNode {
  const { t } = useTexts();
  const { plugin_id: plugin } = release;
  const { data } = useQuery(releaseQuery({ plugin, version }));
  const isAnswer = data?.changes_requested_at !== undefined && data.changes_requested_at !== null;
  return (
    <>
      <Notice
        tone="info"
        title={t(isAnswer ? 'release.replacing.answer' : 'release.replacing', { version })}
        actions={
          <VersionLink release={release} from={from} version={version}>
            {t('release.replacing.open', { version })}
          </VersionLink>
        }
      />
      <SideBySide release={release} version={version} />
      {data !== undefined && data.comments.length > 0 && (
        <Conversation release={data} title={t('release.talk.of', { version })} />
      )}
    </>
  );
}
