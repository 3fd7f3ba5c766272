/** The problems of a body or a query string, in English and Persian. Codes are part of the API; messages are prose. */
import { requestProblem, TIME_PROBLEM, type Problem } from '@kushk/contracts';

export interface ProblemText {
  readonly code: string;
  readonly message: string;
  readonly message_fa: string;
}

/** Returns an entry of `params.problems`. `path` is a JSON Pointer into the body, or `?name` for a query parameter. */
export function problemAt(path: string, { code, message, message_fa }: ProblemText): Problem {
  return requestProblem(code, path, { message, message_fa });
}

/** The problem of a body that is no object. An empty list is what PHP makes of an array without entries. */
export function bodyProblem(value: unknown): Problem {
  const isList = Array.isArray(value);
  return requestProblem('type', '', {
    message: 'the whole body must be a JSON object, {…}',
    message_fa: 'کل بدنه باید یک شیء JSON باشد: {…}',
    ...(isList && {
      hint: 'send {} instead of []; in PHP, json_encode((object) [])',
      hint_fa: 'به‌جای [] مقدار {} بفرستید؛ در PHP با json_encode((object) [])',
    }),
  });
}

/** Appends one token to a JSON Pointer (RFC 6901). */
export function pointer(path: string, token: string | number): string {
  return `${path}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Formats a number in Persian digits. */
function persian(value: number): string {
  return String(value).replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]!);
}

function problem(code: string, message: string, message_fa: string): ProblemText {
  return { code, message, message_fa };
}

export const problemTexts = {
  required: problem('required', 'is required', 'الزامی است'),
  unknownField: problem('unknown_field', 'is not a known field', 'فیلد ناشناخته‌ای است'),
  unknownParameter: (known: readonly string[]) =>
    problem(
      'unknown_field',
      `is not a known parameter${known.length === 0 ? '; there are none here' : `; there are: ${known.join(', ')}`}`,
      `پارامتر ناشناخته‌ای است؛ ${known.length === 0 ? 'این نشانی پارامتری ندارد' : `پارامترها: ${known.join('، ')}`}`,
    ),
  moreUnknownFields: (count: number) =>
    problem('too_many_problems', `has ${count} more unknown fields`, `${persian(count)} فیلد ناشناختهٔ دیگر هم دارد`),
  repeated: problem('repeated', 'must be given only once', 'فقط یک بار مجاز است'),
  type: (english: string, inPersian: string) => problem('type', `must be ${english}`, `باید ${inPersian} باشد`),
  integerBetween: (min: number, max: number) =>
    problem(
      'range',
      `must be an integer from ${min} to ${max}`,
      `باید عدد صحیحی بین ${persian(min)} و ${persian(max)} باشد`,
    ),
  atLeast: (min: number) => problem('range', `must be at least ${min}`, `باید دست‌کم ${persian(min)} باشد`),
  atMost: (max: number) => problem('range', `must be at most ${max}`, `باید حداکثر ${persian(max)} باشد`),
  oneOf: (values: readonly unknown[]) =>
    problem('enum', `must be one of ${values.join(', ')}`, `باید یکی از این موارد باشد: ${values.join('، ')}`),
  lengthBetween: (min: number, max: number) =>
    problem(
      'length',
      `must have ${min} to ${max} characters`,
      `باید بین ${persian(min)} تا ${persian(max)} نویسه داشته باشد`,
    ),
  longerThan: (max: number) =>
    problem('length', `must have at most ${max} characters`, `باید حداکثر ${persian(max)} نویسه داشته باشد`),
  moreItemsThan: (max: number) =>
    problem('length', `must have at most ${max} items`, `باید حداکثر ${persian(max)} مورد داشته باشد`),
  time: TIME_PROBLEM,
  notBefore: (other: string) =>
    problem('range', `must not be earlier than \`${other}\``, `نباید زودتر از \`${other}\` باشد`),
  duplicateItem: problem('repeated', 'must not have the same item twice', 'نباید مورد تکراری داشته باشد'),
  pattern: (pattern: RegExp) =>
    problem('pattern', `must match ${String(pattern)}`, `باید با الگوی ${String(pattern)} مطابقت داشته باشد`),
} as const;
