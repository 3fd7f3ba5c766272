/** The error codes of the services that own the data. `codes.ts` joins them with those of every API. */
/** The HTTP status and the title in two languages. */
export type CodeEntry = readonly [status: number, english: string, persian: string];

const storage = {
  'quota.exceeded': [409, 'The quota of what is stored is used up', 'سقف ذخیره‌سازی پر شده است'],
} as const satisfies Record<string, CodeEntry>;

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
  'catalogue.successor_invalid': [
    422,
    'The successor is not another plugin of this publisher',
    'جانشین باید افزونهٔ دیگری از همین ناشر باشد',
  ],
  'catalogue.version_exists': [409, 'This version was already submitted', 'این نسخه قبلاً ارسال شده است'],
  'catalogue.transition_invalid': [
    409,
    'The release cannot change to this status now',
    'تغییر وضعیت نسخه در حال حاضر ممکن نیست',
  ],
  'catalogue.release_not_under_review': [409, 'The release is not under review', 'این نسخه در حال بررسی نیست'],
  'release.return_refused': [409, 'The plugin cannot return to this version', 'بازگشت افزونه به این نسخه ممکن نیست'],
  'registry.unavailable': [
    503,
    'The image registry does not answer; try again',
    'رجیستری ایمیج پاسخ نمی‌دهد؛ دوباره تلاش کنید',
  ],
  'catalogue.publisher_exists': [409, 'A publisher with this id already exists', 'ناشری با این شناسه وجود دارد'],
  'member.exists': [409, 'This person already belongs to the publisher', 'این شخص از قبل عضو این ناشر است'],
  'catalogue.instance_exists': [409, 'An instance with this id already exists', 'سامانه‌ای با این شناسه وجود دارد'],
  'instance.link_unavailable': [
    409,
    'The NATS server of this hub does not run in operator mode and cannot issue accounts',
    'سرور NATS این هاب در حالت operator اجرا نمی‌شود و نمی‌تواند حساب صادر کند',
  ],
  'instance.link_changed': [
    409,
    'The instance was registered again at the same time; try again',
    'این سامانه هم‌زمان دوباره ثبت شده است؛ دوباره تلاش کنید',
  ],
  'review.taken_by_other': [
    409,
    'Another reviewer has taken this release',
    'بررسی این نسخه را بازبین دیگری بر عهده دارد',
  ],
  'review.not_taken': [409, 'No reviewer has taken this release', 'هنوز کسی این نسخه را برای بازبینی برنداشته است'],
  'review.other_reviewer_required': [
    403,
    'The reviewer who rejected a release does not decide on the appeal',
    'بازبینی که نسخه را رد کرده است دربارهٔ اعتراض به آن تصمیم نمی‌گیرد',
  ],
  'usage.month_invalid': [422, 'The month is not valid', 'ماه معتبر نیست'],
  'usage.statement_not_found': [404, 'The month has no statement', 'برای این ماه صورت‌حسابی نیست'],
  'usage.month_in_future': [422, 'The month is in the future', 'این ماه هنوز شروع نشده است'],
} as const satisfies Record<string, CodeEntry>;

