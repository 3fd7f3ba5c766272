import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus, Server } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { Button, EmptyState, ListPanel, Page, PageHead, PagePath, showToast, useRoles, useTexts } from '@kushk/ui';
import { ConfirmDialog } from '../dialogs/confirm-dialog.js';
import { LinkDialog, RegisterInstanceDialog } from './instance-dialogs.js';
import { useInstanceColumns } from './instance-columns.js';
import { instancesQuery, removeInstance, rotateInstance, type Instance, type Registered } from './queries.js';

/** The instances of the fleet with their health. */
export function InstancesPage(): ReactNode {
  const { t } = useTexts();
  const isOperator = useRoles().has('operator');
  // Health changes without a fact: an instance that falls silent sends nothing.
  const query = useInfiniteQuery({ ...instancesQuery(), refetchInterval: REFRESH_MS });
  const [isAdding, setAdding] = useState(false);
  const [link, setLink] = useState<Registered | null>(null);
  const [open, setOpen] = useState<{ readonly action: 'rotate' | 'remove'; readonly instance: Instance } | null>(null);
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
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon={<Server />} title={t('operator.instances.empty')}>
            {t('operator.instances.empty.what')}
          </EmptyState>
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
      {open !== null && (
        <ConfirmDialog
          title={t(`operator.instances.${open.action}.title`, { name: open.instance.name })}
          text={t(`operator.instances.${open.action}.what`)}
          action={t(`operator.instances.${open.action}`)}
          isDanger
          {...(open.action === 'remove' && { name: open.instance.name })}
          run={async () => {
            if (open.action === 'remove') await removeInstance(open.instance.id);
            else setLink(await rotateInstance(open.instance.id));
          }}
          onClose={(isDone) => {
            setOpen(null);
            if (isDone && open.action === 'remove')
              showToast({ tone: 'good', message: t('operator.instances.removed', { name: open.instance.name }) });
          }}
        />
      )}
    </Page>
  );
}

const REFRESH_MS = 30_000;
