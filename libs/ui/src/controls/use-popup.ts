import { useRef, useState, type ComponentType, type RefObject } from 'react';
import { useLazyPart } from '../page/lazy-part.js';

/** What a menu, list or dialog gets from its button. */
export interface Popup {
  readonly label: string;
  readonly triggerRef: RefObject<HTMLButtonElement | null>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

interface PopupOptions<Props> {
  readonly kind: 'menu' | 'listbox' | 'dialog';
  /** Names what is opened. */
  readonly label: string;
  /** Must be the same function in every rendering. */
  readonly load: () => Promise<ComponentType<Props & { readonly popup: Popup }>>;
}

interface PopupParts<Props> {
  /** For the button that opens it. */
  readonly button: {
    readonly ref: RefObject<HTMLButtonElement | null>;
    readonly 'aria-haspopup': 'menu' | 'listbox' | 'dialog';
    readonly 'aria-expanded': boolean;
    readonly onPress: () => void;
    readonly onKeyDown: (event: { readonly key: string; preventDefault(): void }) => void;
  };
  readonly popup: Popup;
  /** What is opened; null until it is loaded. */
  readonly Popup: ComponentType<Props & { readonly popup: Popup }> | null;
}

/** A button with a menu, list or dialog, which is loaded when it is opened or the page is idle. */
export function usePopup<Props>({ kind, label, load }: PopupOptions<Props>): PopupParts<Props> {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const Popup = useLazyPart(load, { isWanted: isOpen, onFailure: close });
  return {
    button: {
      ref,
      'aria-haspopup': kind,
      'aria-expanded': isOpen,
      onPress: () => setOpen(true),
      onKeyDown: (event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setOpen(true);
      },
    },
    popup: { label, triggerRef: ref, isOpen, onClose: close },
    Popup,
  };
}
