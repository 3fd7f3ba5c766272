import { codeEntry } from './codes.js';
import { detailOf } from './detail.js';
import { RETRY_AFTER_SECONDS, type Refused } from './refused.js';

export type Language = 'en' | 'fa';

/** An RFC 9457 document with our top-level members (docs/reference/statuses-and-codes.md). */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly request_id: string;
}

/**
 * Writes a refusal as a problem document.
 *
 * A code that the table does not have is a defect of ours: it becomes `service.failed` and the document shows nothing
 * of it. A 404 has no params: responses about an absent and a foreign resource must not differ except in `request_id`.
 */
export function problemDocument(
  refused: Refused,
  at: { readonly errorsBase: string; readonly requestId: string; readonly language: Language },
): ProblemDocument {
  const known = codeEntry(refused.code);
  const code = known ? refused.code : 'service.failed';
  const { status, titles } = known ?? codeEntry('service.failed')!;
  const params = status === 404 || status === 500 ? {} : refused.params;
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

/** Headers that go with a problem: `Retry-After`, `WWW-Authenticate`. */
export function problemHeaders(document: ProblemDocument, refused: Refused): Record<string, string> {
  const headers: Record<string, string> = {};
  if (document.status === 401) headers['www-authenticate'] = 'Bearer';
  if (refused.retryAfterSeconds !== null) headers['retry-after'] = String(refused.retryAfterSeconds);
  else if (document.status === 503 || document.status === 429) headers['retry-after'] = String(RETRY_AFTER_SECONDS);
  return headers;
}

/** The language with the highest weight in `Accept-Language`; the first one among equals, English without either. */
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
