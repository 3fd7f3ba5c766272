/** Problems of a request in the one shape of contract §3, in English and Persian. */
import type { Problem } from '@kushk/contracts';

type Words = readonly [code: string, english: string, persian: string];

/** One entry of `params.problems`. `path` is a JSON Pointer into the body, or `?name` for a query parameter. */
export function requestProblem(path: string, [code, message, message_fa]: Words, hint?: string): Problem {
  return { code, path, message, message_fa, ...(hint ? { hint } : {}), stage: 'request' };
}

/** Appends one token to a JSON Pointer (RFC 6901). */
export function pointer(path: string, token: string | number): string {
  return `${path}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** A number in Persian digits; what is no number stays as it is. */
function persian(value: unknown): string {
  return String(value).replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]!);
}

export const words = {
  required: ['required', 'is required', 'لازم است'],
  unknownField: ['unknown_field', 'is not known here', 'این‌جا شناخته نیست'],
  moreUnknownFields: (count: number): Words => [
    'too_many_problems',
    `has ${count} more fields that are not known here`,
    `${persian(count)} فیلد ناشناختهٔ دیگر هم دارد`,
  ],
  object: ['type', 'must be an object', 'باید شیء باشد'],
  repeated: ['repeated', 'may stand only once', 'فقط یک بار می‌تواند بیاید'],
  integerBetween: (least: number, most: number): Words => [
    'range',
    `must be an integer from ${least} to ${most}`,
    `باید عدد صحیحی از ${persian(least)} تا ${persian(most)} باشد`,
  ],
  oneOf: (values: readonly unknown[]): Words => [
    'enum',
    `must be one of ${values.join(', ')}`,
    `باید یکی از این‌ها باشد: ${values.join('، ')}`,
  ],
  textBetween: (least: number, most: number): Words => [
    'length',
    `must have ${least} to ${most} characters`,
    `باید ${persian(least)} تا ${persian(most)} نویسه داشته باشد`,
  ],
} as const;

type Sentence = (constraints: readonly unknown[]) => Words;
const type =
  (english: string, persian: string): Sentence =>
  () => ['type', `must be ${english}`, `باید ${persian} باشد`];

/** How a failed rule of class-validator reads. A rule that is missing here fails when the body's shape is compiled. */
const rules: Readonly<Record<string, Sentence>> = {
  isString: type('a string', 'رشته'),
  isInt: type('an integer', 'عدد صحیح'),
  isNumber: type('a number', 'عدد'),
  isBoolean: type('true or false', 'true یا false'),
  isObject: () => words.object,
  isArray: type('a list', 'فهرست'),
  isIn: ([values]) => words.oneOf(values as readonly unknown[]),
  min: ([least]) => ['range', `must be at least ${String(least)}`, `باید دست‌کم ${persian(least)} باشد`],
  max: ([most]) => ['range', `must be at most ${String(most)}`, `باید حداکثر ${persian(most)} باشد`],
  isLength: ([least, most]) => words.textBetween(Number(least), Number(most)),
  minLength: ([least]) => [
    'length',
    `must have at least ${String(least)} characters`,
    `باید دست‌کم ${persian(least)} نویسه داشته باشد`,
  ],
  maxLength: ([most]) => [
    'length',
    `must have at most ${String(most)} characters`,
    `باید حداکثر ${persian(most)} نویسه داشته باشد`,
  ],
  arrayMaxSize: ([most]) => [
    'length',
    `must have at most ${String(most)} items`,
    `باید حداکثر ${persian(most)} مورد داشته باشد`,
  ],
  arrayUnique: () => ['repeated', 'must not hold the same item twice', 'نباید مورد تکراری داشته باشد'],
  matches: ([pattern]) => ['pattern', `must match ${String(pattern)}`, `باید با ${String(pattern)} بخواند`],
};

/** The words of a rule of class-validator, by its name; null where the rule is not known here. */
export function sentenceOf(rule: string): Sentence | null {
  return Object.hasOwn(rules, rule) ? rules[rule]! : null;
}
