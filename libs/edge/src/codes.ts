/**
 * The single table of error codes: each code has an HTTP status and a title in two languages. Codes are part of the
 * API; titles are prose and may change. The compiler accepts only codes of this table in the gateway. A service's
 * code that is not in the table becomes a 500.
 *
 * To add a code, add a line. Codes that end in `not_found`, `.busy` or `.unavailable` need none.
 */
type Entry = readonly [status: number, english: string, persian: string];

const credentials = {
  'auth.publisher_key_invalid': [
    401,
    'The publisher key is missing, wrong or revoked',
    'کلید ناشر ارسال نشده، نادرست است یا لغو شده است',
  ],
  'auth.token_invalid': [
    401,
    'The token is missing, wrong or no longer valid',
    'توکن ارسال نشده، نادرست است یا دیگر اعتبار ندارد',
  ],
  'auth.handle_invalid': [401, 'The handle is wrong or no longer valid', 'هندل نادرست است یا دیگر اعتبار ندارد'],
  'auth.scope_missing': [
    403,
    'The installation does not have the scope that this requires',
    'دسترسی لازم به این نصب داده نشده است',
  ],
  'auth.role_missing': [403, 'Your role does not allow this', 'نقش شما اجازهٔ این کار را نمی‌دهد'],
  'auth.handle_read_only': [403, 'This handle is read-only', 'این هندل فقط اجازهٔ خواندن دارد'],
  'auth.handle_not_accepted': [
    403,
    'This cannot be done on behalf of a person; use the installation token without a handle',
    'این کار از طرف یک شخص ممکن نیست؛ از توکن نصب بدون هندل استفاده کنید',
  ],
  'auth.handle_required': [
    403,
    'This reads what belongs to one person; send the handle of the person in Service-Handle',
    'این کار داده‌های یک شخص را می‌خواند؛ هندل آن شخص را در هدر Service-Handle بفرستید',
  ],
  'auth.origin_refused': [
    403,
    'The request does not come from the origin for which the handle was issued',
    'این درخواست از نشانیِ صفحه‌ای که هندل برای آن صادر شده نمی‌آید',
  ],
  'organisation.required': [
    400,
    'You belong to several organisations: name one in Service-Organisation',
    'شما عضو چند سازمان هستید؛ سازمان را در هدر Service-Organisation مشخص کنید',
  ],
} as const satisfies Record<string, Entry>;

const requests = {
  'request.malformed': [400, 'The request cannot be read', 'درخواست قابل خواندن نیست'],
  'request.invalid': [422, 'The request is not valid', 'درخواست معتبر نیست'],
  'request.unsupported_media_type': [
    415,
    'Only application/json in UTF-8 is accepted',
    'فقط application/json با UTF-8 پذیرفته می‌شود',
  ],
  'request.too_large': [413, 'The request is too large', 'حجم درخواست بیش از حد مجاز است'],
  'request.timeout': [408, 'The request took too long to arrive', 'دریافت درخواست بیش از حد طول کشید'],
  'request.method_not_allowed': [405, 'This address does not accept this method', 'این متد برای این نشانی مجاز نیست'],
  'idempotency.key_required': [
    400,
    'This request requires an Idempotency-Key',
    'هدر Idempotency-Key برای این درخواست الزامی است',
  ],
  'idempotency.key_invalid': [
    400,
    'Idempotency-Key must have 1 to 128 characters of A-Z a-z 0-9 . _ : -',
    'هدر Idempotency-Key باید ۱ تا ۱۲۸ نویسه از A-Z a-z 0-9 . _ : - باشد',
  ],
  'idempotency.conflict': [
    409,
    'This Idempotency-Key was used with another request',
    'این Idempotency-Key قبلاً برای درخواست دیگری استفاده شده است',
  ],
  'rate.limited': [429, 'Too many requests', 'تعداد درخواست‌ها بیش از حد مجاز است'],
  'service.unavailable': [
    503,
    'A service is temporarily unavailable; try again',
    'سرویس موقتاً در دسترس نیست؛ دوباره تلاش کنید',
  ],
  'service.timeout': [
    503,
    'The request takes longer than the service allows; send a smaller one, or try again later',
    'پردازش این درخواست بیش از حد مجاز طول کشید؛ درخواست کوچک‌تری بفرستید یا بعداً دوباره تلاش کنید',
  ],
  'service.failed': [500, 'An internal error occurred', 'خطای داخلی رخ داد'],
} as const satisfies Record<string, Entry>;

