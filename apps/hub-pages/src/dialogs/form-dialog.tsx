import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  afterWrite,
  Button,
  DialogActions,
  DialogForm,
  fieldProblemsOf,
  ModalDialog,
  useTexts,
  type FieldProblems,
} from '@kushk/ui';
import { FormProblem } from './form-problem.js';

interface FormDialogProps<Result> {
  readonly title: string;
  readonly text?: ReactNode;
  readonly action: string;
  readonly isDanger?: boolean;
  /** Whether something is missing; the fields then show what. */
  readonly isIncomplete: boolean;
  /** The JSON Pointers of what is sent that the fields show problems of. */
  readonly fields?: readonly string[];
  readonly run: () => Promise<Result>;
  readonly onClose: (result: Result | null) => void;
  /**
   * `isTried`: the person tried to send an incomplete form. `problemsAt`: what the service says about the field with
   * this pointer; what is about none of `fields` is listed below them.
   */
  readonly children: (isTried: boolean, problemsAt: FieldProblems['at']) => ReactNode;
}

/** A form in a dialog. A failure stays in the dialog, with what was typed. */
export function FormDialog<Result>(props: FormDialogProps<Result>): ReactNode {
  const { title, text, action, isDanger = false, isIncomplete, fields = [], run, onClose, children } = props;
  const { t, language } = useTexts();
  const queries = useQueryClient();
  const [isTried, setTried] = useState(false);
  const mutation = useMutation({
    mutationFn: run,
    onSuccess: onClose,
    onSettled: (_done, error) => afterWrite(error, queries.invalidateQueries()),
  });
  const problems = fieldProblemsOf(mutation.error, language);
  return (
    <ModalDialog title={title} isOpen isAlert={isDanger} onClose={() => onClose(null)}>
      <DialogForm
        onSubmit={() => {
          setTried(true);
          if (!isIncomplete && !mutation.isPending) mutation.mutate();
        }}
      >
        {text !== undefined && <p>{text}</p>}
        {children(isTried, problems.at)}
        {mutation.isError && <FormProblem error={mutation.error} fields={fields} />}
        <DialogActions>
          <Button look="quiet" onPress={() => onClose(null)}>
            {t('dialogs.cancel')}
          </Button>
          <Button look={isDanger ? 'danger' : 'primary'} type="submit" isPending={mutation.isPending}>
            {action}
          </Button>
        </DialogActions>
      </DialogForm>
    </ModalDialog>
  );
}
