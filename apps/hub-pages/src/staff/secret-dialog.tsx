import type { ReactNode } from 'react';
import { Button, CopyButton, DialogActions, ModalDialog, Notice, useTexts } from '@kushk/ui';
import classes from './form-dialog.module.css';

interface SecretDialogProps {
  readonly title: string;
  readonly secret: string;
  /** What to do with it. */
  readonly text: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Shows a secret that the hub returns only once. A click beside the dialog does not close it. */
export function SecretDialog({ title, secret, text, onClose, children }: SecretDialogProps): ReactNode {
  const { t } = useTexts();
  return (
    <ModalDialog title={title} isOpen isAlert onClose={onClose}>
      <div className={classes.form}>
        <Notice tone="warn" title={t('staff.secret.once')}>
          <p>{text}</p>
        </Notice>
        <div className={classes.secret}>
          <pre dir="ltr">
            <code>{secret}</code>
          </pre>
          <CopyButton text={secret} label={t('staff.secret.copy')} />
        </div>
        {children}
        <DialogActions>
          <Button look="primary" onPress={onClose}>
            {t('staff.secret.stored')}
          </Button>
        </DialogActions>
      </div>
    </ModalDialog>
  );
}