const staff = {
  'staff.exists': [409, 'This person is already on the staff', 'این شخص از قبل در فهرست کارکنان است'],
  'staff.last_of_role': [
    409,
    'At least one person must have this role; give it to somebody else first',
    'دست‌کم یک نفر باید این نقش را داشته باشد؛ نخست آن را به شخص دیگری بدهید',
  ],
} as const satisfies Record<string, Entry>;

const hub = {
  'catalogue.manifest_invalid': [422, 'The manifest is not valid', 'مانیفست معتبر نیست'],
  'catalogue.publisher_mismatch': [
    403,
    'The publisher in the manifest does not match the publisher key',
    'ناشر مانیفست با ناشر کلید مطابقت ندارد',
  ],
  'catalogue.plugin_owned_elsewhere': [
    409,
    'The plugin id belongs to another publisher',
    'این شناسهٔ افزونه متعلق به ناشر دیگری است',
  ],
  'catalogue.version_exists': [
    409,
    'This version was already submitted; submit a correction as a new version',
    'این نسخه قبلاً ارسال شده است؛ برای اصلاح، نسخهٔ جدیدی بفرستید',
  ],
  'catalogue.transition_invalid': [
    409,
    'The release cannot change to this status now',
    'تغییر وضعیت نسخه در حال حاضر ممکن نیست',
  ],
  'catalogue.publisher_exists': [409, 'A publisher with this id already exists', 'ناشری با این شناسه وجود دارد'],
  'catalogue.instance_exists': [409, 'An instance with this id already exists', 'نمونه‌ای با این شناسه وجود دارد'],
  'instance.link_unavailable': [
    409,
    'The NATS server of this hub does not run in operator mode and cannot issue accounts',
    'سرور NATS این هاب در حالت operator اجرا نمی‌شود و نمی‌تواند حساب صادر کند',
  ],
  'instance.link_changed': [
    409,
    'The instance was registered again at the same time; try again',
    'این نمونه هم‌زمان دوباره ثبت شده است؛ دوباره تلاش کنید',
  ],
  'review.taken_by_other': [
    409,
    'Another reviewer has taken this release',
    'بررسی این نسخه را بازبین دیگری بر عهده دارد',
  ],
  'usage.month_invalid': [422, 'The month is not valid', 'ماه معتبر نیست'],
  'usage.month_in_future': [422, 'The month is in the future', 'این ماه هنوز شروع نشده است'],
} as const satisfies Record<string, Entry>;

const instance = {
  'auth.token_superseded': [
    403,
    'The token was rotated: it may still be used, but only the new one may rotate credentials',
    'این توکن جایگزین شده است: هنوز قابل استفاده است، ولی چرخش فقط با توکن جدید ممکن است',
  ],
  'installation.suspended': [403, 'The plugin is suspended', 'افزونه تعلیق شده است'],
  'installation.paused': [403, 'The installation is paused', 'نصب موقتاً متوقف شده است'],
  'installation.scope_pending': [
    403,
    'The scope awaits the consent of an admin',
    'این دسترسی در انتظار تأیید مدیر است',
  ],
  'installation.not_ready': [
    409,
    'The plugin has not received its credentials yet',
    'افزونه هنوز اطلاعات دسترسی خود را دریافت نکرده است',
  ],
  'installation.page_not_found': [
    404,
    'The plugin has no such page, or the page belongs to another type of record',
    'افزونه چنین صفحه‌ای ندارد یا صفحه مربوط به نوع دیگری از رکورد است',
  ],
  'installation.removed': [409, 'The installation was removed', 'این نصب حذف شده است'],
  'installation.already_installed': [409, 'The plugin is already installed', 'این افزونه قبلاً نصب شده است'],
  'installation.transition_invalid': [
    409,
    'The installation cannot change to this status now',
    'تغییر وضعیت نصب در حال حاضر ممکن نیست',
  ],
  'installation.consent_missing': [
    422,
    'The consent does not cover everything that the plugin requests',
    'همهٔ دسترسی‌های درخواستی افزونه تأیید نشده است',
  ],
  'installation.update_not_found': [404, 'No newer version waits for consent', 'نسخهٔ جدیدتری در انتظار تأیید نیست'],
  'installation.settings_invalid': [422, 'The settings are not valid', 'تنظیمات معتبر نیست'],
  'installation.plan_unknown': [422, 'The plugin has no such plan', 'افزونه چنین پلنی ندارد'],
  'installation.credentials_already_read': [
    409,
    'The credentials were already shown and cannot be shown again',
    'اطلاعات دسترسی یک بار نمایش داده شده و دوباره نمایش داده نمی‌شود',
  ],
  'tool.arguments_invalid': [
    422,
    'The arguments do not match the input schema of the tool',
    'آرگومان‌ها با ورودی ابزار مطابقت ندارند',
  ],
  'tool.unavailable': [
    503,
    'The plugin has not received its credentials yet, so its tools cannot be called',
    'افزونه هنوز اطلاعات دسترسی خود را نگرفته است و ابزارهایش قابل فراخوانی نیست',
  ],
  'tool.unreachable': [502, 'The plugin cannot be reached', 'افزونه در دسترس نیست'],
  'tool.failed': [502, 'The plugin returned an error', 'افزونه خطا برگرداند'],
  'tool.timeout': [504, 'The plugin did not respond in time', 'افزونه به‌موقع پاسخ نداد'],
  'tool.answer_invalid': [502, 'The response of the plugin cannot be read', 'پاسخ افزونه قابل خواندن نیست'],
  'tool.answer_too_large': [502, 'The response of the plugin is too large', 'حجم پاسخ افزونه بیش از حد مجاز است'],
  'events.cursor_invalid': [422, 'The cursor is not valid', 'نشانگر صفحه معتبر نیست'],
  'events.cursor_expired': [
    410,
    'The cursor points to events that are no longer stored',
    'رویدادهای این نشانگر دیگر در دسترس نیستند',
  ],
  'cursor.invalid': [422, 'The cursor is not valid', 'نشانگر صفحه معتبر نیست'],
} as const satisfies Record<string, Entry>;

