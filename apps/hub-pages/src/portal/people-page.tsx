import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DataTable, day, Page, PageHead, Panel, Person, ProblemNotice, useTexts } from '@kushk/ui';
import { MoreButton } from './more-button.js';
import { usePublisher } from './publisher-pages.js';
import { membersQuery } from './queries.js';
import { TableSkeleton } from './table-skeleton.js';

/** The people of a publisher. The operator adds and removes them. */
export function PeoplePage(): ReactNode {
  const { t, language } = useTexts();
  const publisher = usePublisher();
  const query = useInfiniteQuery(membersQuery(publisher.id));
  const members = query.data?.pages.flatMap(({ items }) => items);
  return (
    <Page width="narrow">
      <PageHead title={t('portal.people')} note={<span>{t('portal.people.what')}</span>} />
      <Panel title={t('portal.people.title')} flush>
        {members !== undefined ? (
          <DataTable
            label={t('portal.people.title')}
            columns={[
              {
                key: 'name',
                title: t('portal.people.name'),
                isRowHeader: true,
                cell: ({ name }) => <Person name={name} />,
              },
              {
                key: 'since',
                title: t('portal.people.since'),
                cell: ({ added_at }) => day(new Date(added_at), language),
              },
            ]}
            items={members}
            keyOf={({ id }) => id}
            empty={null}
          />
        ) : query.isError ? (
          <ProblemNotice fills error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <TableSkeleton rows={2} />
        )}
        <MoreButton query={query} />
      </Panel>
    </Page>
  );
}
