/** The Persian texts of `kushk notifications` by their English source. */
export const PERSIAN_NOTIFICATIONS: Readonly<Record<string, string>> = {
  time: 'زمان',
  kind: 'نوع',
  about: 'دربارهٔ',
  read: 'خوانده‌شده',
  yes: 'بله',
  no: 'نه',
  'no notifications': 'اعلانی نیست',
  'on the page': 'در صفحه',
  'a kind is one of {0}': 'نوع یکی از اینهاست: {0}',
  'by e-mail': 'با ایمیل',
  'choose with --page or --email': 'با --page یا --email انتخاب کنید',
  '--email takes off, at_once or daily': 'مقدار --email باید off یا at_once یا daily باشد',
  '--page takes on or off': 'مقدار --page باید on یا off باشد',
  'read until {0}': 'تا {0} خوانده‌شده ثبت شد',
};

export const PERSIAN_HELP_NOTIFICATIONS: Readonly<Record<string, string>> = {
  'show what happened in the organisation and what waits for you': 'نمایش آنچه در سازمان رخ داده و آنچه منتظر شماست',
  'show what needs your attention on the hub': 'نمایش آنچه در هاب به رسیدگی شما نیاز دارد',
  'list your notifications, newest first': 'فهرست اعلان‌های شما، تازه‌ترین در بالا',
  'mark your notifications as read': 'ثبت اعلان‌ها به‌عنوان خوانده‌شده',
  'show which notifications you want, or change one kind': 'نمایش اعلان‌هایی که می‌خواهید، یا تغییر یک نوع',
  'whether the page lists this kind': 'اینکه صفحه این نوع را نشان بدهد یا نه',
  'whether this kind is sent by e-mail': 'اینکه این نوع با ایمیل فرستاده شود یا نه',
  'only those up to this time of the list; the default is now': 'فقط تا این زمان از فهرست؛ پیش‌فرض همین حالاست',
};
