import type { ComponentProps, ReactNode } from 'react';
import { Code, Lines, moment, RowTitle, useTexts } from '@kushk/ui';
import { nameOf } from './plugin-title.js';
import { ReleaseStatus, type ReleaseStatusName } from './release-status.js';
import { StoppedRolloutBadge } from './stopped-rollout.js';

interface ListedRelease {
  readonly plugin_id: string;
  readonly names: Readonly<Record<string, unknown>>;
  readonly version: string;
  readonly status: ReleaseStatusName;
  readonly submitted_at: string;
  /** When it last changed; missing where the list is in the order of submissions. */
  readonly updated_at?: string;
  readonly changes_requested_at?: string | null;
  readonly rollout?: ComponentProps<typeof StoppedRolloutBadge>['rollout'];
}

interface ReleaseLinesProps {
  readonly releases: readonly ListedRelease[];
  /** The link of a release around the name of its plugin: each role has a page of its own. */
  readonly linkTo: (release: ListedRelease, name: ReactNode) => ReactNode;
}

/** Releases as lines: plugin, version, status, and when it changed or was submitted. */
export function ReleaseLines({ releases, linkTo }: ReleaseLinesProps): ReactNode {
  const { language } = useTexts();
  return (
    <Lines>
      {releases.map(({ updated_at, ...release }) => (
        <li key={`${release.plugin_id}@${release.version}`}>
          <RowTitle title={linkTo(release, <bdi>{nameOf(release.names, release.plugin_id, language)}</bdi>)}>
            <small>
              <Code soft>{release.version}</Code> <ReleaseStatus {...release} /> <StoppedRolloutBadge {...release} />
            </small>
          </RowTitle>
          <Time at={updated_at ?? release.submitted_at} />
        </li>
      ))}
    </Lines>
  );
}

function Time({ at }: { readonly at: string }): ReactNode {
  const { language } = useTexts();
  return <time dateTime={at}>{moment(new Date(at), language)}</time>;
}