const work = {
  'record.invalid': [
    422,
    'The data does not match the schema of its record type',
    'داده با ساختار تعریف‌شده برای این نوع رکورد مطابقت ندارد',
  ],
  'record.revision_conflict': [412, 'The record was changed in the meantime', 'رکورد در این فاصله تغییر کرده است'],
  'record.external_id_invalid': [
    422,
    'An external_id must have 1 to 200 characters',
    'external_id باید ۱ تا ۲۰۰ نویسه باشد',
  ],
  'case.invalid': [422, 'The case is not valid', 'پرونده معتبر نیست'],
  'case.exists': [409, 'A case with this id already exists', 'پرونده‌ای با این شناسه وجود دارد'],
  'case.revision_conflict': [412, 'The case was changed in the meantime', 'پرونده در این فاصله تغییر کرده است'],
  'document.invalid': [422, 'The document is not valid', 'سند معتبر نیست'],
  'document.revision_conflict': [412, 'The document was changed in the meantime', 'سند در این فاصله تغییر کرده است'],
  'calendar_event.invalid': [422, 'The calendar event is not valid', 'رویداد تقویم معتبر نیست'],
  'calendar_event.revision_conflict': [
    412,
    'The calendar event was changed in the meantime',
    'رویداد تقویم در این فاصله تغییر کرده است',
  ],
  'session.invalid': [422, 'The session is not valid', 'نشست معتبر نیست'],
  'session.revision_conflict': [412, 'The session was changed in the meantime', 'نشست در این فاصله تغییر کرده است'],
  'memory.invalid': [422, 'The memory is not valid', 'یادسپاری معتبر نیست'],
  'memory.revision_conflict': [412, 'The memory was changed in the meantime', 'یادسپاری در این فاصله تغییر کرده است'],
  'person.exists': [409, 'This person already belongs to the organisation', 'این شخص از قبل عضو سازمان است'],
  'person.last_admin': [409, 'An organisation must have at least one admin', 'سازمان باید دست‌کم یک مدیر داشته باشد'],
  'organisation.exists': [409, 'An organisation with this id already exists', 'سازمانی با این شناسه وجود دارد'],
  'rule.exists': [
    409,
    'A rule for this plugin and this type of record already exists',
    'برای این افزونه و این نوع رکورد از قبل قاعده‌ای هست',
  ],
  'rule.too_many': [
    409,
    'The organisation has as many rules as it can have',
    'تعداد قاعده‌های این سازمان به سقف رسیده است',
  ],
  'source.invalid': [422, 'The source is not valid', 'منبع معتبر نیست'],
  'source.external_id_exists': [
    409,
    'Another source with this external_id exists',
    'منبع دیگری با این external_id ثبت شده است',
  ],
  'source.content_mismatch': [
    422,
    'The content is not what its content_type says',
    'محتوا با content_type اعلام‌شده نمی‌خواند',
  ],
  'source.reviewed': [
    409,
    'The source was already accepted or dismissed',
    'این منبع قبلاً پذیرفته یا کنار گذاشته شده است',
  ],
  'source.quota_exceeded': [
    409,
    'The sources of this installation take up all the room that they may',
    'منبع‌های این نصب به سقف مجاز خود رسیده‌اند',
  ],
  'source.upload_incomplete': [
    503,
    'The content did not arrive completely; send the request again',
    'محتوا کامل نرسید؛ درخواست را دوباره بفرستید',
  ],
  'source.content_deleted': [410, 'The content of this source was deleted', 'محتوای این منبع پاک شده است'],
  'proposal.invalid': [422, 'The proposal is not valid', 'پیشنهاد معتبر نیست'],
  'proposal.external_id_exists': [
    409,
    'Another proposal with this external_id is pending',
    'پیشنهاد دیگری با این external_id در انتظار بررسی است',
  ],
  'proposal.settled': [409, 'The proposal was already applied or rejected', 'این پیشنهاد قبلاً اعمال یا رد شده است'],
  'proposal.not_rejected': [
    409,
    'A reason can be recorded only for a rejected proposal',
    'فقط برای پیشنهاد ردشده می‌توان دلیل ثبت کرد',
  ],
  'proposal.stale': [
    409,
    'The record was edited after the proposal was made',
    'رکورد پس از ثبت این پیشنهاد ویرایش شده است',
  ],
} as const satisfies Record<string, Entry>;

