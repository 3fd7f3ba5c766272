import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Puzzle, Upload } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  buttonLink,
  changedFilters,
  Code,
  day,
  EmptyState,
  FilterSelect,
  ListPanel,
  ListSearch,
  NothingFound,
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
import { releaseStatuses } from '../operator/releases-search.js';
import type { PluginsSearch } from './plugins-search.js';
import { usePublisher } from './publisher-pages.js';
import { pluginsQuery, type Plugin } from './queries.js';

const route = getRouteApi('/portal/$publisher/plugins');
const USUAL_ROWS = 3;

/** The plugins of a publisher, each with its newest release. */
export function PluginsPage(): ReactNode {
  const { t, language } = useTexts();
  const publisher = usePublisher();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (next: PluginsSearch): void => void navigate({ search: next, replace: true });
  const query = useInfiniteQuery(pluginsQuery(publisher.id, search));
  const isNarrowed = search.q !== undefined || search.status !== undefined;
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
  const isEmpty = !isNarrowed && query.data?.pages[0]?.items.length === 0;
  return (
    <Page width="regular">
      <PagePath steps={[publisher.name, t('portal.plugins')]} />
      <PageHead title={t('portal.plugins')} {...(!isEmpty && { actions: submit })} />
      <ListPanel<Plugin>
        title={t('portal.plugins.title')}
        isHeadless
        {...(!isEmpty && { filters: <Filters search={search} go={go} /> })}
        query={query}
        columns={columnsOf(t, language)}
        keyOf={({ id }) => id}
        linkOf={({ id }) => pluginAddress(publisher.id, id)}
        usualRows={USUAL_ROWS}
        empty={
          isNarrowed ? (
            <NothingFound onClear={() => go({})} />
          ) : (
            <EmptyState icon={<Puzzle />} title={t('portal.plugins.empty')} action={submit}>
              {t('portal.plugins.empty.what')}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

interface FiltersProps {
  readonly search: PluginsSearch;
  readonly go: (search: PluginsSearch) => void;
}

function Filters({ search, go }: FiltersProps): ReactNode {
  const { t } = useTexts();
  const { q, status, sort } = search;
  return (
    <>
      <ListSearch
        label={t('portal.plugins.search')}
        value={q ?? ''}
        onSearch={(text) => go(changedFilters(search, { q: text }))}
      />
      <FilterSelect
        label={t('portal.newest')}
        all={t('portal.plugins.any')}
        value={status}
        onChange={(next) => go(changedFilters(search, { status: next }))}
        options={releaseStatuses.map((value) => ({ value, label: t(`release.status.${value}`) }))}
      />
      <FilterSelect
        label={t('lists.sort')}
        all={t('portal.plugins.by_id')}
        value={sort}
        onChange={(next) => go(changedFilters(search, { sort: next }))}
        options={[{ value: 'newest', label: t('lists.sort.newest') }]}
      />
    </>
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
          <ReleaseStatus {...newest} />
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
