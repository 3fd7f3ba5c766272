import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { portal, resultOf } from '@kushk/api-client';
import { Button, DialogActions, ModalDialog, ProblemNotice, showToast, TextField, useTexts } from '@kushk/ui';
import { usePublisher } from './publisher-pages.js';
import type { Release } from './queries.js';

/** A publisher withdraws a release until it is published. */
const WITHDRAWABLE: readonly string[] = ['submitted', 'in_review', 'approved'] satisfies Release['status'][];
const REASON_MAX_CHARACTERS = 2_000;

export function WithdrawDialog({ release }: { readonly release: Release }): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const withdrawal = useWithdrawal(release, () => setOpen(false));
  if (!WITHDRAWABLE.includes(release.status)) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('portal.withdraw')}</Button>
      <ModalDialog
        title={t('portal.withdraw.title', { version: release.version })}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <p>{t('portal.withdraw.what')}</p>
        <TextField
          label={t('portal.withdraw.reason')}
          rows={3}
          value={reason}
          onChange={setReason}
          maxLength={REASON_MAX_CHARACTERS}
          isRequired
        />
        {withdrawal.isError && <ProblemNotice error={withdrawal.error} />}
        <DialogActions>
          <Button look="quiet" onPress={() => setOpen(false)}>
            {t('portal.cancel')}
          </Button>
          <Button
            look="danger"
            isDisabled={reason.trim() === '' || withdrawal.isPending}
            onPress={() => withdrawal.mutate(reason)}
          >
            {t('portal.withdraw.do')}
          </Button>
        </DialogActions>
      </ModalDialog>
    </>
  );
}

function useWithdrawal({ plugin_id, version }: Release, onDone: () => void) {
  const { t } = useTexts();
  const publisher = usePublisher();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      resultOf(
        portal.POST('/portal/v1/publishers/{publisher_id}/releases/{plugin_id}/{version}/withdraw', {
          params: { path: { publisher_id: publisher.id, plugin_id, version } },
          body: { reason },
        }),
      ),
    onSuccess: async () => {
      onDone();
      showToast({ tone: 'good', message: t('portal.withdraw.done', { version }) });
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['releases'] }),
        queries.invalidateQueries({ queryKey: ['plugins'] }),
      ]);
    },
  });
}
