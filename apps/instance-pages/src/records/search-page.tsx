import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Search } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import type { InstanceComponents } from '@kushk/api-client';
import {
  Badge,
  EmptyState,
  FilterBar,
  filterLink,
  ListPanel,
  ListSearch,
  ListTools,
  Page,
  PageHead,
  PagePath,
  Panel,
  RowTitle,
  useTexts,
} from '@kushk/ui';
import { useFieldTexts } from './field-texts.js';
import { Excerpt } from './excerpt.js';
import { searchQuery, type SearchType } from './list-queries.js';
import { RecordLink } from './record-link.js';

type SearchHit = InstanceComponents['schemas']['SearchHit'];

export const SEARCH_TYPES: readonly SearchType[] = [
  'case',
  'document',
  'session',
  'calendar_event',
  'person',
  'memory',
];
const route = getRouteApi('/search');

/** Searches everything that the person may see. */
export function SearchPage(): ReactNode {
  const { t } = useTexts();
  const { q = '', type } = route.useSearch();
  const navigate = useNavigate();
  const search = (text: string): void =>
    void navigate({
      to: '/search',
      search: { ...(text !== '' && { q: text }), ...(type && { type }) },
      replace: true,
    });
  return (
    <Page>
      <PagePath steps={[t('records.search')]} />
      <PageHead title={t('records.search')} />
      <ListTools>
        <ListSearch label={t('records.search.label')} value={q} onSearch={search} />
        <Types q={q} />
      </ListTools>
      {q === '' ? (
        <Panel title={t('records.search.results')} flush>
          <EmptyState icon={<Search />} title={t('records.search.begin')}>
            {t('records.search.begin.why')}
          </EmptyState>
        </Panel>
      ) : (
        <Results q={q} type={type} />
      )}
    </Page>
  );
}

function Types({ q }: { q: string }): ReactNode {
  const { t } = useTexts();
  const { typeLabel } = useFieldTexts();
  return (
    <FilterBar label={t('records.filters')}>
      {[undefined, ...SEARCH_TYPES].map((type) => (
        <Link
          key={type ?? 'all'}
          to="/search"
          search={{ ...(q !== '' && { q }), ...(type !== undefined && { type }) }}
          activeOptions={{ includeSearch: true, exact: true, explicitUndefined: true }}
          className={filterLink}
        >
          {type === undefined ? t('records.search.all') : typeLabel(type)}
        </Link>
      ))}
    </FilterBar>
  );
}

function Results({ q, type }: { q: string; type: SearchType | undefined }): ReactNode {
  const { t } = useTexts();
  const { typeLabel } = useFieldTexts();
  return (
    <ListPanel<SearchHit>
      title={t('records.search.results')}
      query={useInfiniteQuery(searchQuery({ q, ...(type !== undefined && { type }) }))}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'title',
          title: t('records.field.title'),
          isRowHeader: true,
          cell: (hit) => (
            <RowTitle title={<RecordLink type={hit.type} id={hit.id} title={hit.title} />}>
              {hit.excerpt !== null && <Excerpt>{hit.excerpt}</Excerpt>}
            </RowTitle>
          ),
        },
        { key: 'type', title: t('records.search.type'), cell: (hit) => <Badge>{typeLabel(hit.type)}</Badge> },
      ]}
      empty={
        <EmptyState icon={<Search />} title={t('records.nothing_found')}>
          {t('records.nothing_found.why')}
        </EmptyState>
      }
    />
  );
}
