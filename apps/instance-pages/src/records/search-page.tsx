import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Search } from '@kushk/ui/icons';
import { useCallback, type ReactNode } from 'react';
import type { InstanceComponents } from '@kushk/api-client';
import { Badge, EmptyState, FilterBar, filterLink, Page, PageHead, PagePath, Panel, useTexts } from '@kushk/ui';
import { useFieldTexts } from './field-texts.js';
import { searchQuery, type SearchType } from './list-queries.js';
import { ListSearch, RecordList } from './record-list.js';
import { RecordLink } from './record-link.js';
import classes from './records.module.css';

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
  const search = useCallback(
    (text: string) =>
      void navigate({
        to: '/search',
        search: { ...(text !== '' && { q: text }), ...(type && { type }) },
        replace: true,
      }),
    [navigate, type],
  );
  return (
    <Page>
      <PagePath steps={[t('records.search')]} />
      <PageHead title={t('records.search')} />
      <div className={classes.tools}>
        <ListSearch label={t('records.search.label')} value={q} onChange={search} />
        <Types q={q} />
      </div>
      <Panel title={t('records.search.results')} flush>
        {q === '' ? (
          <EmptyState icon={<Search />} title={t('records.search.begin')}>
            {t('records.search.begin.why')}
          </EmptyState>
        ) : (
          <Results q={q} type={type} />
        )}
      </Panel>
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
    <RecordList<SearchHit>
      label={t('records.search.results')}
      query={searchQuery({ q, ...(type !== undefined && { type }) })}
      columns={[
        {
          key: 'title',
          title: t('records.field.title'),
          isRowHeader: true,
          cell: (hit) => (
            <span className={classes.name}>
              <RecordLink type={hit.type} id={hit.id} title={hit.title} />
              {hit.excerpt !== null && (
                <small className={classes.excerpt} dir="auto">
                  {hit.excerpt}
                </small>
              )}
            </span>
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
