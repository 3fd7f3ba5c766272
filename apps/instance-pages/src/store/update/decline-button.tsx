import type { ReactNode } from 'react';
import { Button, Dialog, DialogActions, useTexts } from '@kushk/ui';

interface DeclineButtonProps {
  readonly version: string;
  /** The installed version, which stays. */
  readonly current: string;
  readonly decline: { readonly isPending: boolean; readonly mutate: () => void };
  readonly isDisabled: boolean;
}

/** Declines an update after a question. */
export function DeclineButton({ version, current, decline, isDisabled }: DeclineButtonProps): ReactNode {
  const { t } = useTexts();
  return (
    <Dialog
      title={t('store.update.decline.title', { version })}
      isAlert
      opener={
        <Button isPending={decline.isPending} isDisabled={isDisabled}>
          {t('store.update.decline')}
        </Button>
      }
    >
      {(close) => (
        <>
          <p>{t('store.update.decline.means', { version: current })}</p>
          <DialogActions>
            <Button look="quiet" autoFocus onPress={close}>
              {t('store.update.decline.not')}
            </Button>
            <Button
              look="danger"
              onPress={() => {
                close();
                decline.mutate();
              }}
            >
              {t('store.update.decline')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
