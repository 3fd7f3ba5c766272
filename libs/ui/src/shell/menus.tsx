import { Check, Languages, LogOut, MoonStar, Sun, SunMoon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import { IconButton } from '../controls/button.js';
import { useTexts } from '../language.js';
import classes from './menus.module.css';

type Theme = 'auto' | 'light' | 'dark';
const themes = [
  ['auto', SunMoon],
  ['light', Sun],
  ['dark', MoonStar],
] as const;

/** Both are cookies, because the gateway writes them into <html>: nothing flashes, and no script runs before the page. */
function remember(name: 'kushk_theme' | 'kushk_language', value: string): void {
  document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
}

function setTheme(theme: Theme): void {
  remember('kushk_theme', theme);
  document.documentElement.dataset['theme'] = theme;
}

function setLanguage(language: string): void {
  remember('kushk_language', language);
  location.reload();
}

/** Light or dark, Persian or English. */
export function DisplayMenu(): ReactNode {
  const { t, language } = useTexts();
  const theme = (document.documentElement.dataset['theme'] ?? 'auto') as Theme;
  const item = ({ isSelected }: { isSelected: boolean }, icon: ReactNode, text: string): ReactNode => (
    <>
      {icon}
      <span>{text}</span>
      {isSelected && <Check className={classes.check} aria-hidden="true" />}
    </>
  );
  return (
    <MenuTrigger>
      <IconButton aria-label={t('display.title')}>
        <Languages />
      </IconButton>
      <Popover className={classes.popover!} placement="bottom end">
        <Menu className={classes.menu!}>
          <MenuSection
            selectionMode="single"
            defaultSelectedKeys={[language]}
            onSelectionChange={(keys) => setLanguage(String([...keys][0] ?? language))}
          >
            <Header>{t('display.language')}</Header>
            <MenuItem id="fa" className={classes.item!} textValue="فارسی">
              {(state) => item(state, null, 'فارسی')}
            </MenuItem>
            <MenuItem id="en" className={classes.item!} textValue="English">
              {(state) => item(state, null, 'English')}
            </MenuItem>
          </MenuSection>
          <MenuSection
            selectionMode="single"
            defaultSelectedKeys={[theme]}
            onSelectionChange={(keys) => setTheme(([...keys][0] ?? theme) as Theme)}
          >
            <Header>{t('display.theme')}</Header>
            {themes.map(([key, Icon]) => (
              <MenuItem key={key} id={key} className={classes.item!} textValue={t(`display.theme.${key}`)}>
                {(state) => item(state, <Icon aria-hidden="true" />, t(`display.theme.${key}`))}
              </MenuItem>
            ))}
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

export function AccountMenu({ name, role }: { name: string; role: string }): ReactNode {
  const { t } = useTexts();
  return (
    <MenuTrigger>
      <AriaButton className={classes.account!}>
        <span aria-hidden="true" className={classes.face}>
          {[...name][0]}
        </span>
        <span className={classes.who}>
          <b>{name}</b>
          <small>{role}</small>
        </span>
      </AriaButton>
      <Popover className={classes.popover!} placement="top start">
        <Menu className={classes.menu!}>
          <MenuItem
            className={classes.item!}
            onAction={() => (document.getElementById('sign-out') as HTMLFormElement | null)?.requestSubmit()}
          >
            <LogOut className="mirrors" aria-hidden="true" />
            <span>{t('account.sign_out')}</span>
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
