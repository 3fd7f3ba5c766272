/**
 * The messages of problems by code, in English and Persian. The codes are part of the API; the messages may change.
 * `{name}` stands for a parameter of the problem. Each message is a predicate, because it follows the path:
 * `/services/0/key is required`. A hint says what to write instead.
 */
import { imageMessages } from './image-messages.js';
import { mistakeMessages } from './mistake-messages.js';
import { schemaMessages } from './schema-messages.js';

export interface Message {
  readonly en: string;
  readonly fa: string;
  readonly hint?: string;
  readonly hintFa?: string;
}

const SHAPE = {
  required: { en: 'is required', fa: 'الزامی است' },
  type: { en: 'must be {expected}, not {actual}', fa: 'باید {expected} باشد، نه {actual}' },
  unknown_field: { en: 'is not a known field', fa: 'فیلد ناشناخته‌ای است' },
  not_for_kind: {
    en: 'does not apply to plugins of this kind',
    fa: 'برای افزونه‌های این نوع کاربرد ندارد',
    hint: 'external plugins have base_url and delivery; instance plugins have image, port and egress',
    hintFa: 'افزونهٔ external فیلدهای base_url و delivery دارد و افزونهٔ instance فیلدهای image، port و egress',
  },
  value_unknown: { en: 'must be one of: {allowed}', fa: 'باید یکی از این مقدارها باشد: {allowed}' },
  empty: { en: 'must not be empty', fa: 'نباید خالی باشد' },
  too_short: { en: 'must have at least {limit} characters', fa: 'باید حداقل {limit} نویسه داشته باشد' },
  too_long: { en: 'must have at most {limit} characters', fa: 'باید حداکثر {limit} نویسه داشته باشد' },
  too_few: { en: 'must have at least {limit} items', fa: 'باید حداقل {limit} مورد داشته باشد' },
  too_many: { en: 'must have at most {limit} items', fa: 'باید حداکثر {limit} مورد داشته باشد' },
  too_low: { en: 'must be {comparison} {limit}', fa: 'باید {comparison} {limit} باشد' },
  too_high: { en: 'must be {comparison} {limit}', fa: 'باید {comparison} {limit} باشد' },
  not_a_multiple: { en: 'must be a multiple of {limit}', fa: 'باید مضربی از {limit} باشد' },
  pattern: { en: 'must match the pattern {pattern}', fa: 'باید با الگوی {pattern} مطابقت داشته باشد' },
  format: { en: 'must be a valid {format}', fa: 'باید یک {format} معتبر باشد' },
  duplicate: { en: 'is a duplicate of {first}', fa: 'تکرار {first} است' },
  not_allowed: { en: 'is not allowed here', fa: 'اینجا مجاز نیست' },
  invalid: { en: '{reason}', fa: '{reason}' },
} as const satisfies Record<string, Message>;

const UNSAFE = {
  too_deep: { en: 'is nested more than {limit} levels deep', fa: 'بیش از {limit} سطح تودرتو است' },
  text_unsafe: {
    en: 'contains characters that cannot be displayed safely',
    fa: 'نویسه‌هایی دارد که نمایششان امن نیست',
    hint: 'remove control characters, direction overrides, characters of zero width and broken Unicode',
    hintFa: 'نویسه‌های کنترلی، تغییردهنده‌های جهت، نویسه‌های بدون پهنا و یونیکد ناقص را حذف کنید',
  },
  number_not_exact: {
    en: 'has more digits than a number of JSON keeps: it would be stored as another number',
    fa: 'رقم‌هایش بیش از آن است که عدد JSON نگه می‌دارد و با عددی دیگر ذخیره می‌شد',
    hint: 'round it to 15 digits, or put it in quotes where the field takes a string',
    hintFa: 'آن را به ۱۵ رقم گرد کنید، یا اگر فیلد رشته می‌پذیرد داخل گیومه بگذارید',
  },
  number_unsafe: { en: 'must be a finite number', fa: 'باید عددی متناهی باشد' },
  key_forbidden: {
    en: 'is a reserved name',
    fa: 'نامی رزروشده است',
    hint: 'choose another name',
    hintFa: 'نام دیگری انتخاب کنید',
  },
  too_many_problems: {
    en: 'has more problems than this list shows',
    fa: 'مشکل‌های بیشتری دارد که در این فهرست نیامده است',
    hint: 'fix these and check again',
    hintFa: 'این‌ها را اصلاح کنید و دوباره بررسی کنید',
  },
  too_expensive: {
    en: 'takes too much work to check',
    fa: 'بررسی آن بیش از حد پرهزینه است',
    hint: 'simplify the schema or send less data',
    hintFa: 'اسکیما را ساده‌تر کنید یا دادهٔ کمتری بفرستید',
  },
} as const satisfies Record<string, Message>;

