import { Building2, Plus } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { instance, resultOf, type InstanceComponents } from '@kushk/api-client';
import {
  Button,
  Code,
  EmptyState,
  lazyPart,
  Page,
  PageHead,
  PagePath,
  Panel,
  useTexts,
  type ColumnOf,
} from '@kushk/ui';
import { pages } from '../records/list-queries.js';
import { RecordList } from '../records/record-list.js';
import { momentWithYear } from '../records/times.js';
import classes from './organisation.module.css';

type Organisation = InstanceComponents['schemas']['OrganisationResource'];

const CreateOrganisationDialog = lazyPart(
  async () => (await import('./create-organisation-dialog.js')).CreateOrganisationDialog,
);
/** Not a list that `…/changes` names: only platform staff see it. */
const KEY = ['organisations', 'list'] as const;
const organisationsQuery = () =>
  pages(KEY, (query, signal) => resultOf(instance.GET('/instance/v1/organisations', { params: { query }, signal })));

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
        <span className={classes.text}>
          <b>
            <bdi>{name}</bdi>
          </b>
          <small>
            <Code soft>{id}</Code>
          </small>
        </span>
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
      <Panel title={t('organisation.organisations')} flush>
        <RecordList
          label={t('organisation.organisations')}
          query={organisationsQuery()}
          columns={columns}
          empty={
            <EmptyState icon={<Building2 />} title={t('organisation.organisations.empty')}>
              {t('organisation.organisations.empty.why')}
            </EmptyState>
          }
        />
      </Panel>
      {isOpen && <CreateOrganisationDialog listKey={KEY} onClose={() => setOpen(false)} />}
    </Page>
  );
}
