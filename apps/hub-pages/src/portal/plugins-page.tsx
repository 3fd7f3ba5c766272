import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Puzzle, Upload } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  buttonLink,
  Code,
  day,
  EmptyState,
  ListPanel,
  Page,
  PageHead,
  PagePath,
  useTexts,
  type ColumnOf,
  type Language,
  type Texts,
} from '@kushk/ui';
import { PluginTitle } from '../release/plugin-title.js';
import { ReleaseStatus } from '../release/release-status.js';
import { pluginAddress } from './addresses.js';
import classes from './plugins-page.module.css';
import { usePublisher } from './publisher-pages.js';
import { pluginsQuery, type Plugin } from './queries.js';

const USUAL_ROWS = 3;

/** The plugins of a publisher, each with its newest release. */
export function PluginsPage(): ReactNode {
  const { t, language } = useTexts();
  const publisher = usePublisher();
  const query = useInfiniteQuery(pluginsQuery(publisher.id));
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
  const isEmpty = query.data?.pages[0]?.items.length === 0;
  return (
    <Page width="regular">
      <PagePath steps={[publisher.name, t('portal.plugins')]} />
      <PageHead title={t('portal.plugins')} {...(!isEmpty && { actions: submit })} />
      <ListPanel<Plugin>
        title={t('portal.plugins.title')}
        isHeadless
        query={query}
        columns={columnsOf(t, language)}
        keyOf={({ id }) => id}
        linkOf={({ id }) => pluginAddress(publisher.id, id)}
        usualRows={USUAL_ROWS}
        empty={
          <EmptyState icon={<Puzzle />} title={t('portal.plugins.empty')} action={submit}>
            {t('portal.plugins.empty.what')}
          </EmptyState>
        }
      />
    </Page>
  );
}

function columnsOf(t: Texts['t'], language: Language): readonly ColumnOf<Plugin>[] {
  return [
    {
      key: 'plugin',
      title: t('portal.plugin'),
      isRowHeader: true,
      cell: ({ id, names }) => <PluginTitle names={names} pluginId={id} language={language} />,
    },
    {
      key: 'newest',
      title: t('portal.newest'),
      cell: ({ newest }) => (
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
      cell: ({ newest }) => day(new Date(newest.submitted_at), language),
    },
  ];
}
