import { useState, type ReactNode } from 'react';
import { ButtonContext } from 'react-aria-components';
import { useLazyPart } from '../page/lazy-part.js';
import type { ModalProps } from './modal.js';

const loadModal = async () => (await import('./modal.js')).Modal;

function LazyModal(props: ModalProps): ReactNode {
  const Modal = useLazyPart(loadModal, { isWanted: props.isOpen, onFailure: props.onClose });
  return Modal && <Modal {...props} />;
}

interface DialogProps {
  readonly title: string;
  /** A button. */
  readonly opener: ReactNode;
  readonly isAlert?: boolean;
  /** Shows what is shown only once, and closes by its own buttons alone. */
  readonly isSecret?: boolean;
  readonly children: (close: () => void) => ReactNode;
}

/** A dialog that its `opener` opens. A click beside it closes it, unless it is an alert. */
export function Dialog({ title, opener, isAlert = false, isSecret = false, children }: DialogProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <ButtonContext value={{ onPress: () => setOpen(true), 'aria-haspopup': 'dialog', 'aria-expanded': isOpen }}>
        {opener}
      </ButtonContext>
      <LazyModal title={title} isAlert={isAlert} isSecret={isSecret} isOpen={isOpen} onClose={close}>
        {() => children(close)}
      </LazyModal>
    </>
  );
}

interface ModalDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isAlert?: boolean;
  /** Shows what is shown only once, and closes by its own buttons alone. */
  readonly isSecret?: boolean;
  readonly children: ReactNode;
}

/** A dialog without an opener: the page decides when it is open. */
export function ModalDialog({ isAlert = false, isSecret = false, children, ...props }: ModalDialogProps): ReactNode {
  return (
    <LazyModal {...props} isAlert={isAlert} isSecret={isSecret}>
      {() => children}
    </LazyModal>
  );
}
