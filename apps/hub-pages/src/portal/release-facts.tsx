import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Code, Facts, moment, useTexts } from '@kushk/ui';
import { tierText } from '../release/release-status.js';
import { usePublisher } from './publisher-pages.js';
import type { Release } from './queries.js';

export function ReleaseFacts({ release }: { readonly release: Release }): ReactNode {
  const { t, language } = useTexts();
  const at = (time: string | null): ReactNode => (time === null ? '–' : moment(new Date(time), language));
  const { id: publisher } = usePublisher();
  const version = (other: string): ReactNode => (
    <Link
      key={other}
      to="/portal/$publisher/plugins/$plugin/$version"
      params={{ publisher, plugin: release.plugin_id, version: other }}
    >
      <Code>{other}</Code>
    </Link>
  );
  return (
    <Facts
      facts={[
        ...(release.returned === undefined
          ? []
          : ([
              [t('release.returned'), <Code key="returned">{release.returned.from}</Code>],
              [t('release.returned.reason'), <bdi key="why">{release.returned.reason}</bdi>],
            ] as const)),
        ...(release.replaces === null ? [] : [[t('release.replaces'), version(release.replaces)] as const]),
        ...(release.replaced_by === null ? [] : [[t('release.replaced_by'), version(release.replaced_by)] as const]),
        [t('portal.requested_tier'), tierText(t, release.requested_tier), 'tier'],
        [t('portal.tier'), release.tier === null ? '–' : tierText(t, release.tier)],
        [t('portal.kind'), t(`portal.kind.${release.kind}`)],
        [t('portal.plugin_api'), <Code key="api">{release.plugin_api}</Code>],
        [t('portal.submitted_at'), at(release.submitted_at)],
        [t('portal.decided_at'), at(release.decided_at)],
        [t('portal.published_at'), at(release.published_at)],
        [
          t('portal.digest'),
          <Code key="digest" soft breaks>
            {release.manifest_digest}
          </Code>,
        ],
      ]}
    />
  );
}
