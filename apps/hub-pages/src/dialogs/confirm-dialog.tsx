import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { afterWrite, Button, DialogActions, ModalDialog, ProblemNotice, TextField, useTexts } from '@kushk/ui';
import classes from './form-dialog.module.css';

interface ConfirmDialogProps {
  readonly title: string;
  /** What happens, and what cannot be undone. */
  readonly text: ReactNode;
  readonly action: string;
  readonly isDanger?: boolean;
  /** Asks for a reason, which must not be empty. */
  readonly reason?: { readonly label: string; readonly hint: string };
  readonly run: (reason: string) => Promise<unknown>;
  /** `isDone`: the action was carried out. */
  readonly onClose: (isDone: boolean) => void;
}
const REASON_MAX_CHARACTERS = 2_000;

/** Asks before an action that others notice. A failure stays in the dialog, with what was typed. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { title, text, action, isDanger = false, reason, run, onClose } = props;
  const { t } = useTexts();
  const queries = useQueryClient();
  const [given, setGiven] = useState('');
  const [isTried, setTried] = useState(false);
  const mutation = useMutation({
    mutationFn: () => run(given.trim()),
    onSuccess: () => onClose(true),
    onSettled: (_done, error) => afterWrite(error, queries.invalidateQueries()),
  });
  const isMissing = reason !== undefined && given.trim() === '';
  return (
    <ModalDialog title={title} isOpen isAlert={isDanger} onClose={() => onClose(false)}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!isMissing && !mutation.isPending) mutation.mutate();
        }}
      >
        <p>{text}</p>
        {reason !== undefined && (
          <TextField
            label={reason.label}
            description={reason.hint}
            rows={3}
            isRequired
            value={given}
            onChange={setGiven}
            maxLength={REASON_MAX_CHARACTERS}
            problems={isTried && isMissing ? [t('dialogs.reason.empty')] : []}
          />
        )}
        {mutation.isError && <ProblemNotice error={mutation.error} />}
        <DialogActions>
          <Button look="quiet" onPress={() => onClose(false)}>
            {t('dialogs.cancel')}
          </Button>
          <Button look={isDanger ? 'danger' : 'primary'} type="submit" isPending={mutation.isPending}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </ModalDialog>
  );
}
