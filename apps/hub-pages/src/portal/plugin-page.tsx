import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { KeyRound, Upload } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  buttonLink,
  Code,
  Columns,
  day,
  ListPanel,
  NotFoundPage,
  Page,
  PageHead,
  PagePath,
  Panel,
  ProblemNotice,
  SkeletonLine,
  Tile,
  TitleText,
  usePageTitle,
  useTexts,
  type ColumnOf,
  type Language,
  type Texts,
} from '@kushk/ui';
import { FleetCounts, RefusedInstances } from '../release/fleet.js';
import { nameOf } from '../release/plugin-title.js';
import { ReleaseStatus, tierText } from '../release/release-status.js';
import { releaseAddress } from './addresses.js';
import { DeprecateButton, DeprecationNotice } from './deprecation-panel.js';
import classes from './plugin-page.module.css';
import { usePublisher } from './publisher-pages.js';
import { pluginQuery, releaseQuery, releasesQuery, type Plugin, type ReleaseSummary } from './queries.js';

/** A plugin with its releases, newest first. */
export function PluginPage(): ReactNode {
  const { t, language } = useTexts();
  const publisher = usePublisher();
  const { plugin: id } = useParams({ from: '/portal/$publisher/plugins/$plugin' });
  const query = useQuery(pluginQuery(publisher.id, id));
  const releases = useInfiniteQuery(releasesQuery(publisher.id, id));
  const plugin = query.data;
  if (plugin === null) return <NotFoundPage />;
  return (
    <Page>
      <PagePath
        steps={[
          <Link key="plugins" to="/portal/$publisher/plugins" params={{ publisher: publisher.id }}>
            {t('portal.plugins')}
          </Link>,
          nameOf(plugin?.names ?? {}, id, language),
        ]}
      />
      <PluginHead id={id} plugin={plugin} />
      {plugin !== undefined && <DeprecationNotice plugin={plugin} />}
      {query.isError && plugin === undefined && <ProblemNotice error={query.error} onRetry={() => query.refetch()} />}
      <Columns aside={plugin !== undefined && <PublishedPanel plugin={plugin} />}>
        <ListPanel<ReleaseSummary>
          title={t('portal.releases')}
          query={releases}
          columns={columnsOf(t, language)}
          keyOf={({ id: key }) => key}
          linkOf={(release) => releaseAddress(publisher.id, release)}
          usualRows={USUAL_ROWS}
          // A plugin has at least one release.
          empty={null}
        />
      </Columns>
    </Page>
  );
}

const USUAL_ROWS = 4;

function PluginHead({ id, plugin }: { readonly id: string; readonly plugin: Plugin | undefined }): ReactNode {
  const { t, language } = useTexts();
  const publisher = usePublisher();
  const name = nameOf(plugin?.names ?? {}, id, language);
  usePageTitle(name);
  return (
    <PageHead
      tile={<Tile id={id} name={name} large />}
      title={<TitleText>{name}</TitleText>}
      note={<Code soft>{id}</Code>}
      actions={
        <>
          <Link
            to="/portal/$publisher/plugins/$plugin/access"
            params={{ publisher: publisher.id, plugin: id }}
            className={buttonLink({})}
          >
            <KeyRound aria-hidden="true" />
            {t('portal.access')}
          </Link>
          {plugin !== undefined && <DeprecateButton plugin={plugin} />}
          <Link
            to="/portal/$publisher/plugins/submit"
            params={{ publisher: publisher.id }}
            search={{ plugin: id }}
            className={buttonLink({ look: 'primary' })}
          >
            <Upload aria-hidden="true" />
            {t('portal.submit')}
          </Link>
        </>
      }
    />
  );
}

function columnsOf(t: Texts['t'], language: Language): readonly ColumnOf<ReleaseSummary>[] {
  return [
    {
      key: 'version',
      title: t('portal.version'),
      isRowHeader: true,
      cell: (release) => (
        <span className={classes.version}>
          <Code>{release.version}</Code>
          <ReleaseReason release={release} />
        </span>
      ),
    },
    { key: 'status', title: t('portal.status'), cell: (release) => <ReleaseStatus {...release} /> },
    {
      key: 'tier',
      title: t('portal.tier'),
      wideOnly: true,
      cell: ({ tier }) => (tier === null ? '–' : tierText(t, tier)),
    },
    {
      key: 'at',
      title: t('portal.submitted_at'),
      wideOnly: true,
      cell: ({ submitted_at }) => <span className={classes.day}>{day(new Date(submitted_at), language)}</span>,
    },
  ];
}

/** The reason for a status that needs one, otherwise the reviewer's note, on one line. */
function ReleaseReason({ release }: { readonly release: ReleaseSummary }): ReactNode {
  const text = release.status_reason ?? release.review_notes ?? '';
  if (text === '') return null;
  return (
    <bdi dir="auto" className={classes.reason}>
      {text}
    </bdi>
  );
}

/** How far the published version has come. */
function PublishedPanel({ plugin }: { readonly plugin: Plugin }): ReactNode {
  const { t } = useTexts();
  const publisher = usePublisher();
  const version = plugin.latest_published;
  const query = useQuery({
    ...releaseQuery({ publisher_id: publisher.id, plugin_id: plugin.id, version: version ?? '' }),
    enabled: version !== null,
  });
  return (
    <Panel title={t('portal.fleet')} {...(version !== null && { note: <Code soft>{version}</Code> })}>
      {version === null ? (
        <p className={classes.quiet}>{t('portal.fleet.none')}</p>
      ) : query.data !== undefined ? (
        <>
          <FleetCounts fleet={query.data.fleet} />
          {query.data.fleet.refused.length > 0 && <RefusedInstances fleet={query.data.fleet} />}
        </>
      ) : query.isError ? (
        <ProblemNotice error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <p aria-busy="true">
          <SkeletonLine width="middle" />
        </p>
      )}
    </Panel>
  );
}
