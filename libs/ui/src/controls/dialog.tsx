import type { ReactNode } from 'react';
import { Dialog as AriaDialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import classes from './dialog.module.css';

interface BodyProps {
  readonly title: string;
  readonly isAlert: boolean;
  readonly children: (close: () => void) => ReactNode;
}

function DialogBody({ title, isAlert, children }: BodyProps): ReactNode {
  return (
    <Modal className={classes.modal!}>
      <AriaDialog className={classes.dialog!} role={isAlert ? 'alertdialog' : 'dialog'}>
        {({ close }) => (
          <>
            <Heading slot="title" className={classes.title!}>
              {title}
            </Heading>
            {children(close)}
          </>
        )}
      </AriaDialog>
    </Modal>
  );
}

interface DialogProps {
  readonly title: string;
  readonly opener: ReactNode;
  readonly isAlert?: boolean;
  readonly children: (close: () => void) => ReactNode;
}

/** A dialog that its `opener` opens. A click beside it closes it, unless it is an alert. */
export function Dialog({ title, opener, isAlert = false, children }: DialogProps): ReactNode {
  return (
    <DialogTrigger>
      {opener}
      <ModalOverlay className={classes.veil!} isDismissable={!isAlert}>
        <DialogBody title={title} isAlert={isAlert}>
          {children}
        </DialogBody>
      </ModalOverlay>
    </DialogTrigger>
  );
}

interface ModalDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isAlert?: boolean;
  readonly children: ReactNode;
}

/** A dialog without an opener: the page decides when it is open. */
export function ModalDialog({ title, isOpen, onClose, isAlert = false, children }: ModalDialogProps): ReactNode {
  return (
    <ModalOverlay
      className={classes.veil!}
      isDismissable={!isAlert}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
    >
      <DialogBody title={title} isAlert={isAlert}>
        {() => children}
      </DialogBody>
    </ModalOverlay>
  );
}

export function DialogActions({ children }: { children: ReactNode }): ReactNode {
  return <div className={classes.actions}>{children}</div>;
}
