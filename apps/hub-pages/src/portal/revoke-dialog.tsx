import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { portal, resultOf } from '@kushk/api-client';
import { Button, Code, DialogActions, ModalDialog, ProblemNotice, showToast, useTexts } from '@kushk/ui';
import { usePublisher } from './publisher-pages.js';
import type { Key } from './queries.js';

interface RevokeDialogProps {
  readonly keyToRevoke: Key;
  readonly onClose: () => void;
}

/** Asks before a key is revoked, because that cannot be undone. */
export function RevokeDialog({ keyToRevoke: { id, label, last4 }, onClose }: RevokeDialogProps): ReactNode {
  const { t } = useTexts();
  const publisher = usePublisher();
  const queries = useQueryClient();
  const revocation = useMutation({
    mutationFn: () =>
      resultOf(
        portal.DELETE('/portal/v1/publishers/{publisher_id}/keys/{key_id}', {
          params: { path: { publisher_id: publisher.id, key_id: id } },
        }),
      ),
    onSuccess: async () => {
      onClose();
      showToast({ tone: 'good', message: t('portal.keys.revoke.done', { name: label }) });
      await queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return (
    <ModalDialog title={t('portal.keys.revoke.title', { name: label })} isOpen isAlert onClose={onClose}>
      <p>
        <Code>{`kp_…${last4}`}</Code>
      </p>
      <p>{t('portal.keys.revoke.what')}</p>
      {revocation.isError && <ProblemNotice error={revocation.error} />}
      <DialogActions>
        <Button look="quiet" onPress={onClose}>
          {t('portal.cancel')}
        </Button>
        <Button look="danger" isDisabled={revocation.isPending} onPress={() => revocation.mutate()}>
          {t('portal.keys.revoke.do')}
        </Button>
      </DialogActions>
    </ModalDialog>
  );
}
