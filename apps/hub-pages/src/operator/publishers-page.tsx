import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Building2, Plus } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import {
  Button,
  changedFilters,
  Code,
  EmptyState,
  ListPanel,
  ListSearch,
  NothingFound,
  Page,
  PageHead,
  PagePath,
  useCommands,
  useRoles,
  useTexts,
} from '@kushk/ui';
import { FormDialog } from '../dialogs/form-dialog.js';
import { NameField, RequiredField } from '../dialogs/required-field.js';
import { addPublisher, publishersQuery, type Publisher } from './queries.js';

const route = getRouteApi('/publishers');

/** The publishers of the hub. */
export function PublishersPage(): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (q: string): void => void navigate({ search: changedFilters(search, { q }), replace: true });
  const [isAdding, setAdding] = useState(false);
  const isOperator = useRoles().has('operator');
  const query = useInfiniteQuery(publishersQuery(search));
  const add = (): void => setAdding(true);
  useCommands(isOperator ? [{ id: 'operator.publishers.add', title: t('operator.publishers.add'), run: add }] : []);
  const button = isOperator && (
    <Button look="primary" onPress={add}>
      <Plus aria-hidden="true" />
      {t('operator.publishers.add')}
    </Button>
  );
  return (
    <Page>
      <PagePath steps={[t('operator.publishers')]} />
      <PageHead title={t('operator.publishers')} actions={button} />
      <ListPanel<Publisher>
        title={t('operator.publishers')}
        isHeadless
        filters={<ListSearch label={t('operator.publishers.search')} value={search.q ?? ''} onSearch={go} />}
        query={query}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/publishers/${encodeURIComponent(id)}`}
        columns={[
          { key: 'name', title: t('operator.name'), isRowHeader: true, cell: ({ name }) => <bdi>{name}</bdi> },
          { key: 'id', title: t('operator.id'), cell: ({ id }) => <Code soft>{id}</Code> },
        ]}
        empty={
          search.q !== undefined ? (
            <NothingFound onClear={() => go('')} />
          ) : (
            <EmptyState icon={<Building2 />} title={t('operator.publishers.empty')}>
              {t('operator.publishers.empty.what')}
            </EmptyState>
          )
        }
      />
      {isAdding && <AddPublisher onClose={() => setAdding(false)} />}
    </Page>
  );
}

function AddPublisher({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  return (
    <FormDialog<Publisher>
      title={t('operator.publishers.add')}
      action={t('operator.add')}
      isIncomplete={id.trim() === '' || name.trim() === ''}
      fields={['/name', '/id']}
      run={() => addPublisher({ id: id.trim(), name: name.trim() })}
      onClose={(added) => {
        onClose();
        if (added !== null) void navigate({ to: '/publishers/$publisher', params: { publisher: added.id } });
      }}
    >
      {(isTried, problemsAt) => (
        <>
          <NameField value={name} onChange={setName} isTried={isTried} problems={problemsAt('/name')} />
          <RequiredField
            label={t('operator.id')}
            description={t('operator.publishers.id.hint')}
            isCode
            value={id}
            onChange={setId}
            maxLength={63}
            isTried={isTried}
            problems={problemsAt('/id')}
          />
        </>
      )}
    </FormDialog>
  );
}
