/**
 * The one table of what may be refused: code → HTTP status, and a title in two languages. Codes are API; titles are
 * prose and may change. A code that stands here can be refused by anyone; one that does not is a bug of ours, and the
 * gateway does not compile with it. (contract §3)
 *
 * To add a code, add a line. What ends in `not_found`, `.busy` or `.unavailable` needs none.
 */
type Entry = readonly [status: number, english: string, persian: string];

const credentials = {
  'auth.publisher_key_invalid': [
    401,
    'The publisher key is missing, wrong or revoked',
    'کلید ناشر فرستاده نشده، نادرست است یا باطل شده است',
  ],
  'auth.token_invalid': [
    401,
    'The token is missing, wrong or no longer valid',
    'توکن فرستاده نشده، نادرست است یا دیگر اعتبار ندارد',
  ],
  'auth.handle_invalid': [401, 'The handle is wrong or no longer valid', 'دستگیره نادرست است یا دیگر اعتبار ندارد'],
  'auth.scope_missing': [
    403,
    'The installation was not granted the scope that this needs',
    'دامنهٔ لازم به این نصب داده نشده است',
  ],
  'auth.role_missing': [403, 'This needs another role', 'این کار نقش دیگری می‌خواهد'],
  'auth.handle_read_only': [403, 'This handle may only read', 'با این دستگیره فقط می‌توان خواند'],
  'auth.handle_not_accepted': [
    403,
    'A handle alone does not reach this; use the installation token',
    'دستگیره به‌تنهایی در این‌جا کافی نیست؛ توکن نصب لازم است',
  ],
  'organisation.required': [
    400,
    'You belong to several organisations: name one in Service-Organisation',
    'شما عضو چند سازمان هستید؛ یکی را در Service-Organisation نام ببرید',
  ],
} as const satisfies Record<string, Entry>;

const requests = {
  'request.malformed': [400, 'The request cannot be read', 'درخواست خواندنی نیست'],
  'request.invalid': [422, 'The request is readable but not valid', 'درخواست خوانده شد اما معتبر نیست'],
  'request.unsupported_media_type': [
    415,
    'Only application/json in UTF-8 is accepted',
    'فقط application/json با UTF-8 پذیرفته می‌شود',
  ],
  'request.too_large': [413, 'The request is too large', 'درخواست بیش از اندازه بزرگ است'],
  'request.timeout': [408, 'The request took too long to arrive', 'رسیدن درخواست بیش از اندازه طول کشید'],
  'request.method_not_allowed': [405, 'This address does not take this method', 'این نشانی این متد را نمی‌پذیرد'],
  'idempotency.key_required': [400, 'An Idempotency-Key is required here', 'این‌جا سرایند Idempotency-Key لازم است'],
  'idempotency.key_invalid': [
    400,
    'Idempotency-Key is 1 to 128 of A-Z a-z 0-9 . _ : -',
    'سرایند Idempotency-Key باید ۱ تا ۱۲۸ نویسه از A-Z a-z 0-9 . _ : - باشد',
  ],
  'idempotency.conflict': [
    409,
    'This Idempotency-Key was used with another request',
    'این Idempotency-Key پیش‌تر با درخواست دیگری آمده است',
  ],
  'rate.limited': [429, 'Too many requests', 'شمار درخواست‌ها بیش از اندازه است'],
  'service.unavailable': [
    503,
    'A part of the service is down; try again',
    'بخشی از سرویس در دسترس نیست؛ دوباره تلاش کنید',
  ],
  'service.failed': [500, 'Something broke on our side', 'خطایی در سمت ما رخ داد'],
} as const satisfies Record<string, Entry>;

