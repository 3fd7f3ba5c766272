import type { Context } from '@kushk/bridge-protocol';

const TOKEN_NAME = /^[a-z][a-z0-9-]{0,39}$/;
const FONT_LINK_ID = 'service-fonts';

/**
 * Sets language, direction and theme on `<html>`, and the variables `--svc-*`. The CSSOM is used throughout, which a
 * Content-Security-Policy without `unsafe-inline` allows.
 */
export function applyTheme({ language, direction, theme }: Context): void {
  const { documentElement: root } = document;
  root.lang = language;
  root.dir = direction;
  root.dataset['theme'] = theme.mode;
  root.dataset['contrast'] = theme.contrast;
  root.style.setProperty('color-scheme', theme.mode);
  for (const [name, value] of Object.entries(theme.tokens))
    if (TOKEN_NAME.test(name)) root.style.setProperty(`--svc-${name}`, value);
  root.style.setProperty('--svc-font', theme.font.family);
  root.style.setProperty('--svc-font-size', `${theme.font.sizePx}px`);
  if (theme.font.url !== undefined) loadFonts(theme.font.url);
}

function loadFonts(url: string): void {
  const known = document.getElementById(FONT_LINK_ID);
  if (known?.getAttribute('href') === url) return;
  const link = document.createElement('link');
  link.id = FONT_LINK_ID;
  link.rel = 'stylesheet';
  link.href = url;
  known?.remove();
  document.head.append(link);
}
