/** The messages of problems in the JSON Schemas of a manifest (messages.ts). */
import type { Message } from './messages.js';

const REQUIRED_HINT = {
  hint: 'define {name} in properties, or correct it here',
  hintFa: '‏{name} را در properties تعریف کنید یا نامش را اینجا درست کنید',
};

export const schemaMessages = {
  schema_invalid: { en: 'is not a valid JSON Schema: {reason}', fa: 'JSON Schema معتبری نیست: {reason}' },
  schema_dialect: {
    en: 'must be JSON Schema 2020-12 or draft-07',
    fa: 'باید JSON Schema 2020-12 یا draft-07 باشد',
    hint: 'write https://json-schema.org/draft/2020-12/schema, or remove $schema',
    hintFa: 'بنویسید https://json-schema.org/draft/2020-12/schema، یا ‎$schema را حذف کنید',
  },
  schema_too_large: {
    en: 'is too large: at most {limit} {unit}',
    fa: 'بیش از حد بزرگ است: حداکثر {limit} {unit}',
  },
  schema_ref_remote: {
    en: 'must refer to a schema in the same document',
    fa: 'باید به بخشی از همین سند اشاره کند',
    hint: 'for example "#/$defs/address"',
    hintFa: 'برای نمونه "#/$defs/address"',
  },
  schema_ref_missing: {
    en: 'refers to {target}, which does not exist',
    fa: 'به {target} اشاره می‌کند که وجود ندارد',
  },
  schema_ref_loop: {
    en: 'refers to itself for the same value, without end',
    fa: 'بی‌پایان به خودش ارجاع می‌دهد',
    hint: 'a recursive reference belongs below properties or items',
    hintFa: 'ارجاع بازگشتی باید زیر properties یا items باشد',
  },
  schema_keyword_unsupported: {
    en: 'is a keyword that is not supported here',
    fa: 'کلیدواژه‌ای است که اینجا پشتیبانی نمی‌شود',
    hint: 'remove it',
    hintFa: 'آن را حذف کنید',
  },
  schema_keyword_unknown: {
    en: 'is not a keyword of JSON Schema and has no effect',
    fa: 'کلیدواژهٔ JSON Schema نیست و اثری ندارد',
  },
  schema_required_impossible: {
    en: 'requires {name}, which is not in properties while {keyword} is false: no value can be valid',
    fa: 'مقدار {name} را الزامی می‌کند که در properties نیست و {keyword} هم false است؛ هیچ مقداری پذیرفته نمی‌شود',
    ...REQUIRED_HINT,
  },
  schema_required_undefined: {
    en: 'requires {name}, which is not in properties',
    fa: 'مقدار {name} را الزامی می‌کند که در properties نیست',
    ...REQUIRED_HINT,
  },
  schema_value_unknown: {
    en: 'is not a value that JSON Schema knows here; it must be one of: {allowed}',
    fa: 'مقداری نیست که JSON Schema اینجا بشناسد؛ باید یکی از این‌ها باشد: {allowed}',
  },
  schema_pattern: {
    en: 'is not a supported pattern: {reason}',
    fa: 'الگوی قابل پشتیبانی نیست: {reason}',
    hint: 'patterns are matched in linear time; look-around and back-references are not supported',
    hintFa: 'الگوها در زمان خطی بررسی می‌شوند؛ look-around و back-reference پشتیبانی نمی‌شود',
  },
  schema_not_object: {
    en: 'must describe an object',
    fa: 'باید یک object را توصیف کند',
    hint: 'write type: object',
    hintFa: 'بنویسید type: object',
  },
  secret_unmarked: {
    en: 'is named like a secret but not marked as one, so admins see its value and it is stored unsealed',
    fa: 'نامش به مقدار محرمانه می‌ماند ولی نشانه‌گذاری نشده است؛ مقدارش به مدیران نمایش داده و رمزنشده ذخیره می‌شود',
    hint: 'write writeOnly: true (or format: password) beside its type',
    hintFa: 'کنار type آن بنویسید writeOnly: true (یا format: password)',
  },
  secret_marker_unknown: {
    en: 'does not mark a secret: the value is shown to admins and stored unsealed',
    fa: 'مقدار را محرمانه نمی‌کند؛ به مدیران نمایش داده و رمزنشده ذخیره می‌شود',
    hint: 'write writeOnly: true (or format: password) instead',
    hintFa: 'به‌جای آن بنویسید writeOnly: true (یا format: password)',
  },
} as const satisfies Record<string, Message>;
