import type { ReactNode } from 'react';
import { Button } from '../controls/button.js';
import { ModalDialog } from '../controls/dialog.js';
import { DialogActions } from '../controls/dialog-actions.js';
import { LogIn } from '../icons/icons.generated.js';
import { useTexts } from '../language.js';
import { signInAddress } from './session.js';

/** The page that closes the tab of a sign-in; both applications have it. */
const SIGNED_IN_PATH = '/signed-in';

export function SessionEndedDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  const { t } = useTexts();
  return (
    <ModalDialog title={t('session.ended')} isAlert isOpen={isOpen} onClose={onClose}>
      <p>{t('session.ended.why')}</p>
      <DialogActions>
        <Button onPress={onClose}>{t('session.ended.later')}</Button>
        <Button look="primary" onPress={() => window.open(signInAddress(SIGNED_IN_PATH))} autoFocus>
          <LogIn className="mirrors" aria-hidden="true" />
          {t('session.sign_in')}
        </Button>
      </DialogActions>
    </ModalDialog>
  );
}
