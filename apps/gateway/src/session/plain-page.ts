/** A document of one message, for a browser that is on the way to or from somewhere else. */
import { createHash } from 'node:crypto';
import type { Language } from './session-cookies.js';

/** The colours of the design tokens (libs/ui), which this document cannot load. */
const STYLE = `
:root{color-scheme:light dark;--bg:light-dark(#f7f8f8,#111516);--text:light-dark(#172022,#e7ecec);--dim:light-dark(#566264,#9aa7a8);--line:light-dark(#dde3e3,#2a3233);--accent:light-dark(#0b6e69,#4fb8b1);--on:light-dark(#fff,#0b1413)}
*{box-sizing:border-box}body{margin:0;min-block-size:100vh;display:grid;place-items:center;padding:1rem;background:var(--bg);color:var(--text);font:16px/1.8 Vazirmatn,system-ui,sans-serif}
main{inline-size:min(26rem,100%);display:grid;gap:1rem}h1{font-size:1.25rem;margin:0}p{margin:0}
a,button{justify-self:start;font:inherit;border:0;cursor:pointer;background:var(--accent);color:var(--on);text-decoration:none;padding:.5rem 1rem;border-radius:.5rem}a:focus-visible,button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
small{color:var(--dim);border-block-start:1px solid var(--line);padding-block-start:1rem}code{font-family:ui-monospace,monospace;user-select:all}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** `formAction`: where a form of the document may go. */
export function plainPageHeaders(formAction: 'none' | 'self'): Readonly<Record<string, string>> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; img-src 'self'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'; form-action '${formAction}'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/** `parts` are HTML below the title. */
export function plainPage(language: Language, title: string, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
<main>
<h1>${title}</h1>
${parts.join('\n')}
</main>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
