import { useInfiniteQuery } from '@tanstack/react-query';
import { Building2, Plus } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { instanceApi, resultOf, type InstanceComponents } from '@kushk/api-client';
import {
  Button,
  Code,
  EmptyState,
  lazyPart,
  ListPanel,
  Page,
  pagedQuery,
  PageHead,
  PagePath,
  RowTitle,
  useTexts,
  type ColumnOf,
} from '@kushk/ui';
import { momentWithYear } from '../records/times.js';

type Organisation = InstanceComponents['schemas']['OrganisationResource'];

const CreateOrganisationDialog = lazyPart(
  async () => (await import('./create-organisation-dialog.js')).CreateOrganisationDialog,
);
const organisationsQuery = () =>
  pagedQuery(['organisations', 'list'], (query, signal) =>
    resultOf(instanceApi.GET('/instance/v1/organisations', { params: { query }, signal })),
  );

/** The organisations of the instance, for its platform staff. */
export function OrganisationsPage(): ReactNode {
  const { t, language } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const columns: readonly ColumnOf<Organisation>[] = [
    {
      key: 'name',
      title: t('organisation.name'),
      isRowHeader: true,
      cell: ({ name, id }) => (
        <RowTitle title={<bdi>{name}</bdi>}>
          <small>
            <Code soft>{id}</Code>
          </small>
        </RowTitle>
      ),
    },
    {
      key: 'created_at',
      title: t('organisation.created_at'),
      wideOnly: true,
      cell: ({ created_at }) => momentWithYear(new Date(created_at), language),
    },
  ];
  return (
    <Page>
      <PagePath steps={[t('organisation.organisations')]} />
      <PageHead
        title={t('organisation.organisations')}
        note={t('organisation.organisations.note')}
        actions={
          <Button look="primary" onPress={() => setOpen(true)}>
            <Plus aria-hidden="true" />
            {t('organisation.create')}
          </Button>
        }
      />
      <ListPanel
        title={t('organisation.organisations')}
        keyOf={({ id }) => id}
        query={useInfiniteQuery(organisationsQuery())}
        columns={columns}
        empty={
          <EmptyState icon={<Building2 />} title={t('organisation.organisations.empty')}>
            {t('organisation.organisations.empty.why')}
          </EmptyState>
        }
      />
      {isOpen && <CreateOrganisationDialog onClose={() => setOpen(false)} />}
    </Page>
  );
}
