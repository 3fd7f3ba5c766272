import type { ReactNode } from 'react';
import { Button, DialogActions, DialogContent, ModalDialog, Notice, useTexts } from '@kushk/ui';
import { TextToStore } from './text-to-store.js';

interface SecretDialogProps {
  readonly title: string;
  readonly secret: string;
  readonly fileName?: string;
  /** What to do with it. */
  readonly text: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Shows a secret that the hub returns only once. Only its button closes it. */
export function SecretDialog({ title, secret, fileName, text, onClose, children }: SecretDialogProps): ReactNode {
  const { t } = useTexts();
  return (
    <ModalDialog title={title} isOpen isAlert isSecret onClose={onClose}>
      <DialogContent>
        <Notice tone="warn" title={t('dialogs.secret.once')}>
          <p>{text}</p>
        </Notice>
        <TextToStore name={title} text={secret} {...(fileName !== undefined && { fileName })} />
        {children}
        <DialogActions>
          <Button look="primary" onPress={onClose}>
            {t('dialogs.secret.stored')}
          </Button>
        </DialogActions>
      </DialogContent>
    </ModalDialog>
  );
}