const instance = {
  'store.code_unknown': [
    404,
    'The access code is wrong, or it can no longer be used',
    'کد دسترسی نادرست است یا دیگر قابل استفاده نیست',
  ],
  'store.code_attempts_exceeded': [
    429,
    'Too many wrong access codes; try again later',
    'کد دسترسی چند بار نادرست وارد شده است؛ بعداً دوباره تلاش کنید',
  ],
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
  'store.plugin_deprecated': [
    409,
    'Its publisher has deprecated the plugin; to install it all the same, name a version',
    'ناشر این افزونه را کنار گذاشته است؛ برای نصب آن با این حال، نسخه را نام ببرید',
  ],
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
  'installation.version_not_found': [404, 'The installation has no such version', 'این نصب چنین نسخه‌ای ندارد'],
  'installation.revision_conflict': [
    412,
    'The settings were changed in the meantime',
    'تنظیمات در این فاصله تغییر کرده است',
  ],
  'containers.not_available': [
    409,
    'This instance does not run container plugins',
    'این سامانه افزونه‌های کانتینری را اجرا نمی‌کند',
  ],
  'installation.settings_invalid': [422, 'The settings are not valid', 'تنظیمات معتبر نیست'],
  'installation.plan_unknown': [422, 'The plugin has no such plan', 'افزونه چنین طرحی ندارد'],
  'installation.credentials_already_read': [
    409,
    'The plugin has accepted the credentials, or an admin has read them; they are not shown again',
    'افزونه اطلاعات دسترسی را دریافت کرده یا مدیر آن را دیده است؛ این اطلاعات دوباره نمایش داده نمی‌شود',
  ],
  'delivery.polled': [
    409,
    'The plugin polls its events; nothing is pushed to it',
    'این افزونه رویدادهایش را خودش می‌پرسد و چیزی برایش فرستاده نمی‌شود',
  ],
  'installation.credentials_expired': [
    409,
    'The credentials were not read in time, so they have ended',
    'اطلاعات دسترسی به‌موقع خوانده نشد و دیگر معتبر نیست',
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
  'events.not_subscribed': [
    409,
    'The manifest of the installed version does not list this event in `events`',
    'مانیفست نسخهٔ نصب‌شده این رویداد را در `events` ندارد',
  ],
  'cursor.invalid': [422, 'The cursor is not valid', 'نشانگر صفحه معتبر نیست'],
} as const satisfies Record<string, CodeEntry>;

const work = {
  'record.invalid': [
    422,
    'The data does not match the schema of its record type',
    'داده با ساختار تعریف‌شده برای این نوع رکورد مطابقت ندارد',
  ],
  'record.revision_conflict': [412, 'The record was changed in the meantime', 'رکورد در این فاصله تغییر کرده است'],
  'record.external_id_invalid': [
    422,
    'An external_id must have 1 to 200 characters and be none of "." and ".."',
    'external_id باید ۱ تا ۲۰۰ نویسه باشد و نه «.» و نه «..»',
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
  'session.invalid': [422, 'The session is not valid', 'گفتگو معتبر نیست'],
  'session.revision_conflict': [412, 'The session was changed in the meantime', 'گفتگو در این فاصله تغییر کرده است'],
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
    'A source with this external_id and other content exists',
    'منبعی با این external_id و محتوای دیگر ثبت شده است',
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
  'proposal.undo_refused': [409, 'The proposal can no longer be undone', 'این پیشنهاد را دیگر نمی‌توان برگرداند'],
  'proposal.stale': [
    409,
    'The record was edited after the proposal was made',
    'رکورد پس از ثبت این پیشنهاد ویرایش شده است',
  ],
} as const satisfies Record<string, CodeEntry>;

const wallet = {
  'wallet.insufficient_balance': [402, 'The wallet balance is too low', 'موجودی کیف پول کافی نیست'],
  'wallet.hold_settled': [409, 'The hold was already settled', 'این رزرو قبلاً تسویه شده است'],
  'wallet.hold_released': [409, 'The hold was already released', 'این رزرو قبلاً آزاد شده است'],
  'wallet.hold_expired': [409, 'The hold has expired', 'مهلت این رزرو تمام شده است'],
  'wallet.settle_exceeds_hold': [409, 'The settled amount exceeds the hold', 'مقدار تسویه از مقدار رزروشده بیشتر است'],
  'wallet.plan_missing': [409, 'The wallet has no active plan', 'کیف پول طرح فعالی ندارد'],
  'wallet.budget_exceeded': [402, 'The budget of this month is too low', 'سقف مصرف این ماه کافی نیست'],
  'wallet.frozen': [409, 'The wallet is frozen', 'کیف پول مسدود است'],
  'wallet.entry_not_found': [404, 'The wallet has no such entry', 'این تراکنش در کیف پول نیست'],
  'wallet.entry_reversed': [409, 'The consumption was already given back', 'این مصرف قبلاً برگردانده شده است'],
  'wallet.entry_not_reversible': [422, 'Only a consumption can be given back', 'فقط مصرف را می‌توان برگرداند'],
  'wallet.closed': [409, 'The wallet is closed', 'کیف پول بسته شده است'],
  'wallet.service_unknown': [422, 'The plugin declares no such service', 'افزونه چنین خدمتی تعریف نکرده است'],
  'wallet.service_unrated': [422, 'The active plan has no rate for this service', 'طرح فعال برای این خدمت نرخی ندارد'],
  'wallet.count_invalid': [422, 'The count is not valid', 'تعداد معتبر نیست'],
  'wallet.amount_invalid': [422, 'The amount of MU is not valid', 'مقدار MU معتبر نیست'],
  'wallet.ttl_invalid': [422, 'The time to live of a hold is not valid', 'مدت رزرو معتبر نیست'],
  'wallet.too_many_holds': [409, 'The wallet has too many open holds', 'تعداد رزروهای باز بیش از حد مجاز است'],
} as const satisfies Record<string, CodeEntry>;

export const serviceCodes = { ...storage, ...hub, ...instance, ...work, ...wallet } satisfies Record<string, CodeEntry>;
