import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { instanceApi, resultOf } from '@kushk/api-client';
import { Button, DialogActions, DialogForm, ModalDialog, ProblemNotice, RadioCards, useTexts } from '@kushk/ui';
import { IdentityFields, isNamed, trimmed, type Identity } from './identity-fields.js';

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
  const [identity, setIdentity] = useState<Identity>({ name: '', subject: '' });
  const [role, setRole] = useState<Role>('member');
  const add = useMutation({
    mutationFn: () => resultOf(instanceApi.POST('/instance/v1/people', { body: { ...trimmed(identity), role } })),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['people'] });
      onClose();
    },
  });
  const isComplete = isNamed(identity);
  return (
    <DialogForm
      onSubmit={() => {
        if (isComplete) add.mutate();
      }}
    >
      <IdentityFields value={identity} onChange={setIdentity} isNew />
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
    </DialogForm>
  );
}
