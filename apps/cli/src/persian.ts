import { PERSIAN_DEV } from './persian-dev.js';

/** The Persian texts by their English source (phrase.ts). `{0}`, `{1}`, … are values. */
export const PERSIAN: Readonly<Record<string, string>> = {
  ...PERSIAN_DEV,

  // Progress
  Adding: 'در حال افزودن',
  Changing: 'در حال تغییر',
  Issuing: 'در حال صدور',
  Publishing: 'در حال انتشار',
  Reading: 'در حال خواندن',
  Registering: 'در حال ثبت',
  Removing: 'در حال حذف',
  Revoking: 'در حال ابطال',
  Rotating: 'در حال تعویض',
  Submitting: 'در حال ارسال',
  Withdrawing: 'در حال پس گرفتن',
  '{0} … {1} s': '{0} … {1} ثانیه',

  // Manifests
  '{0}: no problems': '{0}: مشکلی ندارد',
  '{0} problems': '{0} مشکل',
  '1 problem': '۱ مشکل',
  submission: 'ارسال',
  instance: 'نمونه',
  'submission: the hub rejects the release. instance: the hub accepts it with a warning, and instances may not offer it':
    'ارسال: هاب این نسخه را رد می‌کند. نمونه: هاب آن را با هشدار می‌پذیرد، ولی ممکن است نمونه‌ها آن را عرضه نکنند',
  '{0} is not UTF-8 text': '{0} متن UTF-8 نیست',
  'cannot read {0} ({1})': 'خواندن {0} ممکن نیست ({1})',
  'cannot write {0} ({1})': 'نوشتن در {0} ممکن نیست ({1})',

  // Releases
  '{0} is {1}': 'وضعیت {0}: {1}',
  '{0} is in the store of {1}': '{0} در فروشگاه {1} قرار گرفت',
  tier: 'سطح',
  submitted: 'ارسال',
  decided: 'تصمیم',
  published: 'انتشار',
  'review notes': 'یادداشت بازبین',
  'status reason': 'دلیل وضعیت',
  manifest: 'مانیفست',
  'use either --notes or --notes-file': 'فقط یکی از ‎--notes و ‎--notes-file را بنویسید',
  'this version was submitted before with the same manifest': 'این نسخه پیش‌تر با همین مانیفست ارسال شده است',
  'name the release: <plugin> <version>, or --from <file>':
    'نسخه را مشخص کنید: ‎<plugin> <version>‎، یا ‎--from <file>',
  'use either <plugin> <version> or --from': 'فقط یکی از ‎<plugin> <version>‎ و ‎--from را بنویسید',
  '{0} is not the output of "release submit --json"': '{0} خروجی «release submit --json» نیست',
  'no decision yet': 'هنوز تصمیمی گرفته نشده است',
  '{0}; next attempt in {1} s': '{0}؛ تلاش بعدی تا {1} ثانیهٔ دیگر',
  'still waiting': 'همچنان در انتظار',
  'not a duration: {0}; write 90s, 30m or 2h': 'مدت زمان نیست: {0}؛ بنویسید 90s، 30m یا 2h',

  // Usage
  '{0} ({1})': '{0} ({1})',
  '{0} ({1}), partial: some instances did not reply, so the figures are minimums':
    '{0} ({1})، ناقص: بعضی نمونه‌ها پاسخ نداده‌اند و رقم‌ها حداقل‌اند',
  '{0} ({1}), final': '{0} ({1})، نهایی',
  'no installations': 'نصبی وجود ندارد',
  plugin: 'افزونه',
  installation: 'نصب',
  consumed: 'مصرف',
  purchased: 'خرید',
  gifted: 'هدیه',
  applied: 'اعمال‌شده',
  rejected: 'ردشده',

  // Operator
  'publisher {0} added': 'ناشر {0} اضافه شد',
  publisher: 'ناشر',
  name: 'نام',
  'key {0} of {1} issued; store it now: it cannot be shown again':
    'کلید {0} برای {1} صادر شد؛ همین حالا آن را نگه دارید، دوباره نمایش داده نمی‌شود',
  'key {0} revoked': 'کلید {0} باطل شد',
  key: 'کلید',
  label: 'برچسب',
  'ends in': 'پایان',
  created: 'ساخته‌شده',
  'last used': 'آخرین استفاده',
  expires: 'انقضا',
  revoked: 'ابطال',
  'instance {0} registered': 'نمونهٔ {0} ثبت شد',
  'the previous credentials of instance {0} are revoked': 'اطلاعات دسترسی پیشین نمونهٔ {0} باطل شد',
  'instance {0} removed; its link is closed': 'نمونهٔ {0} حذف و اتصالش بسته شد',
  registered: 'ثبت',
  'credentials of its link to {0}; they cannot be shown again:':
    'اطلاعات دسترسی اتصال آن به {0}؛ دوباره نمایش داده نمی‌شود:',
  'no credentials were issued: they are shown once only; instance rotate issues new ones':
    'اطلاعات دسترسی صادر نشد، چون فقط یک بار نمایش داده می‌شود؛ «instance rotate» اطلاعات تازه صادر می‌کند',
  'the credentials of its link to {0} are in the file': 'اطلاعات دسترسی اتصال آن به {0} در فایل است',
  'store these credentials now: they cannot be read again':
    'این اطلاعات دسترسی را همین حالا نگه دارید؛ دوباره خوانده نمی‌شود',
  '{0} added as {1}': '{0} با شناسهٔ {1} اضافه شد',
  'roles of {0} from the next request on: {1}': 'نقش‌های {0} از درخواست بعدی: {1}',
  '{0} removed; it has no role from the next request on': '{0} حذف شد و از درخواست بعدی نقشی ندارد',
  '{0} removed; it may not use the portal from the next request on':
    '{0} حذف شد و از درخواست بعدی به پورتال دسترسی ندارد',
  'nothing to change: use --name or --roles': 'چیزی برای تغییر نیست: ‎--name یا ‎--roles را بنویسید',
  id: 'شناسه',
  subject: 'هویت',
  roles: 'نقش‌ها',

  // Connection
  'missing address: set {0}': 'نشانی مشخص نیست: {0} را تنظیم کنید',
  'missing credential: set {0}': 'اطلاعات دسترسی مشخص نیست: {0} را تنظیم کنید',
  'the credential contains a space, a line break or another invalid character':
    'اطلاعات دسترسی فاصله، سطر جدید یا نویسهٔ نامعتبر دیگری دارد',
  'the address must be http:// or https://, without credentials, query or fragment':
    'نشانی باید با http:// یا https:// شروع شود، بدون نام کاربری، پارامتر و fragment',
  'cannot reach {0}: {1}': '{0} در دسترس نیست: {1}',
  'no reply within {0} s': 'تا {0} ثانیه پاسخی نرسید',
  'not an id: {0}': 'شناسه نیست: {0}',
  'unexpected reply (HTTP {0}): check that the address is right': 'پاسخ پیش‌بینی‌نشده (HTTP {0}): نشانی را بررسی کنید',
  'request id: {0}': 'شناسهٔ درخواست: {0}',
};
