import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { afterWrite, Button, DialogActions, DialogForm, ModalDialog, TextField, useDraft, useTexts } from '@kushk/ui';
import { DecisionProblem } from './decision-problem.js';
import { NOTES_MAX } from '../portal/reviewer-fields.js';
import type { PendingComments } from './pending-comments.js';
import { PendingLines } from './pending-lines.js';
import { rejectRelease, type Release } from './queries.js';

interface DialogProps {
  readonly release: Release;
  readonly pending: PendingComments;
  readonly onClose: (done: 'rejected' | null) => void;
}

/** Asks for the reason, which the publisher reads with the comments on lines that wait. A rejection is final. */
export function RejectDialog({ release, pending, onClose }: DialogProps): ReactNode {
  const { t } = useTexts();
  const queries = useQueryClient();
  const [notes, setNotes] = useDraft(`reject.${release.plugin_id}@${release.version}`);
  const [isTried, setTried] = useState(false);
  // A rejection has one text: the comments on lines are paragraphs of it.
  const lines = pending.comments.map(({ path, text }) => (path === '' ? text : `${path}: ${text}`));
  const reason = [notes.trim(), ...lines].filter((part) => part !== '').join('\n\n');
  const decision = useMutation({
    mutationFn: () => rejectRelease({ plugin: release.plugin_id, version: release.version }, reason),
    onSuccess: () => {
      setNotes('');
      pending.clear();
      onClose('rejected');
    },
    onSettled: (_done, error) => afterWrite(error, queries.invalidateQueries()),
  });
  const isEmpty = reason === '';
  return (
    <ModalDialog
      title={t('review.reject.title', { version: release.version })}
      isOpen
      isAlert
      onClose={() => onClose(null)}
    >
      <DialogForm
        onSubmit={() => {
          setTried(true);
          if (!isEmpty && !decision.isPending) decision.mutate();
        }}
      >
        <p>{t('review.reject.what')}</p>
        <TextField
          label={t('review.reject.notes')}
          description={t(lines.length === 0 ? 'review.reject.hint' : 'review.notes.optional')}
          rows={5}
          isFirst
          isRequired={lines.length === 0}
          value={notes}
          onChange={setNotes}
          isStored
          maxLength={NOTES_MAX}
          problems={isTried && isEmpty ? [t('review.reject.empty')] : []}
        />
        {lines.length > 0 && <PendingLines pending={pending} none="" />}
        {decision.isError && <DecisionProblem error={decision.error} />}
        <DialogActions>
          <Button look="quiet" onPress={() => onClose(null)}>
            {t('review.cancel')}
          </Button>
          <Button look="danger" type="submit" isPending={decision.isPending}>
            {t('review.reject.do')}
          </Button>
        </DialogActions>
      </DialogForm>
    </ModalDialog>
  );
}
