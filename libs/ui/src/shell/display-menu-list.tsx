import type { ReactNode } from 'react';
import { Header, MenuItem, MenuSection } from 'react-aria-components';
import type { Popup } from '../controls/use-popup.js';
import { Check, MoonStar, Sun, SunMoon } from '../icons/icons.generated.js';
import { useTexts } from '../language.js';
import type { Theme } from '../session/session.js';
import type { Language } from '../texts/texts.js';
import { MenuPopover } from './menu-popover.js';
import classes from './menus.module.css';

const themes = [
  ['auto', SunMoon],
  ['light', Sun],
  ['dark', MoonStar],
] as const;
const languages = [
  ['fa', 'فارسی'],
  ['en', 'English'],
] as const;

interface DisplayMenuListProps {
  readonly popup: Popup;
  readonly theme: Theme;
  readonly onLanguage: (language: Language) => void;
  readonly onTheme: (theme: Theme) => void;
}

export function DisplayMenuList({ popup, theme, onLanguage, onTheme }: DisplayMenuListProps): ReactNode {
  const { t, language } = useTexts();
  return (
    <MenuPopover popup={popup} placement="bottom end">
      <MenuSection
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[language]}
        onSelectionChange={(keys) => onLanguage(onlyOf<Language>(keys))}
      >
        <Header>{t('display.language')}</Header>
        {languages.map(([key, name]) => (
          <Choice key={key} id={key} text={name} />
        ))}
      </MenuSection>
      <MenuSection
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[theme]}
        onSelectionChange={(keys) => onTheme(onlyOf<Theme>(keys))}
      >
        <Header>{t('display.theme')}</Header>
        {themes.map(([key, Icon]) => (
          <Choice key={key} id={key} text={t(`display.theme.${key}`)} icon={<Icon aria-hidden="true" />} />
        ))}
      </MenuSection>
    </MenuPopover>
  );
}

const onlyOf = <Key extends string>(keys: 'all' | Set<unknown>): Key => [...keys][0] as Key;

function Choice({ id, text, icon }: { id: string; text: string; icon?: ReactNode }): ReactNode {
  return (
    <MenuItem id={id} className={classes.item!} textValue={text}>
      {({ isSelected }) => (
        <>
          {icon}
          <span>{text}</span>
          {isSelected && <Check className={classes.check} aria-hidden="true" />}
        </>
      )}
    </MenuItem>
  );
}
