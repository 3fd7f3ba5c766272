import type { ReactNode } from 'react';
import { Button, DialogActions, ProblemNotice, useTexts } from '@kushk/ui';
import classes from './wallet.module.css';

export const REASON_MAX = 1_000;

interface WalletFormFrameProps {
  /** On the button that sends it. */
  readonly action: string;
  readonly look?: 'primary' | 'danger';
  readonly isComplete: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onSend: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What all dialogs of the wallet have: the problem of the last try, and the two buttons. */
export function WalletFormFrame(props: WalletFormFrameProps): ReactNode {
  const { action, look = 'primary', isComplete, isPending, error, onSend, onClose, children } = props;
  const { t } = useTexts();
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !isPending) onSend();
      }}
    >
      {children}
      {error !== null && <ProblemNotice error={error} />}
      <DialogActions>
        <Button look="quiet" onPress={onClose}>
          {t('wallet.cancel')}
        </Button>
        <Button type="submit" look={look} isDisabled={!isComplete} isPending={isPending}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}
