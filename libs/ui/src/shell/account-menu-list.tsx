import type { ReactNode } from 'react';
import { MenuItem } from 'react-aria-components';
import { Keyboard, LogOut, MonitorSmartphone } from '../icons/icons.generated.js';
import type { Popup } from '../controls/use-popup.js';
import { useTexts } from '../language.js';
import { MenuPopover } from './menu-popover.js';
import classes from './menus.module.css';

interface AccountMenuListProps {
  readonly popup: Popup;
  readonly onSelect: (choice: 'sessions' | 'keys' | 'sign_out') => void;
}

export function AccountMenuList({ popup, onSelect }: AccountMenuListProps): ReactNode {
  const { t } = useTexts();
  return (
    <MenuPopover popup={popup} placement="top start">
      <MenuItem className={classes.item!} onAction={() => onSelect('sessions')}>
        <MonitorSmartphone aria-hidden="true" />
        <span>{t('account.sessions')}</span>
      </MenuItem>
      <MenuItem className={classes.item!} onAction={() => onSelect('keys')}>
        <Keyboard aria-hidden="true" />
        <span>{t('keys.title')}</span>
      </MenuItem>
      <MenuItem className={classes.item!} onAction={() => onSelect('sign_out')}>
        <LogOut className="mirrors" aria-hidden="true" />
        <span>{t('account.sign_out')}</span>
      </MenuItem>
    </MenuPopover>
  );
}
