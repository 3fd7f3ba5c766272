/** The amount of a case: an exact decimal string, or a number that a double holds exactly. */
import { requestProblem, type Problem } from '@kushk/contracts';
import type { CheckedField } from '../platform-record/record-fields.js';

export const DECIMAL = /^-?[0-9]{1,18}(\.[0-9]{1,6})?$/;
const MAX_DIGITS = 15;
const MAX_PLACES = 6;

/**
 * Numbers have at most 15 significant digits, none of them before 10^15 or after the sixth place: these a double holds
 * and every JSON parser writes as they were sent.
 */
export const amountOrNull: CheckedField = {
  check: (value, path) => {
    if (value === null) return null;
    if (typeof value === 'string') return DECIMAL.test(value) ? null : amountProblem(path);
    if (typeof value === 'number') return isExact(value) ? null : inexactProblem(path);
    return amountProblem(path);
  },
};

function isExact(value: number): boolean {
  if (!(Math.abs(value) < 10 ** MAX_DIGITS)) return false;
  const hasFewDigits = Number(value.toPrecision(MAX_DIGITS)) === value;
  return hasFewDigits && Number(value.toFixed(MAX_PLACES)) === value;
}

function amountProblem(path: string): Problem {
  return requestProblem('amount', path, {
    message: 'must be a decimal string with at most 18 digits before the point and 6 after it, such as "1250000"',
    message_fa: 'باید رشته‌ای اعشاری باشد، حداکثر ۱۸ رقم پیش از ممیز و ۶ رقم پس از آن، مانند "1250000"',
  });
}

function inexactProblem(path: string): Problem {
  return requestProblem('amount', path, {
    message: `must have at most ${MAX_DIGITS} digits, of these at most ${MAX_PLACES} after the point, as a number`,
    message_fa: 'اگر عدد باشد، باید حداکثر ۱۵ رقم داشته باشد و از آن‌ها حداکثر ۶ رقم پس از ممیز',
    hint: 'send it as a string, which is exact: "12345678901234567.5"',
    hint_fa: 'آن را به صورت رشته بفرستید که دقیق است: "12345678901234567.5"',
  });
}
