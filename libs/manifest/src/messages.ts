/**
 * What a problem says, by its code, in English and Persian. The code is API, these sentences are not.
 * `{name}` stands for a parameter of the problem. Predicates, so that they read on after the path:
 * `/services/0/key is required`.
 */
export interface Message {
  readonly en: string;
  readonly fa: string;
  readonly hint?: string;
}

const SHAPE = {
  required: { en: 'is required', fa: 'لازم است' },
  type: { en: 'must be {expected}, not {actual}', fa: 'باید از نوع {expected} باشد، نه {actual}' },
  unknown_field: { en: 'is not a known field', fa: 'فیلد شناخته‌شده‌ای نیست' },
  not_for_kind: {
    en: 'is not for plugins of this kind',
    fa: 'برای افزونه‌ای از این نوع نیست',
    hint: 'external plugins have base_url; instance plugins have image, port and egress',
  },
  value_unknown: { en: 'must be one of: {allowed}', fa: 'باید یکی از این‌ها باشد: {allowed}' },
  empty: { en: 'must not be empty', fa: 'نباید خالی باشد' },
  too_short: { en: 'must have at least {limit} characters', fa: 'باید دست‌کم {limit} نویسه داشته باشد' },
  too_long: { en: 'must have at most {limit} characters', fa: 'باید حداکثر {limit} نویسه داشته باشد' },
  too_few: { en: 'must have at least {limit} members', fa: 'باید دست‌کم {limit} عضو داشته باشد' },
  too_many: { en: 'must have at most {limit} members', fa: 'باید حداکثر {limit} عضو داشته باشد' },
  too_low: { en: 'must be {comparison} {limit}', fa: 'باید {comparison} {limit} باشد' },
  too_high: { en: 'must be {comparison} {limit}', fa: 'باید {comparison} {limit} باشد' },
  not_a_multiple: { en: 'must be a multiple of {limit}', fa: 'باید مضربی از {limit} باشد' },
  pattern: { en: 'must match the pattern {pattern}', fa: 'باید با الگوی {pattern} بخواند' },
  format: { en: 'must be a valid {format}', fa: 'باید {format} معتبر باشد' },
  duplicate: { en: 'stands twice: the same as {first}', fa: 'تکراری است: همانند {first}' },
  not_allowed: { en: 'is not allowed here', fa: 'این‌جا مجاز نیست' },
  invalid: { en: '{reason}', fa: 'با طرح‌واره نمی‌خواند ({reason})' },
} as const satisfies Record<string, Message>;

const UNSAFE = {
  too_deep: { en: 'is nested more than {limit} levels deep', fa: 'بیش از {limit} لایه تودرتو است' },
  text_unsafe: {
    en: 'holds characters that cannot be shown safely (control characters, direction overrides, broken Unicode)',
    fa: 'نویسه‌هایی دارد که نمایش آن‌ها امن نیست (کنترلی، تغییر جهت، یونیکد ناقص)',
  },
  number_unsafe: { en: 'is not a finite number', fa: 'عدد متناهی نیست' },
  key_forbidden: { en: 'is a name that must not be used', fa: 'نامی است که نباید به کار رود' },
  too_many_problems: { en: 'has more problems than are listed here', fa: 'بیش از آنچه این‌جا آمده مشکل دارد' },
  too_costly: {
    en: 'takes too much work to check against its schema',
    fa: 'سنجش آن با طرح‌واره بیش از اندازه کار می‌برد',
  },
} as const satisfies Record<string, Message>;

