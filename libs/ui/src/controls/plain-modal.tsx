import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal as AriaModal, ModalOverlay } from 'react-aria-components';
import classes from './dialog.module.css';

interface PlainModalProps {
  readonly title: string;
  readonly role: 'dialog' | 'alertdialog';
  /** What closes it besides its buttons. */
  readonly closing: 'escape or outside' | 'escape' | 'nothing';
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onInput?: (field: Element) => void;
  readonly children: () => ReactNode;
}

/** The overlay of a dialog. It does not ask before it closes. */
export function PlainModal({ title, role, closing, isOpen, onClose, onInput, children }: PlainModalProps): ReactNode {
  return (
    <ModalOverlay
      className={classes.veil!}
      isDismissable={closing === 'escape or outside'}
      isKeyboardDismissDisabled={closing === 'nothing'}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
    >
      <AriaModal className={classes.modal!}>
        <AriaDialog className={classes.dialog!} role={role}>
          {() => (
            <div style={{ display: 'contents' }} onInput={({ target }) => onInput?.(target as Element)}>
              <Heading slot="title" className={classes.title!}>
                {title}
              </Heading>
              {children()}
            </div>
          )}
        </AriaDialog>
      </AriaModal>
    </ModalOverlay>
  );
}
