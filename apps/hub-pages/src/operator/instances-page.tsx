import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Plus, Server } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import {
  Button,
  changedFilters,
  EmptyState,
  ListPanel,
  ListSearch,
  NothingFound,
  Page,
  PageHead,
  PagePath,
  showToast,
  useRoles,
  useTexts,
} from '@kushk/ui';
import { ConfirmDialog } from '../dialogs/confirm-dialog.js';
import { LinkDialog, RegisterInstanceDialog } from './instance-dialogs.js';
import { useInstanceColumns } from './instance-columns.js';
import { instancesQuery, removeInstance, rotateInstance, type Instance, type Registered } from './queries.js';

const route = getRouteApi('/instances');

/** The instances of the fleet with their health. */
export function InstancesPage(): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (q: string): void => void navigate({ search: changedFilters(search, { q }), replace: true });
  const isOperator = useRoles().has('operator');
  // Health changes without a fact: an instance that falls silent sends nothing.
  const query = useInfiniteQuery({ ...instancesQuery(search), refetchInterval: REFRESH_MS });
  const [isAdding, setAdding] = useState(false);
  const [link, setLink] = useState<Registered | null>(null);
  const [open, setOpen] = useState<OpenAction | null>(null);
  const columns = useInstanceColumns(isOperator ? (action, instance) => setOpen({ action, instance }) : null);
  return (
    <Page width="wide">
      <PagePath steps={[t('operator.instances')]} />
      <PageHead
        title={t('operator.instances')}
        note={<span>{t('operator.instances.health.what')}</span>}
        actions={
          isOperator && (
            <Button look="primary" onPress={() => setAdding(true)}>
              <Plus aria-hidden="true" />
              {t('operator.instances.add')}
            </Button>
          )
        }
      />
      <ListPanel<Instance>
        title={t('operator.instances')}
        isHeadless
        filters={<ListSearch label={t('operator.instances.search')} value={search.q ?? ''} onSearch={go} />}
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          search.q !== undefined ? (
            <NothingFound onClear={() => go('')} />
          ) : (
            <EmptyState icon={<Server />} title={t('operator.instances.empty')}>
              {t('operator.instances.empty.what')}
            </EmptyState>
          )
        }
      />
      {isAdding && (
        <RegisterInstanceDialog
          onClose={(registered) => {
            setAdding(false);
            setLink(registered);
          }}
        />
      )}
      {link !== null && <LinkDialog registered={link} onClose={() => setLink(null)} />}
      {open !== null && <ActionDialog {...open} onRotated={setLink} onClose={() => setOpen(null)} />}
    </Page>
  );
}

interface OpenAction {
  readonly action: 'rotate' | 'remove';
  readonly instance: Instance;
}
interface ActionDialogProps extends OpenAction {
  readonly onRotated: (registered: Registered) => void;
  readonly onClose: () => void;
}

/** Asks before the credentials of an instance are replaced, or the instance is removed. */
function ActionDialog({ action, instance: { id, name }, onRotated, onClose }: ActionDialogProps): ReactNode {
  const { t } = useTexts();
  return (
    <ConfirmDialog
      title={t(`operator.instances.${action}.title`, { name })}
      text={t(`operator.instances.${action}.what`)}
      action={t(`operator.instances.${action}`)}
      isDanger
      {...(action === 'remove' && { name })}
      run={async () => {
        if (action === 'remove') await removeInstance(id);
        else onRotated(await rotateInstance(id));
      }}
      onClose={(isDone) => {
        onClose();
        if (isDone && action === 'remove')
          showToast({ tone: 'good', message: t('operator.instances.removed', { name }) });
      }}
    />
  );
}

const REFRESH_MS = 30_000;