const MANIFEST = {
  schema_version: { en: 'must be "1"', fa: 'باید "1" باشد', hint: 'write schema: "1", in quotes' },
  id_invalid: {
    en: 'must be a reverse-DNS name in lowercase with at least two labels',
    fa: 'باید نام دامنهٔ وارونه، با حروف کوچک و دست‌کم دو بخش باشد',
    hint: 'for example ir.acme.invoices',
  },
  version_invalid: {
    en: 'must be a SemVer 2.0.0 version without build metadata',
    fa: 'باید نسخه‌ای به شکل SemVer 2.0.0 و بدون build metadata باشد',
    hint: 'for example 1.4.0 or 2.0.0-rc.1',
  },
  publisher_invalid: {
    en: 'must be the id of a publisher: lowercase letters and digits, with . _ or - between them',
    fa: 'باید شناسهٔ ناشر باشد: حروف کوچک و رقم، با . یا _ یا - در میان آن‌ها',
  },
  plugin_api_invalid: {
    en: 'must be MAJOR.MINOR',
    fa: 'باید به شکل MAJOR.MINOR باشد',
    hint: 'for example "1.0", in quotes',
  },
  language_invalid: { en: 'is not a language tag', fa: 'برچسب زبان نیست', hint: 'for example en, fa or pt-BR' },
  text_blank: { en: 'must not be blank', fa: 'نباید فقط فاصله باشد' },
  base_url_invalid: {
    en: 'must be an absolute address without credentials, query or fragment',
    fa: 'باید نشانی کامل، بدون نام کاربری، پرس‌وجو و fragment باشد',
    hint: 'for example https://plugin.acme.ir',
  },
  base_url_not_https: { en: 'must be https', fa: 'باید https باشد', hint: '{hint}' },
  base_url_not_canonical: {
    en: 'is not written in its canonical form',
    fa: 'به شکل متعارف نوشته نشده است',
    hint: 'write it as {canonical}',
  },
  image_invalid: {
    en: 'must be an image reference with its sha256 digest',
    fa: 'باید نشانی ایمیج همراه با چکیدهٔ sha256 باشد',
    hint: 'for example registry.example/acme/invoices@sha256: and 64 hexadecimal digits',
  },
  egress_invalid: {
    en: 'must be host:port in lowercase, without wildcards',
    fa: 'باید به شکل host:port، با حروف کوچک و بدون * باشد',
    hint: 'for example api.acme.ir:443',
  },
  key_invalid: {
    en: 'must be lowercase letters and digits, with . _ or - between them',
    fa: 'باید حروف کوچک و رقم باشد، با . یا _ یا - در میان آن‌ها',
  },
  tool_name_invalid: {
    en: 'must be lowercase letters, digits and _, beginning with a letter, at most 48 characters',
    fa: 'باید حروف کوچک، رقم و _ باشد، با حرف آغاز شود و حداکثر ۴۸ نویسه داشته باشد',
  },
  scope_unknown: { en: 'is not a scope', fa: 'دامنهٔ دسترسی شناخته‌شده‌ای نیست', hint: 'one of: {allowed}' },
  scope_missing: {
    en: 'needs the scope {scope}',
    fa: 'به دامنهٔ دسترسی {scope} نیاز دارد',
    hint: 'add {scope} to scopes and say why',
  },
  scope_unused: {
    en: 'is requested, but nothing in the manifest uses it',
    fa: 'درخواست شده، اما چیزی در مانیفست از آن استفاده نمی‌کند',
    hint: 'remove it from scopes, or declare what needs it',
  },
  service_undeclared: {
    en: 'is a rate for a service that services does not declare',
    fa: 'نرخ خدمتی است که در services نیامده است',
    hint: 'add it to services, or remove the rate',
  },
  rate_invalid: {
    en: 'must be MU per unit: a decimal string with at most 6 places',
    fa: 'باید مقدار MU برای هر واحد باشد: رشته‌ای دهدهی با حداکثر ۶ رقم اعشار',
    hint: 'for example "0.25", in quotes',
  },
  rate_too_high: { en: 'must be at most {limit} MU per unit', fa: 'باید حداکثر {limit} MU برای هر واحد باشد' },
  event_unknown: { en: 'is not an event', fa: 'رویداد شناخته‌شده‌ای نیست', hint: 'one of: {allowed}' },
  host_not_public: {
    en: 'leads to {host}, which is not a public host',
    fa: 'به {host} می‌رسد که میزبانی عمومی نیست',
    hint: 'name a host that can be reached from anywhere, or tell the reviewer why it must be this one',
  },
  path_not_relative: {
    en: 'must be a path below base_url that begins with a single /',
    fa: 'باید مسیری زیر base_url باشد که با یک / آغاز می‌شود',
    hint: 'for example /app',
  },
} as const satisfies Record<string, Message>;

