import { Check, ChevronsUpDown } from '../icons/icons.generated.js';
import type { ReactNode } from 'react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import classes from './menus.module.css';

interface SwitcherProps {
  /** What is chosen here, for screen readers. */
  readonly label: string;
  readonly current: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  readonly onChoose: (id: string) => void;
}

/** Chooses for which organisation or publisher the pages work. With one choice it is only a name. */
export function Switcher({ label, current, choices, onChoose }: SwitcherProps): ReactNode {
  const name = choices.find(({ id }) => id === current)?.name ?? '';
  if (choices.length < 2) {
    return name === '' ? null : (
      <p className={classes.only}>
        <bdi>{name}</bdi>
      </p>
    );
  }
  return (
    <MenuTrigger>
      <AriaButton className={classes.switcher!} aria-label={`${label}: ${name}`}>
        <bdi>{name}</bdi>
        <ChevronsUpDown aria-hidden="true" />
      </AriaButton>
      <Popover className={classes.popover!} placement="bottom start">
        <Menu
          className={classes.menu!}
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
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