const MANIFEST = {
  schema_version: {
    en: 'must be "1"',
    fa: 'باید "1" باشد',
    hint: 'write schema: "1", in quotes',
    hintFa: 'بنویسید schema: "1"، داخل گیومه',
  },
  id_invalid: {
    en: 'must be a reverse domain name in lowercase with at least two parts',
    fa: 'باید نام دامنه به‌صورت وارونه باشد، با حروف کوچک و حداقل دو بخش',
    hint: 'for example ir.acme.invoices',
    hintFa: 'برای نمونه ir.acme.invoices',
  },
  version_invalid: {
    en: 'must be a SemVer 2.0.0 version without build metadata',
    fa: 'باید نسخه‌ای به شکل SemVer 2.0.0 و بدون build metadata باشد',
    hint: 'for example 1.4.0 or 2.0.0-rc.1',
    hintFa: 'برای نمونه 1.4.0 یا 2.0.0-rc.1',
  },
  version_lower: {
    en: 'is lower than {newest}, the newest published version, so installations of that version do not move to it',
    fa: 'از {newest} که جدیدترین نسخهٔ منتشرشده است پایین‌تر است؛ نصب‌های آن نسخه به این نسخه منتقل نمی‌شوند',
    hint: 'submit a version above {newest}',
    hintFa: 'نسخه‌ای بالاتر از {newest} بفرستید',
  },
  publisher_invalid: {
    en: 'must be a publisher id: lowercase letters and digits, with . _ or - between them',
    fa: 'باید شناسهٔ ناشر باشد: حروف کوچک لاتین و رقم، با . یا _ یا - بین آن‌ها',
  },
  delivery_unknown: {
    en: 'must be poll, or left out',
    fa: 'باید poll باشد یا نوشته نشود',
    hint: 'without delivery, the instance sends events and tool calls to base_url',
    hintFa: 'بدون delivery، سامانه رویدادها و فراخوانی ابزارها را به base_url می‌فرستد',
  },
  plugin_api_invalid: {
    en: 'must be MAJOR.MINOR',
    fa: 'باید به شکل MAJOR.MINOR باشد',
    hint: 'for example "1.0", in quotes',
    hintFa: 'برای نمونه "1.0"، داخل گیومه',
  },
  language_invalid: {
    en: 'must be a language tag',
    fa: 'باید کد زبان باشد',
    hint: 'for example en, fa or pt-BR',
    hintFa: 'برای نمونه en، fa یا pt-BR',
  },
  text_blank: { en: 'must not be blank', fa: 'نباید فقط فاصله باشد' },
  base_url_invalid: {
    en: 'must be an absolute URL without credentials, query or fragment',
    fa: 'باید نشانی کامل باشد، بدون نام کاربری، پارامتر و fragment',
    hint: 'for example https://plugin.acme.ir',
    hintFa: 'برای نمونه https://plugin.acme.ir',
  },
  base_url_not_https: { en: 'must be https', fa: 'باید https باشد' },
  base_url_not_canonical: {
    en: 'must be in canonical form',
    fa: 'باید به شکل استاندارد نوشته شود',
    hint: 'write {canonical}',
    hintFa: 'بنویسید {canonical}',
  },
  base_url_needed: {
    en: 'needs base_url: the service calls tools and shows pages there, also when the plugin polls its events',
    fa: 'به base_url نیاز دارد؛ ابزارها و صفحه‌ها آنجا هستند، حتی اگر افزونه رویدادهایش را خودش بپرسد',
    hint: 'add base_url, or remove this part',
    hintFa: 'base_url را اضافه یا این بخش را حذف کنید',
  },
  ...imageMessages,
  egress_invalid: {
    en: 'must be host:port in lowercase, without wildcards',
    fa: 'باید به شکل host:port باشد، با حروف کوچک و بدون *',
    hint: 'for example api.acme.ir:443',
    hintFa: 'برای نمونه api.acme.ir:443',
  },
  key_invalid: {
    en: 'must be lowercase letters and digits, with . _ or - between them',
    fa: 'باید حروف کوچک لاتین و رقم باشد، با . یا _ یا - بین آن‌ها',
  },
  tool_name_invalid: {
    en: 'must be lowercase letters, digits and _, start with a letter and have at most 48 characters',
    fa: 'باید از حروف کوچک لاتین، رقم و _ باشد، با حرف شروع شود و حداکثر ۴۸ نویسه داشته باشد',
  },
  scope_unknown: {
    en: 'is not a known scope',
    fa: 'دسترسی ناشناخته‌ای است',
    hint: 'one of: {allowed}',
    hintFa: 'یکی از این‌ها: {allowed}',
  },
  scope_missing: {
    en: 'needs the scope {scope}',
    fa: 'به دسترسی {scope} نیاز دارد',
    hint: 'add {scope} to scopes, with the reason',
    hintFa: '‏{scope} را همراه با دلیل به scopes اضافه کنید',
  },
  scope_unused: {
    en: 'is requested but not used in the manifest',
    fa: 'درخواست شده ولی در مانیفست استفاده نشده است',
    hint: 'remove it from scopes, or declare the capability that needs it',
    hintFa: 'آن را از scopes حذف کنید، یا قابلیتی را که به آن نیاز دارد تعریف کنید',
  },
  service_undeclared: {
    en: 'is a rate for a service that is missing in services',
    fa: 'نرخ سرویسی است که در services تعریف نشده است',
    hint: 'add the service to services, or remove the rate',
    hintFa: 'سرویس را به services اضافه کنید، یا این نرخ را حذف کنید',
  },
  rate_invalid: {
    en: 'must be MU per unit: a decimal string with at most 6 places',
    fa: 'باید مقدار MU برای هر واحد باشد: رشتهٔ اعشاری با حداکثر ۶ رقم اعشار',
    hint: 'for example "0.25", in quotes',
    hintFa: 'برای نمونه "0.25"، داخل گیومه',
  },
  rate_too_high: { en: 'must be at most {limit} MU per unit', fa: 'باید حداکثر {limit} MU برای هر واحد باشد' },
  event_unknown: {
    en: 'is not a known event',
    fa: 'رویداد ناشناخته‌ای است',
    hint: 'calls such as installed come to base_url without being named here, and never to a plugin that polls; one of: {allowed}',
    hintFa:
      'فراخوانی‌هایی مانند installed بدون نوشتن در اینجا به base_url می‌آیند و برای افزونه‌ای که خودش می‌خواند هرگز نمی‌آیند؛ یکی از این‌ها: {allowed}',
  },
  host_not_public: {
    en: 'points to {host}, which is not a public host',
    fa: 'به {host} اشاره می‌کند که میزبان عمومی نیست',
    hint: 'use a host that is reachable from the Internet, or explain to the reviewer why it must be this one',
    hintFa: 'میزبانی را بنویسید که از اینترنت در دسترس است، یا برای بازبین توضیح دهید چرا باید همین باشد',
  },
  path_not_relative: {
    en: 'must be a path below base_url that starts with a single /',
    fa: 'باید مسیری زیر base_url باشد که با یک / شروع می‌شود',
    hint: 'for example /app',
    hintFa: 'برای نمونه /app',
  },
} as const satisfies Record<string, Message>;

