/** The JSON of a request, with the problem documents of what cannot be read. */
import { InvalidJson, readJson, requestProblem, type JsonLimits } from '@kushk/contracts';
import { Refused } from './refused.js';

/** Bytes of a body, except of the routes with one large field. */
export const BODY_LIMIT_BYTES = 1024 * 1024;
/** Levels of nesting in a body. */
export const JSON_DEPTH_LIMIT = 64;

/**
 * Reads a request body. Throws `request.malformed` with `params.reason`, and `request.invalid` with the problem
 * `number_not_exact` for a number that would be stored as another one.
 */
export function readRequestJson(bytes: Uint8Array, limits: JsonLimits): unknown {
  try {
    return readJson(bytes, limits);
  } catch (error) {
    if (!(error instanceof InvalidJson)) throw error;
    const { reason, position, inexactNumber } = error;
    if (inexactNumber === null)
      throw Refused.with('request.malformed', position === null ? { reason } : { reason, position });
    throw Refused.with('request.invalid', { problems: [inexactProblem(inexactNumber)] });
  }
}

function inexactProblem(path: string) {
  return requestProblem('number_not_exact', path, {
    message: 'has more digits than a number of JSON keeps: it would be stored as another number',
    message_fa: 'رقم‌هایش بیش از آن است که عدد JSON نگه می‌دارد و با عددی دیگر ذخیره می‌شد',
    hint: 'round it to 15 digits, or send it as a string where the field takes one',
    hint_fa: 'آن را به ۱۵ رقم گرد کنید، یا اگر فیلد رشته می‌پذیرد به صورت رشته بفرستید',
  });
}
