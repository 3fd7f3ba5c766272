import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { day, ListPanel, Page, PageHead, PagePath, Person, useTexts } from '@kushk/ui';
import { usePublisher } from './publisher-pages.js';
import { membersQuery, type Colleague } from './queries.js';

const USUAL_ROWS = 2;

/** The people of a publisher. The operator adds and removes them. */
export function PeoplePage(): ReactNode {
  const { t, language } = useTexts();
  const publisher = usePublisher();
  return (
    <Page width="narrow">
      <PagePath steps={[publisher.name, t('portal.people')]} />
      <PageHead title={t('portal.people')} note={<span>{t('portal.people.what')}</span>} />
      <ListPanel<Colleague>
        title={t('portal.people.title')}
        isHeadless
        query={useInfiniteQuery(membersQuery(publisher.id))}
        keyOf={({ id }) => id}
        usualRows={USUAL_ROWS}
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
        // The person who sees this page is in the list.
        empty={null}
      />
    </Page>
  );
}
