import type { ReactNode } from 'react';
import { Menu, Popover, type MenuProps, type PopoverProps } from 'react-aria-components';
import type { Popup } from '../controls/use-popup.js';
import classes from './menus.module.css';

interface MenuPopoverProps<Item> extends Pick<
  MenuProps<Item>,
  'items' | 'selectionMode' | 'disallowEmptySelection' | 'selectedKeys' | 'onAction' | 'children'
> {
  readonly popup: Popup;
  readonly placement: NonNullable<PopoverProps['placement']>;
}

/** A menu at its button. It is a module of its own, so that no page waits for it. */
export function MenuPopover<Item extends object>({ popup, placement, ...props }: MenuPopoverProps<Item>): ReactNode {
  const { label, triggerRef, isOpen, onClose } = popup;
  return (
    <Popover
      className={classes.popover!}
      trigger="MenuTrigger"
      aria-label={label}
      triggerRef={triggerRef}
      placement={placement}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
    >
      <Menu {...props} aria-label={label} className={classes.menu!} autoFocus="first" onClose={onClose} />
    </Popover>
  );
}
