import { useState, type ReactNode } from 'react';
import { isSameName, NameToConfirm, TextField, useTexts } from '@kushk/ui';
import { FormDialog } from './form-dialog.js';

interface ConfirmDialogProps {
  readonly title: string;
  /** What happens, and what cannot be undone. */
  readonly text: ReactNode;
  readonly action: string;
  readonly isDanger?: boolean;
  /** Asks to type this name or id of what cannot be restored. */
  readonly name?: string;
  /** Asks for a reason, which must not be empty. */
  readonly reason?: { readonly label: string; readonly hint: string };
  readonly run: (reason: string) => Promise<unknown>;
  /** `isDone`: the action was carried out. */
  readonly onClose: (isDone: boolean) => void;
}
const REASON_MAX_CHARACTERS = 2_000;

/** Asks before an action that others notice. A failure stays in the dialog, with what was typed. */
export function ConfirmDialog({ name, reason, run, onClose, ...dialog }: ConfirmDialogProps): ReactNode {
  const { t } = useTexts();
  const [given, setGiven] = useState('');
  const [typed, setTyped] = useState('');
  const isMissing = reason !== undefined && given.trim() === '';
  const isUnconfirmed = name !== undefined && !isSameName(typed, name);
  return (
    <FormDialog
      {...dialog}
      isIncomplete={isMissing || isUnconfirmed}
      fields={reason === undefined ? [] : ['/reason']}
      run={async () => {
        await run(given.trim());
        return true;
      }}
      onClose={(isDone) => onClose(isDone ?? false)}
    >
      {(isTried, problemsAt) => (
        <>
          {reason !== undefined && (
            <TextField
              label={reason.label}
              description={reason.hint}
              rows={3}
              isRequired
              value={given}
              onChange={setGiven}
              maxLength={REASON_MAX_CHARACTERS}
              problems={isTried && isMissing ? [t('dialogs.reason.empty')] : problemsAt('/reason')}
            />
          )}
          {name !== undefined && (
            <NameToConfirm
              name={name}
              value={typed}
              onChange={setTyped}
              problems={isTried && isUnconfirmed ? [t('dialogs.name.differs')] : []}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
