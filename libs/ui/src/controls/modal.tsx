import { useState, type ReactNode } from 'react';
import { DiscardQuestion } from '../unsaved/discard-question.js';
import { useQuestion } from '../unsaved/use-question.js';
import { PlainModal } from './plain-modal.js';
import { STORED_ATTRIBUTE } from './text-field.js';

export interface ModalProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isAlert: boolean;
  /** Shows what is shown only once, and closes by its own buttons alone. */
  readonly isSecret: boolean;
  readonly children: () => ReactNode;
}

/**
 * A dialog above the page, which asks before it discards what is typed in it. Its own buttons do not ask: a person
 * chooses them. `dialog.tsx` loads it when the first one opens.
 */
export function Modal({ isOpen, onClose, isAlert, isSecret, ...content }: ModalProps): ReactNode {
  const [isTyped, setTyped] = useState(false);
  if (isTyped && !isOpen) setTyped(false);
  const question = useQuestion(isOpen && (isTyped || isSecret), 'back and reload');
  return (
    <>
      <PlainModal
        {...content}
        role={isAlert ? 'alertdialog' : 'dialog'}
        closing={isSecret ? 'nothing' : isAlert ? 'escape' : 'escape or outside'}
        isOpen={isOpen}
        onClose={() => question.confirm(onClose)}
        onInput={(field) => field.hasAttribute(STORED_ATTRIBUTE) || setTyped(true)}
      />
      <DiscardQuestion
        isOpen={isOpen && question.isOpen}
        isSecret={isSecret}
        onClose={() => question.answer(false)}
        onDiscard={() => question.answer(true)}
      />
    </>
  );
}
