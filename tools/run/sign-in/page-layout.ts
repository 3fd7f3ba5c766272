/** The frame of the provider's pages: language, style and headers. They run without a script, but for signing out. */
import { createHash } from 'node:crypto';

export type Language = 'fa' | 'en';

/** The colours of libs/ui/src/tokens.css. The provider is a service of its own and cannot load that file. */
export const STYLE = `
:root{color-scheme:light dark;--page:light-dark(#f6f7f8,#0c0f12);--surface:light-dark(#fff,#13171b);--hover:light-dark(#f3f5f6,#191e24);--selected:light-dark(#e6f2f2,#12292c);--line:light-dark(#e4e7ea,#242a31);--line-strong:light-dark(#c9cfd5,#39424c);--text:light-dark(#12171d,#e9edf1);--soft:light-dark(#4a5561,#aab4bf);--accent:light-dark(#0a6a73,#4fc4c9);--on-accent:light-dark(#fff,#04191b);--focus:light-dark(#0f7f8a,#5ad0d5);--bad:light-dark(#a8231b,#ff9a90)}
*{box-sizing:border-box}
body{margin:0;min-block-size:100vh;display:grid;align-content:start;justify-items:center;padding:clamp(1rem,6vh,4rem) 1rem;background:var(--page);color:var(--text);font:0.9375rem/1.75 Vazirmatn,system-ui,'Segoe UI',Tahoma,sans-serif}
main{inline-size:min(30rem,100%);display:grid;gap:1rem}
h1{font-size:1.25rem;line-height:1.4;margin:0}p{margin:0}.soft{color:var(--soft)}
form{display:grid;gap:1rem}
fieldset{border:0;margin:0;padding:0;display:grid}
legend{padding:0;margin-block-end:.375rem;color:var(--soft);font-size:.8125rem}
.accounts{background:var(--surface);border:1px solid var(--line);border-radius:8px;overflow:hidden}
.account{display:grid;grid-template-columns:auto 1fr;gap:0 .75rem;align-items:center;padding:.5rem .75rem;min-block-size:3rem;cursor:pointer}
.account+.account{border-block-start:1px solid var(--line)}
.account:hover{background:var(--hover)}.account:has(:checked){background:var(--selected)}
.account:focus-within{outline:2px solid var(--focus);outline-offset:-2px}
.account input{accent-color:var(--accent);inline-size:1.125rem;block-size:1.125rem;margin:0}
.account .role{color:var(--soft);font-size:.8125rem;line-height:1.5;display:block}
.account code,code{font-family:ui-monospace,'JetBrains Mono',monospace;font-size:.8125rem}
details summary{cursor:pointer;color:var(--soft);padding-block:.25rem}
label.field{display:grid;gap:.25rem}
input[type=password]{font:inherit;inline-size:100%;padding:.5rem .75rem;min-block-size:2.75rem;border:1px solid var(--line-strong);border-radius:8px;background:var(--surface);color:inherit}
button{font:inherit;font-weight:600;min-block-size:2.75rem;padding:.5rem 1rem;border:1px solid transparent;border-radius:8px;background:var(--accent);color:var(--on-accent);cursor:pointer}
button.second{background:transparent;color:inherit;border-color:var(--line-strong);font-weight:400}
:is(button,input,summary):focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.bar{position:sticky;inset-block-end:0;display:grid;gap:.75rem;background:var(--page);padding-block:.75rem;border-block-start:1px solid var(--line)}
[role=alert]{color:var(--bad)}`;

/** Submits the sign-out of a person who has just asked for it in one of our pages. */
export const SUBMIT_SCRIPT = `document.getElementById('op.logoutForm').submit()`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** HTTP headers of every page. The policy allows this style, this script and the icon that browsers ask for. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; img-src 'self'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SUBMIT_SCRIPT)}; frame-ancestors 'none'; base-uri 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/** Renders a page. `body` is HTML. */
export function page(language: Language, { title, body }: { readonly title: string; readonly body: string }): string {
  return `<!doctype html>
<html lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<main>${body}</main>
</html>`;
}

/** The language that the client asked for, else the first of Persian and English that the browser prefers. */
export function languageOf(uiLocales: unknown, acceptLanguage: string | undefined): Language {
  for (const text of [typeof uiLocales === 'string' ? uiLocales : '', acceptLanguage ?? '']) {
    const [, language] = /(?:^|[\s,])(fa|en)\b/i.exec(text) ?? [];
    if (language !== undefined) return language.toLowerCase() === 'en' ? 'en' : 'fa';
  }
  return 'fa';
}
