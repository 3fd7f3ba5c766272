import type { ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useTexts } from '../language.js';
import classes from './navigation-drawer.module.css';

interface NavigationDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function NavigationDrawer({ isOpen, onClose, children }: NavigationDrawerProps): ReactNode {
  const { t } = useTexts();
  return (
    <ModalOverlay isDismissable className={classes.veil!} isOpen={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Modal className={classes.drawer!}>
        <Dialog aria-label={t('shell.navigation')} className={classes.sheet!}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
