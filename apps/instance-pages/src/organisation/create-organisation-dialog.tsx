import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { instanceApi, resultOf } from '@kushk/api-client';
import { Button, DialogActions, DialogForm, ModalDialog, ProblemNotice, TextField, useTexts } from '@kushk/ui';

const NAME_MAX = 200;
const SUBJECT_MAX = 255;

interface CreateOrganisationDialogProps {
  readonly onClose: () => void;
}

/** Asks for the name of an organisation and for its first admin, and creates it. */
export function CreateOrganisationDialog({ onClose }: CreateOrganisationDialogProps): ReactNode {
  const { t } = useTexts();
  const queries = useQueryClient();
  const [values, setValues] = useState({ name: '', adminName: '', subject: '' });
  const set = (field: keyof typeof values) => (value: string) => setValues((before) => ({ ...before, [field]: value }));
  const isComplete = Object.values(values).every((value) => value.trim() !== '');
  const create = useMutation({
    mutationFn: () => {
      const admin = { subject: values.subject.trim(), name: values.adminName.trim() };
      return resultOf(instanceApi.POST('/instance/v1/organisations', { body: { name: values.name.trim(), admin } }));
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['organisations'] });
      onClose();
    },
  });
  return (
    <ModalDialog title={t('organisation.create')} isOpen onClose={onClose}>
      <DialogForm
        onSubmit={() => {
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
      </DialogForm>
    </ModalDialog>
  );
}
