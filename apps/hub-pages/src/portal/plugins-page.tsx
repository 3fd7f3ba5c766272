import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Puzzle, Upload } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  buttonLink,
  Code,
  DataTable,
  day,
  EmptyState,
  Page,
  PageHead,
  Panel,
  ProblemNotice,
  Tile,
  useTexts,
  type ColumnOf,
} from '@kushk/ui';
import { ReleaseStatus } from '../release/release-status.js';
import { pluginAddress } from './addresses.js';
import classes from './plugins-page.module.css';
import { nameOf } from './plugin-name.js';
import { usePublisher } from './publisher-pages.js';
import { pluginsQuery, type Plugin } from './queries.js';
import { TableSkeleton } from './table-skeleton.js';

/** The plugins of a publisher, each with its newest release. */
export function PluginsPage(): ReactNode {
  const { t } = useTexts();
  const publisher = usePublisher();
  const query = useQuery(pluginsQuery(publisher.id));
  const submit = (
    <Link
      to="/portal/$publisher/plugins/submit"
      params={{ publisher: publisher.id }}
      className={buttonLink({ look: 'primary' })}
    >
      <Upload aria-hidden="true" />
      {t('portal.submit')}
    </Link>
  );
  const hasPlugins = (query.data?.length ?? 0) > 0;
  return (
    <Page width="regular">
      <PageHead title={t('portal.plugins')} {...(hasPlugins && { actions: submit })} />
      <Panel title={t('portal.plugins.title')} flush>
        {query.data === undefined ? (
          query.isError ? (
            <ProblemNotice fills error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <TableSkeleton rows={3} />
          )
        ) : hasPlugins ? (
          <PluginTable plugins={query.data} />
        ) : (
          <EmptyState icon={<Puzzle />} title={t('portal.plugins.empty')} action={submit}>
            {t('portal.plugins.empty.what')}
          </EmptyState>
        )}
      </Panel>
    </Page>
  );
}

function PluginTable({ plugins }: { readonly plugins: readonly Plugin[] }): ReactNode {
  const { t, language } = useTexts();
  const publisher = usePublisher();
  const columns: readonly ColumnOf<Plugin>[] = [
    {
      key: 'plugin',
      title: t('portal.plugin'),
      isRowHeader: true,
      cell: ({ id, names }) => (
        <span className={classes.plugin}>
          <Tile id={id} name={nameOf(names, language)} />
          <span>
            <bdi>{nameOf(names, language)}</bdi>
            <Code soft breaks>
              {id}
            </Code>
          </span>
        </span>
      ),
    },
    {
      key: 'newest',
      title: t('portal.newest'),
      cell: ({ releases: [newest] }) =>
        newest === undefined ? null : (
          <span className={classes.newest}>
            <Code>{newest.version}</Code>
            <ReleaseStatus status={newest.status} />
          </span>
        ),
    },
    {
      key: 'published',
      title: t('portal.published'),
      wideOnly: true,
      cell: ({ latest_published }) =>
        latest_published === null ? <span className={classes.none}>–</span> : <Code>{latest_published}</Code>,
    },
    {
      key: 'at',
      title: t('portal.submitted_at'),
      wideOnly: true,
      cell: ({ releases: [newest] }) => (newest === undefined ? '' : day(new Date(newest.submitted_at), language)),
    },
  ];
  return (
    <DataTable
      label={t('portal.plugins.title')}
      columns={columns}
      items={plugins}
      keyOf={({ id }) => id}
      linkOf={({ id }) => pluginAddress(publisher.id, id)}
      empty={null}
    />
  );
}