const hub = {
  'catalogue.manifest_invalid': [422, 'The manifest is not valid', 'مانیفست معتبر نیست'],
  'catalogue.publisher_mismatch': [
    403,
    'The publisher in the manifest is not the publisher of the key',
    'ناشر مانیفست با ناشر کلید یکی نیست',
  ],
  'catalogue.plugin_owned_elsewhere': [
    409,
    'The plugin id belongs to another publisher',
    'شناسهٔ افزونه از آنِ ناشر دیگری است',
  ],
  'catalogue.version_exists': [
    409,
    'This version was already submitted; a correction is a new version',
    'این نسخه پیش‌تر فرستاده شده است؛ اصلاح، نسخهٔ تازه می‌خواهد',
  ],
  'catalogue.transition_invalid': [409, 'The release cannot make this move now', 'این تغییر وضعیت اکنون ممکن نیست'],
  'catalogue.publisher_exists': [409, 'A publisher with this id exists', 'ناشری با این شناسه هست'],
  'catalogue.instance_exists': [409, 'An instance with this id exists', 'نمونه‌ای با این شناسه هست'],
  'instance.link_unavailable': [
    409,
    'The NATS of this hub does not run in operator mode: it has no accounts to give',
    'NATS این هاب در حالت operator نیست و حسابی برای دادن ندارد',
  ],
  'instance.link_changed': [
    409,
    'The instance was registered anew meanwhile; ask again',
    'این نمونه در این میان دوباره ثبت شده است؛ دوباره درخواست کنید',
  ],
  'review.taken_by_other': [409, 'Another reviewer holds this release', 'این نسخه در دست بازبین دیگری است'],
  'usage.month_invalid': [422, 'The month is not valid', 'ماه معتبر نیست'],
  'usage.month_in_future': [422, 'The month lies in the future', 'این ماه هنوز نرسیده است'],
} as const satisfies Record<string, Entry>;

const instance = {
  'installation.suspended': [403, 'The plugin is suspended', 'افزونه تعلیق شده است'],
  'installation.paused': [403, 'The installation is paused', 'نصب متوقف شده است'],
  'installation.scope_pending': [
    403,
    'The scope waits for the consent of the admin',
    'این دامنه در انتظار رضایت مدیر است',
  ],
  'installation.removed': [409, 'The installation was removed', 'این نصب برداشته شده است'],
  'installation.already_installed': [409, 'The plugin is already installed', 'این افزونه پیش‌تر نصب شده است'],
  'installation.transition_invalid': [
    409,
    'The installation cannot make this move now',
    'این تغییر وضعیت برای نصب اکنون ممکن نیست',
  ],
  'installation.consent_missing': [
    422,
    'The consent does not cover what the plugin asks for',
    'رضایت همهٔ خواسته‌های افزونه را در بر نمی‌گیرد',
  ],
  'installation.settings_invalid': [422, 'The settings are not valid', 'تنظیمات معتبر نیست'],
  'installation.plan_unknown': [422, 'The plugin has no such plan', 'افزونه چنین طرحی ندارد'],
  'installation.credentials_already_read': [
    409,
    'The credentials were shown once and are not shown again',
    'اطلاعات ورود یک بار نشان داده شده و دوباره نشان داده نمی‌شود',
  ],
  'tool.arguments_invalid': [422, 'The arguments do not fit the tool', 'آرگومان‌ها با ابزار نمی‌خوانند'],
  'tool.unreachable': [502, 'The plugin cannot be reached', 'افزونه در دسترس نیست'],
  'tool.failed': [502, 'The plugin answered with an error', 'افزونه خطا داد'],
  'tool.timeout': [504, 'The plugin did not answer in time', 'افزونه به‌موقع پاسخ نداد'],
  'tool.answer_invalid': [502, 'The answer of the plugin cannot be read', 'پاسخ افزونه خواندنی نیست'],
  'tool.answer_too_large': [502, 'The answer of the plugin is too large', 'پاسخ افزونه بیش از اندازه بزرگ است'],
  'events.cursor_invalid': [422, 'The cursor is not one of ours', 'نشانگر معتبر نیست'],
  'events.cursor_expired': [
    410,
    'The cursor points to events that are no longer kept',
    'رویدادهای این نشانگر دیگر نگهداری نمی‌شوند',
  ],
  'cursor.invalid': [422, 'The cursor is not one of ours', 'نشانگر معتبر نیست'],
} as const satisfies Record<string, Entry>;

