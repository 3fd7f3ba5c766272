import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Building2, Plus } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { instance, resultOf, type InstanceComponents } from '@kushk/api-client';
import {
  Button,
  Code,
  DialogActions,
  EmptyState,
  ModalDialog,
  Page,
  PageHead,
  PagePath,
  Panel,
  ProblemNotice,
  TextField,
  useTexts,
  type ColumnOf,
} from '@kushk/ui';
import { pages } from '../records/list-queries.js';
import { RecordList } from '../records/record-list.js';
import { momentWithYear } from '../records/times.js';
import classes from './organisation.module.css';

type Organisation = InstanceComponents['schemas']['OrganisationResource'];

const NAME_MAX = 200;
const SUBJECT_MAX = 255;
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
      <ModalDialog title={t('organisation.create')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <CreateOrganisation onClose={() => setOpen(false)} />
      </ModalDialog>
    </Page>
  );
}

function CreateOrganisation({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const queries = useQueryClient();
  const [values, setValues] = useState({ name: '', adminName: '', subject: '' });
  const set = (field: keyof typeof values) => (value: string) => setValues((before) => ({ ...before, [field]: value }));
  const isComplete = Object.values(values).every((value) => value.trim() !== '');
  const create = useMutation({
    mutationFn: () => {
      const admin = { subject: values.subject.trim(), name: values.adminName.trim() };
      return resultOf(instance.POST('/instance/v1/organisations', { body: { name: values.name.trim(), admin } }));
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: KEY });
      onClose();
    },
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) create.mutate();
      }}
    >
      <TextField
        label={t('organisation.name')}
        value={values.name}
        onChange={set('name')}
        maxLength={NAME_MAX}
        isRequired
      />
      <TextField
        label={t('organisation.first_admin')}
        value={values.adminName}
        onChange={set('adminName')}
        maxLength={NAME_MAX}
        isRequired
      />
      <TextField
        label={t('organisation.person.subject')}
        description={t('organisation.person.subject.what')}
        value={values.subject}
        onChange={set('subject')}
        maxLength={SUBJECT_MAX}
        isCode
        isRequired
      />
      {create.error !== null && <ProblemNotice error={create.error} title={t('organisation.not_created')} />}
      <DialogActions>
        <Button look="quiet" onPress={onClose}>
          {t('records.cancel')}
        </Button>
        <Button type="submit" look="primary" isDisabled={!isComplete} isPending={create.isPending}>
          {t('organisation.create')}
        </Button>
      </DialogActions>
    </form>
  );
}
