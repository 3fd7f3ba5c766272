import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { afterWrite, Button, DialogActions, DialogForm, ModalDialog, TextField, useDraft, useTexts } from '@kushk/ui';
import { NOTES_MAX } from '../portal/reviewer-fields.js';
import { DecisionProblem } from './decision-problem.js';
import { PendingLines } from './pending-lines.js';
import type { PendingComments } from './pending-comments.js';
import { requestChanges, type Release } from './queries.js';

interface RequestChangesDialogProps {
  readonly release: Release;
  readonly pending: PendingComments;
  readonly onClose: (done: 'changes' | null) => void;
}

/** Asks the publisher for changes: a note on the whole release, and the comments on lines. The reviewer keeps it. */
export function RequestChangesDialog({ release, pending, onClose }: RequestChangesDialogProps): ReactNode {
  const { t } = useTexts();
  const queries = useQueryClient();
  const { plugin_id: plugin, version } = release;
  const [notes, setNotes] = useDraft(`changes.${plugin}@${version}`);
  const [isTried, setTried] = useState(false);
  const isEmpty = notes.trim() === '';
  // The hub wants a note with every request: without one, the publisher is pointed to the comments.
  const isMissing = isEmpty && pending.comments.length === 0;
  const request = useMutation({
    mutationFn: () =>
      requestChanges(
        { plugin, version },
        { notes: isEmpty ? t('review.request.see_lines') : notes.trim(), comments: [...pending.comments] },
      ),
    onSuccess: () => {
      setNotes('');
      pending.clear();
      onClose('changes');
    },
    onSettled: (_done, error) => afterWrite(error, queries.invalidateQueries()),
  });
  return (
    <ModalDialog title={t('review.request.title', { version })} isOpen onClose={() => onClose(null)}>
      <DialogForm
        onSubmit={() => {
          setTried(true);
          if (!isMissing && !request.isPending) request.mutate();
        }}
      >
        <p>{t('review.request.what')}</p>
        <TextField
          label={t('review.request.notes')}
          rows={5}
          isFirst
          {...(pending.comments.length === 0 ? { isRequired: true } : { description: t('review.notes.optional') })}
          isStored
          value={notes}
          onChange={setNotes}
          maxLength={NOTES_MAX}
          problems={isTried && isMissing ? [t('review.request.empty')] : []}
        />
        <PendingLines pending={pending} none={t('review.request.lines.none')} />
        {request.isError && <DecisionProblem error={request.error} />}
        <DialogActions>
          <Button look="quiet" onPress={() => onClose(null)}>
            {t('review.cancel')}
          </Button>
          <Button look="primary" type="submit" isPending={request.isPending}>
            {t('review.request.do')}
          </Button>
        </DialogActions>
      </DialogForm>
    </ModalDialog>
  );
}