const YAML = {
  yaml_too_large: {
    en: 'is larger than {limit} bytes',
    fa: 'بزرگ‌تر از {limit} بایت است',
    hint: 'a manifest only describes the plugin: serve documents, images and data from base_url',
    hintFa: 'مانیفست فقط افزونه را توصیف می‌کند: سند، تصویر و داده را از base_url ارائه کنید',
  },
  yaml_too_complex: { en: 'has more than {limit} tokens', fa: 'بیش از {limit} توکن دارد' },
  yaml_documents: {
    en: 'starts a second document, but a manifest is one document',
    fa: 'سند دومی را شروع می‌کند، در حالی که مانیفست فقط یک سند است',
  },
  yaml_empty: { en: 'is empty', fa: 'خالی است' },
  yaml_syntax: {
    en: 'is not valid YAML: {reason}',
    fa: 'YAML معتبری نیست: {reason}',
    hint: 'indent with spaces, the same number for all keys of one level, and put a text with ": " in quotes',
    hintFa: 'با فاصله تورفتگی بدهید، برای کلیدهای هم‌سطح به یک اندازه، و متنی را که ": " دارد داخل گیومه بگذارید',
  },
  yaml_duplicate_key: {
    en: 'is a duplicate key',
    fa: 'کلید تکراری است',
    hint: 'keep one of the two',
    hintFa: 'یکی از آن دو را نگه دارید',
  },
  yaml_key_not_text: {
    en: 'must have strings as keys',
    fa: 'کلیدهایش باید رشته باشند',
    hint: 'put the key in quotes',
    hintFa: 'کلید را داخل گیومه بگذارید',
  },
  yaml_tag: {
    en: 'has the tag {tag}, but tags are not allowed',
    fa: 'تگ {tag} دارد، ولی تگ مجاز نیست',
    hint: 'remove the tag',
    hintFa: 'تگ را حذف کنید',
  },
  yaml_alias: {
    en: 'refers to *{anchor}, which is not defined before it',
    fa: 'به *{anchor} اشاره می‌کند که پیش از آن تعریف نشده است',
  },
  yaml_alias_bomb: {
    en: 'has more than {limit} values after its aliases are expanded',
    fa: 'پس از باز شدن aliasها بیش از {limit} مقدار دارد',
  },
} as const satisfies Record<string, Message>;

export const MESSAGES = { ...SHAPE, ...UNSAFE, ...MANIFEST, ...mistakeMessages, ...schemaMessages, ...YAML } as const;

/** All codes of problems that this library reports. */
export type ProblemCode = keyof typeof MESSAGES;
