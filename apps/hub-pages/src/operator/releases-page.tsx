import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { PackageSearch, X } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  Button,
  Code,
  day,
  EmptyState,
  ListPanel,
  ListSearch,
  Page,
  PageHead,
  PagePath,
  Select,
  useTexts,
  type ColumnOf,
} from '@kushk/ui';
import { ReleaseStatus, tierText } from '../release/release-status.js';
import { PluginTitle } from '../release/plugin-title.js';
import { releasesQuery, type FoundRelease } from './queries.js';
import { releaseStatuses, type ReleasesSearch } from './releases-search.js';

const route = getRouteApi('/releases');
const ANY = 'any';

/** All releases of all publishers in every status, newest first. */
export function ReleasesPage(): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
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
          <EmptyState
            icon={<PackageSearch />}
            title={t(isFiltered ? 'operator.releases.none' : 'operator.releases.empty')}
          >
            {t(isFiltered ? 'operator.releases.none.what' : 'operator.releases.empty.what')}
          </EmptyState>
        }
      />
    </Page>
  );
}

function Filters({ search }: { readonly search: ReleasesSearch }): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { publisher, status, q } = search;
  const go = (change: { readonly [Key in keyof ReleasesSearch]?: ReleasesSearch[Key] | undefined }): void => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined);
    void navigate({ to: '/releases', search: Object.fromEntries(next), replace: true });
  };
  return (
    <>
      <ListSearch
        label={t('operator.releases.search')}
        value={q ?? ''}
        onSearch={(text) => go({ q: text === '' ? undefined : text })}
      />
      <Select
        label={t('operator.state')}
        isLabelHidden
        value={status ?? ANY}
        onChange={(next) => go({ status: releaseStatuses.find((one) => one === next) })}
        options={[
          { value: ANY, label: t('operator.releases.any') },
          ...releaseStatuses.map((value) => ({ value, label: t(`release.status.${value}`) })),
        ]}
      />
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
    { key: 'status', title: t('operator.state'), atEnd: true, cell: (one) => <ReleaseStatus status={one.status} /> },
  ];
}
