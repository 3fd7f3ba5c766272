import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button, Dialog, DialogActions, ProblemNotice, useTexts } from '@kushk/ui';

interface ConfirmRemovalProps {
  /** What the button says, before and in the dialog. */
  readonly label: string;
  readonly title: string;
  /** What becomes of everything. */
  readonly children: ReactNode;
  /** What was not done when it fails; otherwise the title of the problem. */
  readonly failure?: string;
  readonly remove: () => Promise<unknown>;
  /** The list that is read again afterwards. */
  readonly list: QueryKey[0];
}

/** A button in a row that removes what the row is about, after a question. */
export function ConfirmRemoval({ label, title, children, failure, remove, list }: ConfirmRemovalProps): ReactNode {
  const { t } = useTexts();
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => queries.invalidateQueries({ queryKey: [list] }),
  });
  return (
    <Dialog title={title} isAlert opener={<Button look="quiet">{label}</Button>}>
      {(close) => (
        <>
          <p>{children}</p>
          {removal.error !== null && (
            <ProblemNotice error={removal.error} {...(failure !== undefined && { title: failure })} />
          )}
          <DialogActions>
            <Button look="quiet" onPress={close}>
              {t('records.cancel')}
            </Button>
            <Button
              look="danger"
              isPending={removal.isPending}
              onPress={() => removal.mutate(undefined, { onSuccess: close })}
            >
              {label}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
