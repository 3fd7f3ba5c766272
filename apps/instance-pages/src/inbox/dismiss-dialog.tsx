import type { ReactNode } from 'react';
import { Button, DialogActions, ModalDialog, ProblemNotice, TextField, useDraft, useTexts } from '@kushk/ui';
import type { Source } from './items.js';
import { REASON_MAX, useReviewSource } from './queries.js';

interface Props {
  readonly source: Source;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Dismisses a source, with a reason for the plugin if the person writes one. */
export function DismissDialog({ source, isOpen, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const [reason, setReason] = useDraft(`dismiss.${source.id}`);
  const review = useReviewSource(source.id);
  const dismiss = (): void => {
    const dismissed = reason.trim() === '' ? null : reason.trim();
    review.mutate(
      { dismiss: dismissed },
      {
        onSuccess: () => {
          setReason('');
          onClose();
        },
      },
    );
  };
  return (
    <ModalDialog title={t('inbox.source.dismiss.title')} isOpen={isOpen} onClose={onClose}>
      <p>{t(`inbox.source.dismiss.what.${source.kind}`)}</p>
      <TextField
        label={t('inbox.reason.optional')}
        value={reason}
        onChange={setReason}
        rows={3}
        isFirst
        isStored
        maxLength={REASON_MAX}
      />
      {review.error !== null && <ProblemNotice error={review.error} />}
      <DialogActions>
        <Button look="quiet" onPress={onClose}>
          {t('records.cancel')}
        </Button>
        <Button look="danger" onPress={dismiss} isPending={review.isPending}>
          {t('inbox.source.dismiss')}
        </Button>
      </DialogActions>
    </ModalDialog>
  );
}
