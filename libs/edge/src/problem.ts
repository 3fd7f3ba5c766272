import { codeEntry } from './codes.js';
import { detailOf } from './detail.js';
import { RETRY_AFTER_SECONDS, type Refused } from './refused.js';

export type Language = 'en' | 'fa';

/** An RFC 9457 problem document with our extension members (docs/reference/statuses-and-codes.md). */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly request_id: string;
}

/** Codes of 404 whose params follow from the path alone, or from the caller's own manifest or installation. */
const OWN_ABSENCES: ReadonlySet<string> = new Set([
  'route.not_found',
  'record.type_not_found',
  'installation.update_not_found',
]);

/**
 * Converts an error to a problem document.
 *
 * A code that is not in the table is a defect: it becomes `service.failed`, and the document contains no details. A
 * 404 has no params, because the responses for an absent resource and for another owner's resource must differ only
 * in `request_id`.
 */
export function problemDocument(
  refused: Refused,
  at: { readonly errorsBase: string; readonly requestId: string; readonly language: Language },
): ProblemDocument {
  const known = codeEntry(refused.code);
  const code = known ? refused.code : 'service.failed';
  const { status, titles } = known ?? codeEntry('service.failed')!;
  const isAbsent = status === 404 && !OWN_ABSENCES.has(code);
  const params = isAbsent || status === 500 ? {} : refused.params;
  const title = titles[at.language];
  return {
    type: `${at.errorsBase}/errors/${code}`,
    title,
    status,
    detail: detailOf(code, params, at.language) ?? title,
    code,
    params,
    request_id: at.requestId,
  };
}

/** The response headers that belong to a problem: `Retry-After`, `WWW-Authenticate`. */
export function problemHeaders(document: ProblemDocument, refused: Refused): Record<string, string> {
  const headers: Record<string, string> = {};
  // Clients of a registry send user and password.
  if (document.status === 401)
    headers['www-authenticate'] = document.code === 'auth.registry_account_invalid' ? 'Basic realm="kushk"' : 'Bearer';
  if (refused.retryAfterSeconds !== null) headers['retry-after'] = String(refused.retryAfterSeconds);
  else if (document.status === 503 || document.status === 429) headers['retry-after'] = String(RETRY_AFTER_SECONDS);
  return headers;
}

/**
 * Returns the language with the highest weight in `Accept-Language`, or the first of several with equal weight.
 * Returns English when the header contains no supported language.
 */
export function languageOf(acceptLanguage: string | undefined): Language {
  if (!acceptLanguage || !/fa/i.test(acceptLanguage)) return 'en';
  let best: { language: Language; weight: number } | null = null;
  for (const range of acceptLanguage.slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
    const language = tag.split('-')[0];
    if (language !== 'en' && language !== 'fa') continue;
    const weight = Number(
      parameters
        .find((parameter) => parameter.trim().startsWith('q='))
        ?.trim()
        .slice(2) ?? 1,
    );
    if (weight > 0 && (best === null || weight > best.weight)) best = { language, weight };
  }
  return best?.language ?? 'en';
}
