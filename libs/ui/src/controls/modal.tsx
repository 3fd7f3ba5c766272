import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal as AriaModal, ModalOverlay } from 'react-aria-components';
import classes from './dialog.module.css';

export interface ModalProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isAlert: boolean;
  readonly children: () => ReactNode;
}

/** A dialog above the page. `dialog.tsx` loads it when the first one opens. */
export function Modal({ title, isOpen, onClose, isAlert, children }: ModalProps): ReactNode {
  return (
    <ModalOverlay
      className={classes.veil!}
      isDismissable={!isAlert}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
    >
      <AriaModal className={classes.modal!}>
        <AriaDialog className={classes.dialog!} role={isAlert ? 'alertdialog' : 'dialog'}>
          {() => (
            <>
              <Heading slot="title" className={classes.title!}>
                {title}
              </Heading>
              {children()}
            </>
          )}
        </AriaDialog>
      </AriaModal>
    </ModalOverlay>
  );
}
