import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  buttonLink,
  Code,
  Columns,
  moment,
  Page,
  PageError,
  PageHead,
  PagePath,
  Panel,
  ProvenancePanel,
  SkeletonLine,
  Tile,
  TitleText,
  usePageTitle,
  useTexts,
} from '@kushk/ui';
import { CapabilityChanges, ChangeClass } from '../release/capability-changes.js';
import { FirstChanges } from '../release/first-changes.js';
import { FleetCounts, RefusedInstances } from '../release/fleet.js';
import { hasChangesRequested, ReleaseStatus } from '../release/release-status.js';
import { RolloutPanel } from '../release/rollout-panel.js';
import { StoppedRolloutBadge, StoppedRolloutNotice } from '../release/stopped-rollout.js';
import { usePublisher } from './publisher-pages.js';
import { changeRollout, manifestQuery, releaseQuery, type Release } from './queries.js';
import { ReleaseFacts } from './release-facts.js';
import { ReleaseManifest } from './release-manifest.js';
import { ReplacedRelease } from './replaced-release.js';
import classes from './release-page.module.css';
import { ReturnDialog } from './return-dialog.js';
import { StatusNotice } from './status-notice.js';
import { Appeal } from './appeal.js';
import { ChangesNotice, ReleaseConversation } from './release-conversation.js';
import { usePluginName } from './use-plugin-name.js';
import { WithdrawDialog } from './withdraw-dialog.js';

/** One release: where it stands, what the reviewer says, what it changes, and its manifest. */
export function ReleasePage(): ReactNode {
  const { t } = useTexts();
  const publisher = usePublisher();
  const { plugin, version } = useParams({ from: '/portal/$publisher/plugins/$plugin/$version' });
  const query = useQuery(releaseQuery({ publisher_id: publisher.id, plugin_id: plugin, version }));
  const name = usePluginName(plugin);
  usePageTitle(`${name} ${version}`);
  if (query.isError && query.data === undefined)
    return <PageError error={query.error} reset={() => void query.refetch()} />;
  return (
    <Page>
      <PagePath
        steps={[
          <Link key="plugins" to="/portal/$publisher/plugins" params={{ publisher: publisher.id }}>
            {t('portal.plugins')}
          </Link>,
          <Link key="plugin" to="/portal/$publisher/plugins/$plugin" params={{ publisher: publisher.id, plugin }}>
            {name}
          </Link>,
          version,
        ]}
      />
      <ReleaseHead plugin={plugin} version={version} release={query.data} />
      {query.data === undefined ? (
        <Panel title={t('portal.changes')}>
          <p aria-busy="true">
            <SkeletonLine width="long" />
          </p>
        </Panel>
      ) : (
        <ReleaseBody release={query.data} />
      )}
    </Page>
  );
}

/** Whether the only way on is another version. */
const isOver = ({ status }: Release): boolean => status === 'rejected' || status === 'withdrawn';

interface ReleaseHeadProps {
  readonly plugin: string;
  readonly version: string;
  readonly release: Release | undefined;
}

function ReleaseHead({ plugin, version, release }: ReleaseHeadProps): ReactNode {
  const { t, language } = useTexts();
  const publisher = usePublisher();
  const name = usePluginName(plugin);
  return (
    <PageHead
      tile={<Tile id={plugin} name={name} large />}
      title={
        <>
          <TitleText>{name}</TitleText> <Code soft>{version}</Code>
        </>
      }
      note={
        release === undefined ? (
          <SkeletonLine width="middle" />
        ) : (
          <>
            <ReleaseStatus {...release} />
            <StoppedRolloutBadge {...release} />
            <span>{moment(new Date(release.updated_at), language)}</span>
          </>
        )
      }
      actions={
        <>
          {release !== undefined && <ReturnDialog release={release} />}
          {release !== undefined && <Appeal release={release} />}
          {release !== undefined && <WithdrawDialog release={release} />}
          {(release === undefined || !hasChangesRequested(release)) && (
            <Link
              to="/portal/$publisher/plugins/submit"
              params={{ publisher: publisher.id }}
              search={{ plugin }}
              className={buttonLink(release !== undefined && isOver(release) ? { look: 'primary' } : {})}
            >
              {t('portal.submit.next')}
            </Link>
          )}
        </>
      }
    />
  );
}

function ReleaseBody({ release }: { readonly release: Release }): ReactNode {
  const { t } = useTexts();
  const { diff, fleet, notes, review_notes } = release;
  const isSent = release.published_at !== null;
  const manifest = useQuery(
    manifestQuery({ publisher_id: usePublisher().id, plugin_id: release.plugin_id, version: release.version }),
  );
  return (
    <>
      <StoppedRolloutNotice {...release} />
      {hasChangesRequested(release) ? <ChangesNotice release={release} /> : <StatusNotice release={release} />}
      {release.replaces !== null && <ReplacedRelease release={release} version={release.replaces} />}
      <Columns
        aside={
          <>
            <Panel title={t('portal.facts')}>
              <ReleaseFacts release={release} />
            </Panel>
            <ProvenancePanel provenance={release.provenance} />
            {isSent && (
              <Panel title={t('portal.fleet')}>
                <FleetCounts fleet={fleet} />
              </Panel>
            )}
            <PublisherRollout release={release} />
          </>
        }
      >
        <ReleaseConversation release={release} />
        {fleet.refused.length > 0 && (
          <Panel title={t('portal.refused')}>
            <RefusedInstances fleet={fleet} />
          </Panel>
        )}
        {diff === null ? (
          <FirstChanges manifest={manifest.data?.manifest} />
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
              <CapabilityChanges changes={diff.changes} manifest={manifest.data?.manifest} />
            )}
          </Panel>
        )}
        {review_notes !== null && review_notes !== '' && release.status !== 'rejected' && (
          <Panel title={t('portal.review_notes')}>
            <p className={classes.text} dir="auto">
              {review_notes}
            </p>
          </Panel>
        )}
        {notes !== '' && (
          <Panel title={t('portal.notes')}>
            <p className={classes.text} dir="auto">
              {notes}
            </p>
          </Panel>
        )}
      </Columns>
      <ReleaseManifest release={release} />
    </>
  );
}

function PublisherRollout({ release }: { readonly release: Release }): ReactNode {
  const { plugin_id, version, rollout, diff } = release;
  const { id: publisher_id } = usePublisher();
  return (
    <RolloutPanel
      rollout={rollout}
      release={release}
      isFirst={diff === null}
      as="publisher"
      change={(action, reason) => changeRollout({ publisher_id, plugin_id, version }, action, reason)}
    />
  );
}
