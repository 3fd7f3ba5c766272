import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus, UserCog } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import {
  Badge,
  Button,
  Code,
  EmptyState,
  ListPanel,
  Page,
  PageHead,
  PagePath,
  Person,
  showToast,
  useRoles,
  useTexts,
  type ColumnOf,
} from '@kushk/ui';
import { ConfirmDialog } from '../dialogs/confirm-dialog.js';
import classes from './operator.module.css';
import { PersonDialog } from './person-dialog.js';
import { addStaff, removeStaff, staffQuery, type Role, type Staff } from './queries.js';
import { ChangeStaffDialog, RoleFields } from './staff-roles.js';

/** The people of the operator, with their roles. */
export function StaffPage(): ReactNode {
  const { t } = useTexts();
  const isOperator = useRoles().has('operator');
  const query = useInfiniteQuery(staffQuery());
  const [isAdding, setAdding] = useState(false);
  const [changed, setChanged] = useState<Staff | null>(null);
  const [removed, setRemoved] = useState<Staff | null>(null);
  const columns = useStaffColumns(
    isOperator ? (action, one) => (action === 'change' ? setChanged(one) : setRemoved(one)) : null,
  );
  return (
    <Page>
      <PagePath steps={[t('operator.staff')]} />
      <PageHead
        title={t('operator.staff')}
        actions={
          isOperator && (
            <Button look="primary" onPress={() => setAdding(true)}>
              <Plus aria-hidden="true" />
              {t('operator.staff.add')}
            </Button>
          )
        }
      />
      <ListPanel<Staff>
        title={t('operator.staff')}
        isHeadless
        query={query}
        keyOf={({ id }) => id}
        columns={columns}
        empty={
          <EmptyState icon={<UserCog />} title={t('operator.staff.empty')}>
            {t('operator.staff.empty.what')}
          </EmptyState>
        }
      />
      {isAdding && <AddStaff onClose={() => setAdding(false)} />}
      {changed !== null && <ChangeStaffDialog staff={changed} onClose={() => setChanged(null)} />}
      {removed !== null && (
        <ConfirmDialog
          title={t('operator.staff.remove.title', { name: removed.name })}
          text={t('operator.staff.remove.what')}
          action={t('operator.remove')}
          isDanger
          run={() => removeStaff(removed.id)}
          onClose={(isDone) => {
            setRemoved(null);
            if (isDone) showToast({ tone: 'good', message: t('operator.staff.removed', { name: removed.name }) });
          }}
        />
      )}
    </Page>
  );
}

/** `onAct` null: the person may not change staff. */
function useStaffColumns(
  onAct: ((action: 'change' | 'remove', staff: Staff) => void) | null,
): readonly ColumnOf<Staff>[] {
  const { t } = useTexts();
  return [
    { key: 'name', title: t('operator.name'), isRowHeader: true, cell: ({ name }) => <Person name={name} /> },
    { key: 'roles', title: t('operator.staff.roles'), cell: ({ roles }) => <Roles roles={roles} /> },
    {
      key: 'subject',
      title: t('operator.subject'),
      wideOnly: true,
      cell: ({ subject }) => (
        <Code soft breaks>
          {subject}
        </Code>
      ),
    },
    {
      key: 'actions',
      title: t('operator.actions'),
      atEnd: true,
      cell: (one) =>
        onAct !== null && (
          <span className={classes.buttons}>
            <Button
              look="quiet"
              aria-label={t('operator.staff.change.title', { name: one.name })}
              onPress={() => onAct('change', one)}
            >
              {t('operator.change')}
            </Button>
            <Button
              look="quiet"
              aria-label={t('operator.staff.remove.title', { name: one.name })}
              onPress={() => onAct('remove', one)}
            >
              {t('operator.remove')}
            </Button>
          </span>
        ),
    },
  ];
}

function Roles({ roles }: { readonly roles: readonly Role[] }): ReactNode {
  const { t } = useTexts();
  if (roles.length === 0) return <span className={classes.soft}>{t('operator.staff.no_role')}</span>;
  return (
    <span className={classes.badges}>
      {roles.map((role) => (
        <Badge key={role}>{t(`role.${role}`)}</Badge>
      ))}
    </span>
  );
}

function AddStaff({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const [roles, setRoles] = useState<readonly Role[]>(['reviewer']);
  return (
    <PersonDialog
      title={t('operator.staff.add')}
      text={t('operator.staff.add.what')}
      run={(person) => addStaff({ ...person, roles: [...roles] })}
      onClose={onClose}
    >
      <RoleFields value={roles} onChange={setRoles} />
    </PersonDialog>
  );
}