const work = {
  'record.invalid': [422, 'The data does not fit the schema of its type', 'داده با طرح‌وارهٔ نوع خود نمی‌خواند'],
  'record.revision_conflict': [412, 'The record has another revision', 'رکورد در این میان تغییر کرده است'],
  'record.external_id_invalid': [422, 'An external_id has 1 to 200 characters', 'external_id باید ۱ تا ۲۰۰ نویسه باشد'],
  'case.invalid': [422, 'The case is not valid', 'پرونده معتبر نیست'],
  'case.exists': [409, 'A case with this id exists', 'پرونده‌ای با این شناسه هست'],
  'case.revision_conflict': [412, 'The case has another revision', 'پرونده در این میان تغییر کرده است'],
  'person.exists': [409, 'This person already belongs to the organisation', 'این شخص عضو سازمان است'],
  'person.last_admin': [409, 'An organisation keeps at least one admin', 'سازمان دست‌کم یک مدیر می‌خواهد'],
  'organisation.exists': [409, 'An organisation with this id exists', 'سازمانی با این شناسه هست'],
  'proposal.invalid': [422, 'The proposal is not valid', 'پیشنهاد معتبر نیست'],
  'proposal.external_id_exists': [
    409,
    'Another proposal with this external_id is pending',
    'پیشنهاد دیگری با این external_id در انتظار است',
  ],
  'proposal.settled': [409, 'The proposal has been settled', 'تکلیف این پیشنهاد روشن شده است'],
  'proposal.not_rejected': [409, 'Only a rejected proposal has a reason', 'فقط پیشنهاد ردشده دلیل دارد'],
  'proposal.stale': [
    409,
    'The record was edited since the proposal was made',
    'رکورد پس از این پیشنهاد ویرایش شده است',
  ],
} as const satisfies Record<string, Entry>;

const wallet = {
  'wallet.insufficient_balance': [402, 'The wallet does not hold enough MU', 'موجودی کیف پول کافی نیست'],
  'wallet.hold_settled': [409, 'The hold has been settled', 'این رزرو تسویه شده است'],
  'wallet.hold_released': [409, 'The hold has been released', 'این رزرو آزاد شده است'],
  'wallet.hold_expired': [409, 'The hold has expired', 'زمان این رزرو گذشته است'],
  'wallet.settle_exceeds_hold': [409, 'More is settled than was held', 'تسویه بیش از اندازهٔ رزرو است'],
  'wallet.plan_missing': [409, 'The wallet has no active plan', 'کیف پول طرح فعالی ندارد'],
  'wallet.closed': [409, 'The wallet is closed', 'کیف پول بسته است'],
  'wallet.service_unknown': [422, 'The plugin declares no such service', 'افزونه چنین خدمتی اعلام نکرده است'],
  'wallet.service_unrated': [422, 'The active plan has no rate for this service', 'طرح فعال برای این خدمت نرخی ندارد'],
  'wallet.count_invalid': [422, 'The count is not valid', 'تعداد معتبر نیست'],
  'wallet.amount_invalid': [422, 'The amount of MU is not valid', 'مقدار MU معتبر نیست'],
  'wallet.ttl_invalid': [422, 'The time to live of a hold is not valid', 'مدت رزرو معتبر نیست'],
  'wallet.too_many_holds': [409, 'The wallet has too many open holds', 'شمار رزروهای باز بیش از اندازه است'],
} as const satisfies Record<string, Entry>;

const table = { ...credentials, ...requests, ...hub, ...instance, ...work, ...wallet } satisfies Record<string, Entry>;

/** A code that the edge itself may refuse with: checked by the compiler against the table. */
export type KnownCode = keyof typeof table | `${string}.${string}not_found`;

const families: readonly (readonly [ending: RegExp, entry: Entry])[] = [
  [/[._]not_found$/, [404, 'Not found', 'پیدا نشد']],
  [/\.busy$/, [503, 'Too much is waiting; try again', 'کارهای در انتظار زیاد است؛ دوباره تلاش کنید']],
  [
    /\.unavailable$/,
    [503, 'A part of the service is down; try again', 'بخشی از سرویس در دسترس نیست؛ دوباره تلاش کنید'],
  ],
];

/** Status and titles of a code, or null for a code that nobody has entered: a bug of ours. */
export function codeEntry(
  code: string,
): { readonly status: number; readonly titles: { readonly en: string; readonly fa: string } } | null {
  const entry: Entry | undefined = Object.hasOwn(table, code)
    ? table[code as keyof typeof table]
    : families.find(([ending]) => ending.test(code))?.[1];
  return entry ? { status: entry[0], titles: { en: entry[1], fa: entry[2] } } : null;
}

/** Every code of the table, for documents. */
export function allCodes(): readonly string[] {
  return Object.keys(table);
}