const wallet = {
  'wallet.insufficient_balance': [402, 'The wallet balance is too low', 'موجودی کیف پول کافی نیست'],
  'wallet.hold_settled': [409, 'The hold was already settled', 'این رزرو قبلاً تسویه شده است'],
  'wallet.hold_released': [409, 'The hold was already released', 'این رزرو قبلاً آزاد شده است'],
  'wallet.hold_expired': [409, 'The hold has expired', 'مهلت این رزرو تمام شده است'],
  'wallet.settle_exceeds_hold': [409, 'The settled amount exceeds the hold', 'مقدار تسویه از مقدار رزروشده بیشتر است'],
  'wallet.plan_missing': [409, 'The wallet has no active plan', 'کیف پول پلن فعالی ندارد'],
  'wallet.closed': [409, 'The wallet is closed', 'کیف پول بسته شده است'],
  'wallet.service_unknown': [422, 'The plugin declares no such service', 'افزونه چنین خدمتی تعریف نکرده است'],
  'wallet.service_unrated': [422, 'The active plan has no rate for this service', 'پلن فعال برای این خدمت نرخی ندارد'],
  'wallet.count_invalid': [422, 'The count is not valid', 'تعداد معتبر نیست'],
  'wallet.amount_invalid': [422, 'The amount of MU is not valid', 'مقدار MU معتبر نیست'],
  'wallet.ttl_invalid': [422, 'The time to live of a hold is not valid', 'مدت رزرو معتبر نیست'],
  'wallet.too_many_holds': [409, 'The wallet has too many open holds', 'تعداد رزروهای باز بیش از حد مجاز است'],
} as const satisfies Record<string, Entry>;

const table = { ...credentials, ...requests, ...staff, ...hub, ...instance, ...work, ...wallet } satisfies Record<
  string,
  Entry
>;

/** An error code that the gateway itself may use. */
export type KnownCode = keyof typeof table | `${string}.${string}not_found`;

const families: readonly (readonly [ending: RegExp, entry: Entry])[] = [
  [/[._]not_found$/, [404, 'Not found', 'پیدا نشد']],
  [/\.busy$/, [503, 'The service is overloaded; try again', 'سرویس شلوغ است؛ کمی بعد دوباره تلاش کنید']],
  [
    /\.unavailable$/,
    [503, 'A service is temporarily unavailable; try again', 'سرویس موقتاً در دسترس نیست؛ دوباره تلاش کنید'],
  ],
];

/** Returns the status and the titles of a code, or null for a code that is not in the table. */
export function codeEntry(
  code: string,
): { readonly status: number; readonly titles: { readonly en: string; readonly fa: string } } | null {
  const entry: Entry | undefined = Object.hasOwn(table, code)
    ? table[code as keyof typeof table]
    : families.find(([ending]) => ending.test(code))?.[1];
  return entry ? { status: entry[0], titles: { en: entry[1], fa: entry[2] } } : null;
}

/** Returns all codes of the table, for the OpenAPI documents. */
export function allCodes(): readonly string[] {
  return Object.keys(table);
}
