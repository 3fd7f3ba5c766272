import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus, ShieldCheck } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { instanceApi, resultOf, type InstanceComponents } from '@kushk/api-client';
import {
  Button,
  Checkbox,
  Code,
  type ColumnOf,
  DialogActions,
  DialogForm,
  EmptyState,
  ListPanel,
  ModalDialog,
  Page,
  pagedQuery,
  PageHead,
  PagePath,
  ProblemNotice,
  RowControls,
  RowTitle,
  useRoles,
  useTexts,
} from '@kushk/ui';
import { ConfirmRemoval } from './confirm-removal.js';
import { IdentityFields, isNamed, trimmed, type Identity } from './identity-fields.js';
import classes from './staff-page.module.css';

type Staff = InstanceComponents['schemas']['InstanceStaff'];
type Role = Staff['roles'][number];

const ROLES: readonly Role[] = ['platform_admin', 'billing'];
const staffQuery = () =>
  pagedQuery(['staff', 'list'], (query, signal) =>
    resultOf(instanceApi.GET('/instance/v1/staff', { params: { query }, signal })),
  );

/** The platform staff of the instance and their roles. */
export function StaffPage(): ReactNode {
  const { t } = useTexts();
  const isStaff = useRoles().has('platform_admin');
  const [edited, setEdited] = useState<Staff | 'new' | null>(null);
  const close = (): void => setEdited(null);
  return (
    <Page>
      <PagePath steps={[t('organisation.staff')]} />
      <PageHead
        title={t('organisation.staff')}
        note={t('organisation.staff.note')}
        actions={
          isStaff && (
            <Button look="primary" onPress={() => setEdited('new')}>
              <Plus aria-hidden="true" />
              {t('organisation.staff.add')}
            </Button>
          )
        }
      />
      <ListPanel
        title={t('organisation.staff')}
        keyOf={({ id }) => id}
        query={useInfiniteQuery(staffQuery())}
        columns={useColumns(setEdited)}
        empty={
          <EmptyState icon={<ShieldCheck />} title={t('organisation.staff.empty')}>
            {t('organisation.staff.empty.why')}
          </EmptyState>
        }
      />
      <ModalDialog
        title={t(edited === 'new' ? 'organisation.staff.add' : 'organisation.staff.edit')}
        isOpen={edited !== null}
        onClose={close}
      >
        {edited !== null && <StaffForm staff={edited === 'new' ? null : edited} onClose={close} />}
      </ModalDialog>
    </Page>
  );
}

function useColumns(onEdit: (staff: Staff) => void): readonly ColumnOf<Staff>[] {
  const { t } = useTexts();
  const rolesText = (roles: readonly Role[]): string =>
    roles.map((role) => t(`organisation.staff.role.${role}`)).join(t('records.comma'));
  return [
    {
      key: 'name',
      title: t('organisation.person.name'),
      isRowHeader: true,
      cell: ({ name, subject, roles }) => (
        <RowTitle title={<bdi>{name}</bdi>} narrow={rolesText(roles)}>
          <small>
            <Code soft breaks>
              {subject}
            </Code>
          </small>
        </RowTitle>
      ),
    },
    {
      key: 'roles',
      title: t('organisation.staff.roles'),
      wideOnly: true,
      cell: ({ roles }) => rolesText(roles),
    },
    {
      key: 'actions',
      title: t('organisation.actions'),
      atEnd: true,
      cell: (staff) => (
        <RowControls isLast>
          <Button look="quiet" onPress={() => onEdit(staff)}>
            {t('records.edit')}
          </Button>
          <RemoveStaff staff={staff} />
        </RowControls>
      ),
    },
  ];
}

function RemoveStaff({ staff: { id, name } }: { staff: Staff }): ReactNode {
  const { t } = useTexts();
  return (
    <ConfirmRemoval
      label={t('organisation.person.remove')}
      title={t('organisation.person.remove.title', { name })}
      failure={t('organisation.person.not_removed')}
      remove={() => resultOf(instanceApi.DELETE('/instance/v1/staff/{id}', { params: { path: { id } } }))}
      list="staff"
    >
      {t('organisation.staff.remove.what')}
    </ConfirmRemoval>
  );
}

interface StaffValues extends Identity {
  readonly roles: readonly Role[];
}

function useSaveStaff(staff: Staff | null, onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ roles, ...identity }: StaffValues) => {
      const { name, subject } = trimmed(identity);
      const shared = { name, roles: [...roles] };
      return staff === null
        ? resultOf(instanceApi.POST('/instance/v1/staff', { body: { ...shared, subject } }))
        : resultOf(instanceApi.PATCH('/instance/v1/staff/{id}', { params: { path: { id: staff.id } }, body: shared }));
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['staff'] });
      onSaved();
    },
  });
}

function StaffForm({ staff, onClose }: { staff: Staff | null; onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const [identity, setIdentity] = useState<Identity>({ name: staff?.name ?? '', subject: staff?.subject ?? '' });
  const [roles, setRoles] = useState<readonly Role[]>(staff?.roles ?? ['billing']);
  const isComplete = isNamed(identity) && roles.length > 0;
  const save = useSaveStaff(staff, onClose);
  return (
    <DialogForm
      onSubmit={() => {
        if (isComplete) save.mutate({ ...identity, roles });
      }}
    >
      <IdentityFields value={identity} onChange={setIdentity} isNew={staff === null} />
      <fieldset className={classes.choices}>
        <legend>{t('organisation.staff.roles')}</legend>
        {ROLES.map((role) => (
          <Checkbox
            key={role}
            label={t(`organisation.staff.role.${role}`)}
            isSelected={roles.includes(role)}
            onChange={(isSelected) =>
              setRoles((before) => (isSelected ? [...before, role] : before.filter((one) => one !== role)))
            }
          />
        ))}
      </fieldset>
      {save.error !== null && <ProblemNotice error={save.error} title={t('records.not_saved')} />}
      <DialogActions>
        <Button look="quiet" onPress={onClose}>
          {t('records.cancel')}
        </Button>
        <Button type="submit" look="primary" isDisabled={!isComplete} isPending={save.isPending}>
          {t('records.save')}
        </Button>
      </DialogActions>
    </DialogForm>
  );
}
