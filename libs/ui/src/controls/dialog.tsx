import type { ReactNode } from 'react';
import { Dialog as AriaDialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import classes from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly opener: ReactNode;
  readonly isAlert?: boolean;
  readonly children: (close: () => void) => ReactNode;
}

export function Dialog({ title, opener, isAlert = false, children }: DialogProps): ReactNode {
  return (
    <DialogTrigger>
      {opener}
      <ModalOverlay className={classes.veil!} isDismissable={!isAlert}>
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
      </ModalOverlay>
    </DialogTrigger>
  );
}

export function DialogActions({ children }: { children: ReactNode }): ReactNode {
  return <div className={classes.actions}>{children}</div>;
}
