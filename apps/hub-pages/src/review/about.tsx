import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Code, Facts, moment, Panel, useRoles, useTexts, type Texts } from '@kushk/ui';
import { tierText } from '../release/release-status.js';
import type { Release } from './queries.js';
import { VersionLink, type StaffList } from './version-link.js';

/** Who submitted the release, as what, and what the signature covers. */
export function About({ release, from }: { readonly release: Release; readonly from: StaffList }): ReactNode {
  const { t, language } = useTexts();
  const isOperator = useRoles().has('operator');
  const at = (time: string): string => moment(new Date(time), language);
  const version = (other: string): ReactNode => <VersionLink key={other} {...{ release, from }} version={other} />;
  const publisher = <bdi>{release.publisher_name}</bdi>;
  return (
    <Panel title={t('review.about')}>
      <Facts
        facts={[
          [
            t('review.publisher'),
            isOperator ? (
              <Link to="/publishers/$publisher" params={{ publisher: release.publisher_id }}>
                {publisher}
              </Link>
            ) : (
              publisher
            ),
          ],
          [t('review.kind'), t(`review.kind.${release.kind}`)],
          [t('review.plugin_api'), <Code>{release.plugin_api}</Code>],
          [t('review.tier'), tierText(t, release.requested_tier), 'tier'],
          ...(release.tier === null ? [] : [[t('review.tier.granted'), tierText(t, release.tier)] as const]),
          [t('review.submitted'), at(release.submitted_at)],
          ...(release.published_at === null ? [] : [[t('review.published'), at(release.published_at)] as const]),
          ...(release.replaces === null ? [] : [[t('release.replaces'), version(release.replaces)] as const]),
          ...(release.replaced_by === null ? [] : [[t('release.replaced_by'), version(release.replaced_by)] as const]),
          ...(release.returned === undefined ? [] : returnFacts(release.returned, { t, at })),
          [
            t('review.digest'),
            <Code breaks soft>
              {release.manifest_digest}
            </Code>,
          ],
        ]}
      />
    </Panel>
  );
}

/** Whose approval a return repeats, so that staff see why no reviewer has decided on it. */
function returnFacts(
  { from, reason, basis }: NonNullable<Release['returned']>,
  { t, at }: { readonly t: Texts['t']; readonly at: (time: string) => string },
): readonly (readonly [string, ReactNode])[] {
  return [
    [t('release.returned'), <Code>{from}</Code>],
    [t('release.returned.reason'), <bdi>{reason}</bdi>],
    ...(basis === null
      ? []
      : ([
          [
            t('release.returned.basis'),
            t('release.returned.basis.of', { version: basis.version, time: at(basis.decided_at) }),
          ],
        ] as const)),
  ];
}
