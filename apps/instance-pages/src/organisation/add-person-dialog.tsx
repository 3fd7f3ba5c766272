import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { instance, resultOf } from '@kushk/api-client';
import { Button, DialogActions, ModalDialog, ProblemNotice, RadioCards, TextField, useTexts } from '@kushk/ui';
import classes from './organisation.module.css';

const NAME_MAX = 200;
const SUBJECT_MAX = 255;
type Role = 'admin' | 'member';

/** Adds a person by the id that the sign-in provider gives them. The person can sign in at once. */
export function AddPersonDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  const { t } = useTexts();
  return (
    <ModalDialog title={t('organisation.person.add')} isOpen={isOpen} onClose={onClose}>
      <Form onClose={onClose} />
    </ModalDialog>
  );
}

function Form({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [subject, setSubject] = useState('');
  const [role, setRole] = useState<Role>('member');
  const add = useMutation({
    mutationFn: () =>
      resultOf(instance.POST('/instance/v1/people', { body: { name: name.trim(), subject: subject.trim(), role } })),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['people'] });
      onClose();
    },
  });
  const isComplete = name.trim() !== '' && subject.trim() !== '';
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) add.mutate();
      }}
    >
      <TextField
        label={t('organisation.person.name')}
        value={name}
        onChange={setName}
        maxLength={NAME_MAX}
        isRequired
      />
      <TextField
        label={t('organisation.person.subject')}
        description={t('organisation.person.subject.what')}
        value={subject}
        onChange={setSubject}
        maxLength={SUBJECT_MAX}
        isCode
        isRequired
      />
      <RadioCards
        label={t('organisation.person.role')}
        value={role}
        onChange={(value) => setRole(value as Role)}
        options={(['member', 'admin'] as const).map((one) => ({
          value: one,
          title: t(`organisation.role.${one}`),
          text: t(`organisation.role.${one}.what`),
        }))}
      />
      {add.error !== null && <ProblemNotice error={add.error} title={t('organisation.person.not_added')} />}
      <DialogActions>
        <Button look="quiet" onPress={onClose}>
          {t('records.cancel')}
        </Button>
        <Button type="submit" look="primary" isDisabled={!isComplete} isPending={add.isPending}>
          {t('organisation.person.add')}
        </Button>
      </DialogActions>
    </form>
  );
}
