import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus, ShieldCheck } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { instance, resultOf, type InstanceComponents } from '@kushk/api-client';
import {
  Button,
  Checkbox,
  Code,
  Dialog,
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
import classes from './organisation.module.css';

type Staff = InstanceComponents['schemas']['InstanceStaff'];
type Role = Staff['roles'][number];

const ROLES: readonly Role[] = ['platform_admin', 'billing'];
const NAME_MAX = 200;
const SUBJECT_MAX = 255;
const staffQuery = () =>
  pages(['staff', 'list'], (query, signal) =>
    resultOf(instance.GET('/instance/v1/staff', { params: { query }, signal })),
  );

/** The platform staff of the instance and their roles. */
export function StaffPage(): ReactNode {
  const { t } = useTexts();
  const [edited, edit] = useState<Staff | 'new' | null>(null);
  const close = (): void => edit(null);
  return (
    <Page>
      <PagePath steps={[t('organisation.staff')]} />
      <PageHead
        title={t('organisation.staff')}
        note={t('organisation.staff.note')}
        actions={
          <Button look="primary" onPress={() => edit('new')}>
            <Plus aria-hidden="true" />
            {t('organisation.staff.add')}
          </Button>
        }
      />
      <Panel title={t('organisation.staff')} flush>
        <RecordList
          label={t('organisation.staff')}
          query={staffQuery()}
          columns={useColumns(edit)}
          empty={
            <EmptyState icon={<ShieldCheck />} title={t('organisation.staff.empty')}>
              {t('organisation.staff.empty.why')}
            </EmptyState>
          }
        />
      </Panel>
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

function useColumns(edit: (staff: Staff) => void): readonly ColumnOf<Staff>[] {
  const { t } = useTexts();
  return [
    {
      key: 'name',
      title: t('organisation.person.name'),
      isRowHeader: true,
      cell: ({ name, subject }) => (
        <span className={classes.text}>
          <b>
            <bdi>{name}</bdi>
          </b>
          <small>
            <Code soft breaks>
              {subject}
            </Code>
          </small>
        </span>
      ),
    },
    {
      key: 'roles',
      title: t('organisation.staff.roles'),
      cell: ({ roles }) => roles.map((role) => t(`organisation.staff.role.${role}`)).join(t('records.comma')),
    },
    {
      key: 'actions',
      title: t('organisation.actions'),
      cell: (staff) => (
        <span className={classes.controls}>
          <Button look="quiet" onPress={() => edit(staff)}>
            {t('records.edit')}
          </Button>
          <RemoveStaff staff={staff} />
        </span>
      ),
    },
  ];
}

function RemoveStaff({ staff }: { staff: Staff }): ReactNode {
  const { t } = useTexts();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => resultOf(instance.DELETE('/instance/v1/staff/{id}', { params: { path: { id: staff.id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['staff'] }),
  });
  return (
    <Dialog
      title={t('organisation.person.remove.title', { name: staff.name })}
      isAlert
      opener={<Button look="quiet">{t('organisation.person.remove')}</Button>}
    >
      {(close) => (
        <>
          <p>{t('organisation.staff.remove.what')}</p>
          {remove.error !== null && <ProblemNotice error={remove.error} title={t('organisation.person.not_removed')} />}
          <DialogActions>
            <Button look="quiet" onPress={close}>
              {t('records.cancel')}
            </Button>
            <Button
              look="danger"
              isPending={remove.isPending}
              onPress={() => remove.mutate(undefined, { onSuccess: close })}
            >
              {t('organisation.person.remove')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

interface StaffValues {
  readonly name: string;
  readonly subject: string;
  readonly roles: readonly Role[];
}

function useSaveStaff(staff: Staff | null, onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, subject, roles }: StaffValues) => {
      const shared = { name: name.trim(), roles: [...roles] };
      return staff === null
        ? resultOf(instance.POST('/instance/v1/staff', { body: { ...shared, subject: subject.trim() } }))
        : resultOf(instance.PATCH('/instance/v1/staff/{id}', { params: { path: { id: staff.id } }, body: shared }));
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['staff'] });
      onSaved();
    },
  });
}

function StaffForm({ staff, onClose }: { staff: Staff | null; onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const [name, setName] = useState(staff?.name ?? '');
  const [subject, setSubject] = useState(staff?.subject ?? '');
  const [roles, setRoles] = useState<readonly Role[]>(staff?.roles ?? ['billing']);
  const isComplete = name.trim() !== '' && subject.trim() !== '' && roles.length > 0;
  const save = useSaveStaff(staff, onClose);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) save.mutate({ name, subject, roles });
      }}
    >
      <TextField
        label={t('organisation.person.name')}
        value={name}
        onChange={setName}
        maxLength={NAME_MAX}
        isRequired
      />
      {staff === null && (
        <TextField
          label={t('organisation.person.subject')}
          description={t('organisation.person.subject.what')}
          value={subject}
          onChange={setSubject}
          maxLength={SUBJECT_MAX}
          isCode
          isRequired
        />
      )}
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
    </form>
  );
}
