/** The Persian texts of access codes by their English source. */
export const PERSIAN_ACCESS_CODE: Readonly<Record<string, string>> = {
  Creating: 'در حال ساختن',
  'Asking the hub': 'در حال پرسیدن از هاب',
  'it is not shown again; an admin enters it with "kushk store access CODE"':
    'این کد دوباره نشان داده نمی‌شود؛ مدیر سازمان آن را با «kushk store access CODE» وارد می‌کند',
  'ends with': 'پایان کد',
  used: 'دفعات استفاده',
  ended: 'پایان‌یافته',
  'no access codes': 'کد دسترسی‌ای نیست',
  'access code': 'کد دسترسی',
  since: 'از',
  'no accesses': 'سازمانی دسترسی ندارد',
  '{0} ended': '{0} پایان یافت',
  'next: "kushk store show {0}" shows what it asks for': 'گام بعدی: «kushk store show {0}» نشان می‌دهد چه می‌خواهد',
  '{0} is in the store now': '{0} حالا در فروشگاه است',
};

export const PERSIAN_HELP_ACCESS_CODE: Readonly<Record<string, string>> = {
  'manage the access codes of private plugins': 'مدیریت کدهای دسترسی افزونه‌های خصوصی',
  'create an access code and show it once': 'ساختن کد دسترسی و نمایش یک‌بارهٔ آن',
  'for whom the code is': 'کد برای کیست',
  'how many organisations may use it (default: any number)':
    'چند سازمان می‌توانند از آن استفاده کنند (پیش‌فرض: نامحدود)',
  'list the access codes of a plugin, newest first': 'فهرست کدهای دسترسی افزونه، تازه‌ترین در بالا',
  'id of the access code': 'شناسهٔ کد دسترسی',
  'end an access code; organisations that have used it stay':
    'پایان دادن به کد دسترسی؛ سازمان‌هایی که از آن استفاده کرده‌اند می‌مانند',
  'manage which organisations have access to private plugins': 'مدیریت دسترسی سازمان‌ها به افزونه‌های خصوصی',
  'list the accesses that access codes have granted, newest first':
    'فهرست دسترسی‌هایی که کدها داده‌اند، تازه‌ترین در بالا',
  'id of the access': 'شناسهٔ دسترسی',
  'end one access; what the organisation has installed runs on':
    'پایان دادن به یک دسترسی؛ آنچه سازمان نصب کرده به کارش ادامه می‌دهد',
  'the access code of a publisher, ka_…': 'کد دسترسی‌ای که ناشر داده است (‎ka_…)',
  'enter an access code, so that its private plugin is in the store of the organisation':
    'وارد کردن کد دسترسی، تا افزونهٔ خصوصی در فروشگاه سازمان دیده شود',
};
