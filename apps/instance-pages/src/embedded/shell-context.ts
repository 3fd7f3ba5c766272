/** What the application contributes to the context of a plugin's page: language, theme, person and record. */
import { useMemo, useSyncExternalStore } from 'react';
import type { RecordReference, Theme } from '@kushk/bridge-protocol';
import { useSession } from '@kushk/ui';
import { useMe } from '../organisation/me.js';
import type { ShellContext } from './frame-link.js';

/** Colours of tokens.css, which pages get as `--svc-<name>`. */
const COLOURS = [
  'page',
  'surface',
  'raised',
  'sunken',
  'hover',
  'selected',
  'line',
  'line-strong',
  'text',
  'text-soft',
  'text-faint',
  'accent',
  'accent-strong',
  'on-accent',
  'accent-soft',
  'focus',
  'good',
  'good-soft',
  'warn',
  'warn-soft',
  'bad',
  'bad-soft',
  'info',
  'info-soft',
] as const;
const LENGTHS = ['radius-small', 'radius', 'radius-large'] as const;
const FONT = { family: "'Vazirmatn', system-ui, sans-serif", sheet: '/sdk/fonts.css' };
const TIME_ZONE = 'Asia/Tehran';

type Appearance = Pick<ShellContext, 'language' | 'direction' | 'theme'>;

const dark = matchMedia('(prefers-color-scheme: dark)');
const moreContrast = matchMedia('(prefers-contrast: more)');

/** `light-dark()` in a token has a value only as the colour of an element. */
function coloursOf(element: HTMLElement): Record<string, string> {
  const probe = document.createElement('span');
  probe.hidden = true;
  element.append(probe);
  const colours = COLOURS.map((name): [string, string] => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(colours);
}

function readTheme(): Theme {
  const { documentElement: root } = document;
  const style = getComputedStyle(root);
  const chosen = root.dataset['theme'];
  const isDark = chosen === 'dark' || (chosen !== 'light' && dark.matches);
  const lengths = LENGTHS.map((name): [string, string] => [name, style.getPropertyValue(`--${name}`).trim()]);
  return {
    mode: isDark ? 'dark' : 'light',
    contrast: moreContrast.matches ? 'more' : 'normal',
    tokens: { ...coloursOf(document.body), ...Object.fromEntries(lengths) },
    font: {
      family: FONT.family,
      url: location.origin + FONT.sheet,
      sizePx: Number.parseFloat(getComputedStyle(document.body).fontSize),
    },
  };
}

/** As text, so that an unchanged appearance is equal to the one before. */
function appearance(): string {
  const { lang, dir } = document.documentElement;
  const read: Appearance = { language: lang, direction: dir === 'ltr' ? 'ltr' : 'rtl', theme: readTheme() };
  return JSON.stringify(read);
}

function subscribe(listener: () => void): () => void {
  const attributes = new MutationObserver(listener);
  attributes.observe(document.documentElement, { attributeFilter: ['lang', 'dir', 'data-theme', 'class', 'style'] });
  dark.addEventListener('change', listener);
  moreContrast.addEventListener('change', listener);
  return () => {
    attributes.disconnect();
    dark.removeEventListener('change', listener);
    moreContrast.removeEventListener('change', listener);
  };
}

/** Changes when colours, mode, font, language, direction, person or record change. */
export function useShellContext(record: RecordReference | null): ShellContext {
  const current = useSyncExternalStore(subscribe, appearance);
  const { person } = useSession();
  const { personId } = useMe();
  const { name } = person;
  const id = personId ?? person.id;
  const type = record?.type;
  const recordId = record?.id;
  return useMemo(() => {
    const { language, direction, theme } = JSON.parse(current) as Appearance;
    const isPersian = language === 'fa';
    return {
      language,
      direction,
      theme,
      calendar: isPersian ? 'jalali' : 'gregorian',
      timeZone: TIME_ZONE,
      numerals: isPersian ? 'arabext' : 'latn',
      firstDayOfWeek: isPersian ? 6 : 1,
      person: { id, name },
      record: type === undefined || recordId === undefined ? null : { type, id: recordId },
    };
  }, [current, id, name, type, recordId]);
}
