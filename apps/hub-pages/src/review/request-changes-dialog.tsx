import { useMutation, useQueryClient } from '@tanstack/react-query';
import { X } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import {
  afterWrite,
  Button,
  Code,
  DialogActions,
  DialogForm,
  IconButton,
  ModalDialog,
  TextField,
  useDraft,
  useTexts,
} from '@kushk/ui';
import { NOTES_MAX } from '../portal/reviewer-fields.js';
import { DecisionProblem } from './decision-problem.js';
import classes from './request-changes-dialog.module.css';
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
  const request = useMutation({
    mutationFn: () => requestChanges({ plugin, version }, { notes: notes.trim(), comments: [...pending.comments] }),
    onSuccess: () => {
      setNotes('');
      pending.clear();
      onClose('changes');
    },
    onSettled: (_done, error) => afterWrite(error, queries.invalidateQueries()),
  });
  const isEmpty = notes.trim() === '';
  return (
    <ModalDialog title={t('review.request.title', { version })} isOpen onClose={() => onClose(null)}>
      <DialogForm
        onSubmit={() => {
          setTried(true);
          if (!isEmpty && !request.isPending) request.mutate();
        }}
      >
        <p>{t('review.request.what')}</p>
        <TextField
          label={t('review.request.notes')}
          rows={5}
          isRequired
          isStored
          value={notes}
          onChange={setNotes}
          maxLength={NOTES_MAX}
          problems={isTried && isEmpty ? [t('review.request.empty')] : []}
        />
        <Lines pending={pending} />
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

function Lines({ pending: { comments, remove } }: { readonly pending: PendingComments }): ReactNode {
  const { t } = useTexts();
  if (comments.length === 0) return <p className={classes.soft}>{t('review.request.lines.none')}</p>;
  return (
    <section>
      <h3 className={classes.title}>{t('review.request.lines', { count: comments.length })}</h3>
      <ul className={classes.lines}>
        {comments.map(({ path, text }, index) => (
          <li key={`${path} ${index}`}>
            <span className={classes.words}>
              <Code soft breaks>
                {path}
              </Code>
              <span dir="auto">{text}</span>
            </span>
            <IconButton aria-label={t('review.request.remove', { path })} onPress={() => remove(index)}>
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
