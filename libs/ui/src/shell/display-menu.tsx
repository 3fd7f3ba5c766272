import { useState, type ReactNode } from 'react';
import { ProblemError } from '@kushk/api-client';
import { IconButton } from '../controls/button.js';
import { usePopup } from '../controls/use-popup.js';
import { showToast } from '../feedback/toast-store.js';
import { Languages } from '../icons/icons.generated.js';
import { useTexts } from '../language.js';
import { savePreferences, type Theme } from '../session/session.js';
import type { Language } from '../texts/texts.js';

const loadMenu = async () => (await import('./display-menu-list.js')).DisplayMenuList;

const documentTheme = (): Theme => (document.documentElement.dataset['theme'] ?? 'auto') as Theme;

/**
 * Language and theme. They are stored with the person and in cookies, from which the gateway writes the document, so
 * the next page opens without a flash.
 */
export function DisplayMenu(): ReactNode {
  const { t, language } = useTexts();
  const { button, popup, Popup } = usePopup({ kind: 'menu', label: t('display.title'), load: loadMenu });
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
    <>
      <IconButton {...button} aria-label={t('display.title')}>
        <Languages />
      </IconButton>
      {Popup && <Popup popup={popup} theme={theme} onLanguage={chooseLanguage} onTheme={chooseTheme} />}
    </>
  );
}
