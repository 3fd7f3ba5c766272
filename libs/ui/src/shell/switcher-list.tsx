import type { ReactNode } from 'react';
import { MenuItem } from 'react-aria-components';
import type { Popup } from '../controls/use-popup.js';
import { Check } from '../icons/icons.generated.js';
import { MenuPopover } from './menu-popover.js';
import classes from './menus.module.css';

interface SwitcherListProps {
  readonly popup: Popup;
  readonly current: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  readonly onChoose: (id: string) => void;
}

export function SwitcherList({ popup, current, choices, onChoose }: SwitcherListProps): ReactNode {
  return (
    <MenuPopover
      popup={popup}
      placement="bottom start"
      items={choices}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[current]}
      onAction={(key) => key !== current && onChoose(String(key))}
    >
      {(choice) => (
        <MenuItem id={choice.id} className={classes.item!} textValue={choice.name}>
          {({ isSelected }) => (
            <>
              <bdi>{choice.name}</bdi>
              {isSelected && <Check className={classes.check} aria-hidden="true" />}
            </>
          )}
        </MenuItem>
      )}
    </MenuPopover>
  );
}
