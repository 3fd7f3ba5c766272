/**
 * The single table of error codes: each code has an HTTP status and a title in two languages. Codes are part of the
 * API; titles are prose and may change. The compiler accepts only codes of this table in the gateway. A service's
 * code that is not in the table becomes a 500.
 *
 * To add a code, add a line here, in `service-codes.ts` if a service rejects with it, or in `plugin-codes.ts` if a
 * plugin does. Codes that end in `not_found`, `.busy` or `.unavailable` need none.
 */
import { pluginCodes } from './plugin-codes.js';
import { serviceCodes, type CodeEntry } from './service-codes.js';

const credentials = {
  'auth.publisher_key_invalid': [
    401,
    'The publisher key is missing, wrong or revoked',
    'کلید ناشر ارسال نشده، نادرست است یا لغو شده است',
  ],
  'auth.exchange_refused': [401, 'The token is not exchanged for a key', 'این توکن به کلید تبدیل نشد'],
  'auth.registry_account_invalid': [
    401,
    'The user or the password for the registry is missing, wrong or revoked',
    'نام کاربری یا رمز عبور رجیستری ارسال نشده، نادرست است یا لغو شده است',
  ],
  'auth.token_invalid': [
    401,
    'The token is missing, wrong or no longer valid',
    'توکن ارسال نشده، نادرست است یا دیگر اعتبار ندارد',
  ],
  'auth.handle_invalid': [401, 'The handle is wrong or no longer valid', 'هندل نادرست است یا دیگر اعتبار ندارد'],
  'auth.scope_missing': [
    403,
    'The installation or the key does not have the scope that this requires',
    'دسترسی لازم به این نصب یا کلید داده نشده است',
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
    'The request does not come from the page that may send it',
    'این درخواست از صفحه‌ای که اجازهٔ آن را دارد نیامده است',
  ],
  'auth.sign_in_expired': [
    400,
    'This sign-in has expired or was already used',
    'زمان این ورود گذشته یا قبلاً استفاده شده است',
  ],
  'auth.sign_in_refused': [403, 'The sign-in provider refused the sign-in', 'سرویس ورود این درخواست را نپذیرفت'],
  'organisation.required': [
    400,
    'You belong to several organisations: name one in Service-Organisation',
    'شما عضو چند سازمان هستید؛ سازمان را در هدر Service-Organisation مشخص کنید',
  ],
} as const satisfies Record<string, CodeEntry>;

const requests = {
  'request.malformed': [400, 'The request cannot be read', 'درخواست قابل خواندن نیست'],
  'request.invalid': [422, 'The request is not valid', 'درخواست معتبر نیست'],
  'request.selection_changed': [
    409,
    'The filter selects another number of items than expected',
    'تعداد موردهای این فیلتر با تعداد مورد انتظار یکی نیست',
  ],
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
  'mcp.tool_unavailable': [
    403,
    'The MCP server has no such tool for this installation',
    'سرور MCP برای این نصب چنین ابزاری ندارد',
  ],
  'mcp.tool_failed': [
    502,
    'A tool of the MCP server failed without a code',
    'یکی از ابزارهای سرور MCP بدون کد خطا شکست خورد',
  ],
  'mcp.protocol_error': [502, 'The MCP server refused the message', 'سرور MCP پیام را نپذیرفت'],
} as const satisfies Record<string, CodeEntry>;

const staff = {
  'staff.exists': [409, 'This person is already on the staff', 'این شخص از قبل در فهرست کارکنان است'],
  'staff.last_of_role': [
    409,
    'At least one person must have this role; give it to somebody else first',
    'دست‌کم یک نفر باید این نقش را داشته باشد؛ نخست آن را به شخص دیگری بدهید',
  ],
} as const satisfies Record<string, CodeEntry>;

const table = { ...credentials, ...requests, ...staff, ...serviceCodes, ...pluginCodes } satisfies Record<
  string,
  CodeEntry
>;

/** An error code that the gateway itself may use. */
export type KnownCode = keyof typeof table | `${string}.${string}not_found`;

const families: readonly (readonly [name: string, ending: RegExp, entry: CodeEntry])[] = [
  ['not_found', /[._]not_found$/, [404, 'Not found', 'پیدا نشد']],
  ['busy', /\.busy$/, [503, 'The service is overloaded; try again', 'سرویس شلوغ است؛ کمی بعد دوباره تلاش کنید']],
  [
    'unavailable',
    /\.unavailable$/,
    [503, 'A service is temporarily unavailable; try again', 'سرویس موقتاً در دسترس نیست؛ دوباره تلاش کنید'],
  ],
];

/** Returns the status and the titles of a code, or null for a code that is not in the table. */
export function codeEntry(
  code: string,
): { readonly status: number; readonly titles: { readonly en: string; readonly fa: string } } | null {
  const entry: CodeEntry | undefined = Object.hasOwn(table, code)
    ? table[code as keyof typeof table]
    : families.find(([, ending]) => ending.test(code))?.[2];
  return entry ? { status: entry[0], titles: { en: entry[1], fa: entry[2] } } : null;
}

/** Returns the family of a code that needs no entry in the table, such as `not_found`; null for other codes. */
export function familyOf(code: string): string | null {
  return families.find(([, ending]) => ending.test(code))?.[0] ?? null;
}

/** Returns all codes of the table, for the OpenAPI documents. */
export function allCodes(): readonly string[] {
  return Object.keys(table);
}
