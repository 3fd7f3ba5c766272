import { Check, Languages, MoonStar, Sun, SunMoon } from '../icons/icons.generated.js';
import { useState, type ReactNode } from 'react';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import { ProblemError } from '@kushk/api-client';
import { IconButton } from '../controls/button.js';
import { showToast } from '../feedback/toast-store.js';
import { useTexts } from '../language.js';
import { savePreferences, type Theme } from '../session/session.js';
import type { Language } from '../texts/texts.js';
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

const documentTheme = (): Theme => (document.documentElement.dataset['theme'] ?? 'auto') as Theme;

/**
 * Language and theme. They are stored with the person and in cookies, from which the gateway writes the document, so
 * the next page opens without a flash.
 */
export function DisplayMenu(): ReactNode {
  const { t, language } = useTexts();
  const [theme, setTheme] = useState(documentTheme);
  const save = async (next: { language: Language; theme: Theme }): Promise<boolean> => {
    try {
      await savePreferences(next);
      return true;
    } catch (error) {
      const detail = error instanceof ProblemError ? ` ${error.message}` : '';
      showToast({ tone: 'bad', message: t('display.not_saved') + detail });
      return false;
    }
  };
  const chooseTheme = (next: Theme): void => {
    document.documentElement.dataset['theme'] = next;
    setTheme(next);
    void save({ language, theme: next });
  };
  const chooseLanguage = (next: Language): void => {
    if (next === language) return;
    void save({ language: next, theme }).then((isSaved) => isSaved && location.reload());
  };
  return (
    <MenuTrigger>
      <IconButton aria-label={t('display.title')}>
        <Languages />
      </IconButton>
      <Popover className={classes.popover!} placement="bottom end">
        <Menu className={classes.menu!}>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[language]}
            onSelectionChange={(keys) => chooseLanguage(onlyOf<Language>(keys))}
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
            onSelectionChange={(keys) => chooseTheme(onlyOf<Theme>(keys))}
          >
            <Header>{t('display.theme')}</Header>
            {themes.map(([key, Icon]) => (
              <Choice key={key} id={key} text={t(`display.theme.${key}`)} icon={<Icon aria-hidden="true" />} />
            ))}
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
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
