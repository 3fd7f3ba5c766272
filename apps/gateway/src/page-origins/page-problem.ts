/** What the gateway itself answers on the host of a page: a plain page for people, else a problem document. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { API_HEADERS, isListed, languageOf, problemDocument, problemHeaders, type Refused } from '@kushk/edge';
import { languageOfPages, type Language } from '../session/session-cookies.js';

type Kind = 'unknown' | 'stopped' | 'limited' | 'unavailable' | 'other';

interface Texts {
  readonly request: string;
  readonly kinds: Readonly<Record<Kind, readonly [title: string, detail: string]>>;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  fa: {
    request: 'شناسهٔ درخواست',
    kinds: {
      unknown: ['این صفحه پیدا نشد', 'نشانی درست نیست یا افزونه حذف شده است.'],
      stopped: ['این افزونه فعلاً متوقف است', 'هر وقت مدیر سازمان آن را از سر بگیرد، صفحه دوباره باز می‌شود.'],
      limited: ['درخواست‌ها زیاد است', 'کمی صبر کنید و دوباره امتحان کنید.'],
      unavailable: [
        'این افزونه الان جواب نمی‌دهد',
        'شاید در حال روشن شدن باشد. صفحه چند ثانیهٔ دیگر خودش دوباره باز می‌شود.',
      ],
      other: ['این درخواست انجام نشد', 'دوباره امتحان کنید؛ اگر تکرار شد، شناسهٔ درخواست را به پشتیبانی بدهید.'],
    },
  },
  en: {
    request: 'Request id',
    kinds: {
      unknown: ['This page was not found', 'The address is wrong, or the plugin was removed.'],
      stopped: ['This plugin is stopped for now', 'The page opens again when an admin of the organisation resumes it.'],
      limited: ['There are too many requests', 'Wait a moment and try again.'],
      unavailable: ['This plugin does not answer now', 'It may be starting. The page opens again in a few seconds.'],
      other: ['The request did not work', 'Try again; if it happens again, give the request id to support.'],
    },
  },
};

/** The colours of the design tokens (libs/ui), which this document cannot load. */
const STYLE = `
:root{color-scheme:light dark;--bg:light-dark(#f7f8f8,#111516);--text:light-dark(#172022,#e7ecec);--dim:light-dark(#566264,#9aa7a8)}
body{margin:0;min-block-size:100vh;display:grid;place-content:center;gap:.75rem;padding:1rem;box-sizing:border-box;background:var(--bg);color:var(--text);font:16px/1.8 Vazirmatn,system-ui,sans-serif}
h1{font-size:1.125rem;margin:0}p{margin:0}small{color:var(--dim)}code{font-family:ui-monospace,monospace;user-select:all}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const RELOAD_SECONDS = 5;

export interface ProblemOptions {
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
  /** The base of the addresses of error pages. */
  readonly errorsBase: string;
  readonly serviceOrigin: string;
}

export interface ProblemResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function problemResponse(refused: Refused, options: ProblemOptions): ProblemResponse {
  const { headers, requestId, errorsBase, serviceOrigin } = options;
  const language = languageOf(headers['accept-language']);
  const document = problemDocument(refused, { errorsBase, requestId, language });
  const common = { ...API_HEADERS, ...problemHeaders(document, refused), 'x-request-id': requestId };
  if (!isListed(headers.accept, 'text/html')) {
    const body = JSON.stringify(document);
    const type = { 'content-language': language, 'content-type': 'application/problem+json; charset=utf-8' };
    return { status: document.status, headers: { ...common, ...type }, body };
  }
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${serviceOrigin}`,
  ].join('; ');
  const type = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  const body = pageOf(document.status, { requestId, language: languageOfPages(headers) });
  return { status: document.status, headers: { ...common, ...type }, body };
}

function pageOf(
  status: number,
  { requestId, language }: { readonly requestId: string; readonly language: Language },
): string {
  const texts = TEXTS[language];
  const kind = kindOf(status);
  const [title, detail] = texts.kinds[kind];
  const reload = kind === 'unavailable' ? `<meta http-equiv="refresh" content="${RELOAD_SECONDS}">\n` : '';
  return `<!doctype html>
<html lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${reload}<title>${title}</title>
<style>${STYLE}</style>
<h1>${title}</h1>
<p>${detail}</p>
<small>${texts.request}: <code dir="ltr">${requestId}</code></small>
</html>
`;
}

function kindOf(status: number): Kind {
  switch (status) {
    case 404:
      return 'unknown';
    case 403:
      return 'stopped';
    case 429:
      return 'limited';
    case 503:
      return 'unavailable';
    default:
      return 'other';
  }
}
