/** The document for a sign-in that failed: the browser is between the provider and our pages, so a page answers. */
import { codeEntry, type Refused } from '@kushk/edge';
import { escapeHtml, plainPage, plainPageHeaders } from './plain-page.js';
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

export const failedSignInHeaders = plainPageHeaders('none');

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
  const html = plainPage(language, texts.title, [
    `<p>${texts.details[kind]}</p>`,
    `<a href="${escapeHtml(again)}">${texts.again}</a>`,
    `<small>${texts.request}: <code dir="ltr">${escapeHtml(requestId)}</code></small>`,
  ]);
  return { status: error === null ? 500 : (codeEntry(error.code)?.status ?? 500), html };
}
