import type { ReactNode } from 'react';
import { Button } from '../controls/button.js';
import { DialogActions } from '../controls/dialog-actions.js';
import { PlainModal } from '../controls/plain-modal.js';
import { useTexts } from '../language.js';

interface DiscardQuestionProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDiscard: () => void;
  /** Whether a secret is lost, which is shown only once. */
  readonly isSecret?: boolean;
}

/** Asks whether to discard what is typed, or to lose sight of a secret. */
export function DiscardQuestion({ isOpen, onClose, onDiscard, isSecret = false }: DiscardQuestionProps): ReactNode {
  const { t } = useTexts();
  return (
    <PlainModal
      title={t(isSecret ? 'unsaved.secret.title' : 'unsaved.title')}
      closing="escape"
      role="alertdialog"
      isOpen={isOpen}
      onClose={onClose}
    >
      {() => (
        <>
          <p>{t(isSecret ? 'unsaved.secret.what' : 'unsaved.what')}</p>
          <DialogActions>
            <Button look="quiet" onPress={onDiscard}>
              {t(isSecret ? 'unsaved.secret.leave' : 'unsaved.discard')}
            </Button>
            <Button look="primary" autoFocus onPress={onClose}>
              {t('unsaved.stay')}
            </Button>
          </DialogActions>
        </>
      )}
    </PlainModal>
  );
}
