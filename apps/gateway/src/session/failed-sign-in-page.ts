/** The document for a sign-in that failed: the browser is between the provider and our pages, so a page answers. */
import { createHash } from 'node:crypto';
import { codeEntry, type Refused } from '@kushk/edge';
import type { Language } from './session-cookies.js';

interface Texts {
  readonly title: string;
  readonly again: string;
  readonly request: string;
  readonly details: Readonly<Record<FailureKind, string>>;
}
type FailureKind = 'expired' | 'refused' | 'limited' | 'unavailable' | 'other';

const TEXTS: Readonly<Record<Language, Texts>> = {
  fa: {
    title: 'وارد نشدید',
    again: 'دوباره وارد شوید',
    request: 'شناسهٔ درخواست',
    details: {
      expired: 'زمان این ورود گذشته یا قبلاً استفاده شده است. از نو شروع کنید.',
      refused: 'سرویس ورود این درخواست را نپذیرفت یا از آن منصرف شدید.',
      limited: 'تعداد تلاش‌ها برای ورود زیاد بود. کمی صبر کنید و دوباره امتحان کنید.',
      unavailable: 'سرویس ورود در دسترس نیست. چند لحظهٔ دیگر دوباره امتحان کنید.',
      other: 'ورود انجام نشد. دوباره امتحان کنید؛ اگر تکرار شد، شناسهٔ درخواست را به پشتیبانی بدهید.',
    },
  },
  en: {
    title: 'You are not signed in',
    again: 'Sign in again',
    request: 'Request id',
    details: {
      expired: 'This sign-in has expired or was already used. Start again.',
      refused: 'The sign-in service did not accept this request, or you cancelled it.',
      limited: 'There were too many attempts to sign in. Wait a moment and try again.',
      unavailable: 'The sign-in service cannot be reached. Try again in a few moments.',
      other: 'Signing in did not work. Try again; if it happens again, give the request id to support.',
    },
  },
};

/** The colours of the design tokens (libs/ui), which this document cannot load. */
const STYLE = `
:root{color-scheme:light dark;--bg:light-dark(#f7f8f8,#111516);--text:light-dark(#172022,#e7ecec);--dim:light-dark(#566264,#9aa7a8);--line:light-dark(#dde3e3,#2a3233);--accent:light-dark(#0b6e69,#4fb8b1);--on:light-dark(#fff,#0b1413)}
*{box-sizing:border-box}body{margin:0;min-block-size:100vh;display:grid;place-items:center;padding:1rem;background:var(--bg);color:var(--text);font:16px/1.8 Vazirmatn,system-ui,sans-serif}
main{inline-size:min(26rem,100%);display:grid;gap:1rem}h1{font-size:1.25rem;margin:0}p{margin:0}
a{justify-self:start;background:var(--accent);color:var(--on);text-decoration:none;padding:.5rem 1rem;border-radius:.5rem}a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
small{color:var(--dim);border-block-start:1px solid var(--line);padding-block-start:1rem}code{font-family:ui-monospace,monospace;user-select:all}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export const failedSignInHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const KINDS: Readonly<Record<string, FailureKind>> = {
  'auth.sign_in_expired': 'expired',
  'auth.sign_in_refused': 'refused',
  'auth.origin_refused': 'refused',
  'rate.limited': 'limited',
  'service.unavailable': 'unavailable',
};

/** Renders the document. `again` is a path of our own that is already safe for an attribute. */
export function failedSignInPage(
  error: Refused | null,
  { language, again, requestId }: { readonly language: Language; readonly again: string; readonly requestId: string },
): { readonly status: number; readonly html: string } {
  const texts = TEXTS[language];
  const kind = (error !== null && KINDS[error.code]) || 'other';
  const html = `<!doctype html>
<html lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts.title}</title>
<style>${STYLE}</style>
<main>
<h1>${texts.title}</h1>
<p>${texts.details[kind]}</p>
<a href="${escapeHtml(again)}">${texts.again}</a>
<small>${texts.request}: <code dir="ltr">${escapeHtml(requestId)}</code></small>
</main>
</html>
`;
  return { status: error === null ? 500 : (codeEntry(error.code)?.status ?? 500), html };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
