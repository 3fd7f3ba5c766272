import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { PackageSearch, X } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  Button,
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
} from '@kushk/ui';
import { ReleaseStatus, tierText } from '../release/release-status.js';
import { StoppedRolloutBadge } from '../release/stopped-rollout.js';
import { PluginTitle } from '../release/plugin-title.js';
import { releasesQuery, type FoundRelease } from './queries.js';
import { releaseStatuses, sorts, type ReleasesSearch } from './releases-search.js';

const route = getRouteApi('/releases');

/** All releases of all publishers in every status, newest first. */
export function ReleasesPage(): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = useNavigate();
  const query = useInfiniteQuery(releasesQuery(search));
  const columns = useReleaseColumns();
  const isFiltered = Object.keys(search).length > 0;
  return (
    <Page width="wide">
      <PagePath steps={[t('operator.releases')]} />
      <PageHead title={t('operator.releases')} />
      <ListPanel<FoundRelease>
        title={t('operator.releases')}
        isHeadless
        filters={<Filters search={search} />}
        query={query}
        columns={columns}
        keyOf={(one) => `${one.plugin_id}@${one.version}`}
        linkOf={(one) => `/releases/${encodeURIComponent(one.plugin_id)}/${encodeURIComponent(one.version)}`}
        empty={
          isFiltered ? (
            <NothingFound onClear={() => void navigate({ to: '/releases', search: {}, replace: true })} />
          ) : (
            <EmptyState icon={<PackageSearch />} title={t('operator.releases.empty')}>
              {t('operator.releases.empty.what')}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function Filters({ search }: { readonly search: ReleasesSearch }): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { publisher, status, q, sort, rollout } = search;
  const go = (change: Parameters<typeof changedFilters<ReleasesSearch>>[1]): void =>
    void navigate({ to: '/releases', search: changedFilters(search, change), replace: true });
  return (
    <>
      <ListSearch label={t('operator.releases.search')} value={q ?? ''} onSearch={(text) => go({ q: text })} />
      <FilterSelect
        label={t('operator.state')}
        all={t('operator.releases.any')}
        value={status}
        onChange={(next) => go({ status: next })}
        options={releaseStatuses.map((value) => ({ value, label: t(`release.status.${value}`) }))}
      />
      <FilterSelect
        label={t('lists.sort')}
        all={t('lists.sort.newest')}
        value={sort}
        onChange={(next) => go({ sort: next })}
        options={sorts.map((value) => ({
          value,
          label: t(value === 'changed' ? 'operator.releases.changed' : 'lists.sort.oldest'),
        }))}
      />
      {rollout !== undefined && (
        <Button look="quiet" onPress={() => go({ rollout: undefined })}>
          {t('operator.releases.stopped')}
          <X aria-label={t('operator.releases.not_only_stopped')} />
        </Button>
      )}
      {publisher !== undefined && (
        <Button look="quiet" onPress={() => go({ publisher: undefined })}>
          {t('operator.releases.of')} <Code>{publisher}</Code>
          <X aria-label={t('operator.releases.all_publishers')} />
        </Button>
      )}
    </>
  );
}

function useReleaseColumns(): readonly ColumnOf<FoundRelease>[] {
  const { t, language } = useTexts();
  return [
    {
      key: 'plugin',
      title: t('operator.plugin'),
      isRowHeader: true,
      cell: (one) => (
        <PluginTitle
          names={one.names}
          pluginId={one.plugin_id}
          language={language}
          narrow={<Code soft>{one.version}</Code>}
        />
      ),
    },
    { key: 'version', title: t('operator.version'), wideOnly: true, cell: (one) => <Code>{one.version}</Code> },
    {
      key: 'publisher',
      title: t('operator.publisher'),
      wideOnly: true,
      cell: (one) => <Code soft>{one.publisher_id}</Code>,
    },
    {
      key: 'tier',
      title: t('operator.tier'),
      wideOnly: true,
      cell: (one) => (one.tier === null ? '—' : tierText(t, one.tier)),
    },
    {
      key: 'submitted',
      title: t('operator.submitted'),
      wideOnly: true,
      cell: (one) => day(new Date(one.submitted_at), language),
    },
    {
      key: 'published',
      title: t('operator.published'),
      wideOnly: true,
      cell: (one) => (one.published_at === null ? '—' : day(new Date(one.published_at), language)),
    },
    {
      key: 'status',
      title: t('operator.state'),
      atEnd: true,
      cell: (one) => (
        <>
          <ReleaseStatus status={one.status} /> <StoppedRolloutBadge {...one} />
        </>
      ),
    },
  ];
}