const SCHEMAS = {
  schema_invalid: { en: 'is not a valid JSON Schema: {reason}', fa: 'طرح‌وارهٔ JSON معتبری نیست: {reason}' },
  schema_dialect: {
    en: 'names another dialect than JSON Schema 2020-12',
    fa: 'گویشی جز JSON Schema 2020-12 را نام می‌برد',
    hint: 'https://json-schema.org/draft/2020-12/schema, or leave $schema out',
  },
  schema_too_large: {
    en: 'is too large a schema: at most {limit} {unit}',
    fa: 'طرح‌وارهٔ بیش از اندازه بزرگی است: حداکثر {limit} {unit}',
  },
  schema_ref_remote: {
    en: 'must refer to a place in the same schema',
    fa: 'باید به جایی در همین طرح‌واره اشاره کند',
    hint: 'for example "#/$defs/address"',
  },
  schema_ref_missing: {
    en: 'refers to {target}, where no schema stands',
    fa: 'به {target} اشاره می‌کند که طرح‌واره‌ای در آن نیست',
  },
  schema_ref_loop: {
    en: 'refers to itself without ever going down into the data',
    fa: 'بی‌آنکه در داده پایین برود به خودش برمی‌گردد',
  },
  schema_keyword_unsupported: {
    en: 'is a keyword that is not supported here',
    fa: 'کلیدواژه‌ای است که این‌جا پشتیبانی نمی‌شود',
  },
  schema_pattern: {
    en: 'is not a usable pattern: {reason}',
    fa: 'الگوی قابل استفاده‌ای نیست: {reason}',
    hint: 'patterns are matched in linear time; look-around and back-references are not supported',
  },
  schema_not_object: { en: 'must describe an object', fa: 'باید یک شیء را توصیف کند', hint: 'type: object' },
  secret_misplaced: {
    en: 'is a secret where it cannot be found and hidden',
    fa: 'مقدار محرمانه‌ای است در جایی که نمی‌توان آن را یافت و پنهان کرد',
    hint: 'put format: password directly under properties',
  },
} as const satisfies Record<string, Message>;

const YAML = {
  yaml_too_large: { en: 'is larger than {limit} bytes', fa: 'بزرگ‌تر از {limit} بایت است' },
  yaml_too_complex: { en: 'holds more than {limit} tokens', fa: 'بیش از {limit} نشانه در خود دارد' },
  yaml_documents: {
    en: 'begins a second document: a manifest is one',
    fa: 'سند دومی را آغاز می‌کند: مانیفست یک سند است',
  },
  yaml_empty: { en: 'holds no document', fa: 'سندی در خود ندارد' },
  yaml_syntax: { en: 'is not valid YAML: {reason}', fa: 'YAML معتبری نیست: {reason}' },
  yaml_duplicate_key: { en: 'stands twice in the same mapping', fa: 'در یک نگاشت دو بار آمده است' },
  yaml_key_not_text: {
    en: 'must be text: a key of another type is not allowed',
    fa: 'کلید باید متن باشد',
    hint: 'put the key in quotes',
  },
  yaml_tag: {
    en: 'uses the tag {tag}; tags are not allowed',
    fa: 'برچسب {tag} دارد؛ برچسب مجاز نیست',
    hint: 'remove the tag',
  },
  yaml_alias: {
    en: 'refers to *{anchor}, which is not defined before it',
    fa: 'به *{anchor} اشاره می‌کند که پیش از آن تعریف نشده است',
  },
  yaml_alias_bomb: {
    en: 'grows beyond {limit} values when its aliases are written out',
    fa: 'با باز شدن ارجاع‌ها از {limit} مقدار بیشتر می‌شود',
  },
} as const satisfies Record<string, Message>;

export const MESSAGES = { ...SHAPE, ...UNSAFE, ...MANIFEST, ...SCHEMAS, ...YAML } as const;

/** Every code that a problem of this library can have. */
export type ProblemCode = keyof typeof MESSAGES;
