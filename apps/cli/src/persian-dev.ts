/** The Persian texts of the commands for plugin authors (`plugin test`, `dev`) by their English source. */
export const PERSIAN_DEV: Readonly<Record<string, string>> = {
  // plugin new
  '{0} is ready in {1}': '{0} در {1} آماده است',
  'Next:': 'گام‌های بعدی:',
  'README.md explains the files. "npx kushk plugin test --run" checks the plugin without a running system.':
    'فایل‌ها را README.md توضیح می‌دهد. «npx kushk plugin test --run» افزونه را بدون سامانهٔ در حال اجرا بررسی می‌کند.',
  'Packing the SDK': 'در حال بسته‌بندی SDK',
  '{0} is not a folder': '{0} پوشه نیست',
  '{0} is not empty: name a new folder': '{0} خالی نیست: پوشهٔ تازه‌ای نام ببرید',
  'this copy of kushk has no templates: install the package kushk':
    'این نسخه از kushk الگوها را ندارد: بستهٔ kushk را نصب کنید',
  'the manifest would not be valid: use other options': 'مانیفست معتبر نمی‌شود: گزینه‌ها را تغییر دهید',

  // plugin test
  '{0} passed, {1} failed, {2} skipped': '{0} مورد درست، {1} مورد نادرست، {2} مورد اجرا نشد',
  'port {0} is taken: choose another one with --listen':
    'پورت {0} در اختیار برنامهٔ دیگری است: با ‎--listen پورت دیگری بدهید',
  'no such case: {0}; there are {1}': 'چنین موردی نیست: {0}؛ موردها: {1}',
  'name the address of the plugin, such as http://localhost:8090':
    'نشانی افزونه را بنویسید، مثلاً http://localhost:8090',
  'not a port: {0}': 'پورت نیست: {0}',
  '--arguments must be a JSON object with the arguments by the name of the tool':
    '‎--arguments باید یک شیء JSON از ورودی‌ها با نام ابزار باشد',
  'no start command: name it with --run "COMMAND"': 'فرمان اجرا پیدا نشد: آن را با ‎--run "COMMAND" بنویسید',
  'another program already listens at {0}: stop it, or leave out --run':
    'برنامهٔ دیگری در {0} گوش می‌دهد: آن را متوقف کنید یا ‎--run را ننویسید',
  '"{0}" ended with exit code {1}: {2}': '«{0}» با کد خروج {1} پایان یافت: {2}',
  '"{0}" does not listen at {1} after {2} s; it must listen on the port in PORT':
    '«{0}» پس از {2} ثانیه در {1} گوش نمی‌دهد؛ باید روی پورت PORT گوش دهد',
  'no manifest in this folder ({0}): change to the folder of the plugin, name the file, or write a new plugin with "kushk plugin new DIR"':
    'در این پوشه مانیفستی نیست ({0}): به پوشهٔ افزونه بروید، نام فایل را بنویسید یا با «kushk plugin new DIR» افزونهٔ تازه‌ای بسازید',
  '{0} is not valid JSON': '{0} یک JSON معتبر نیست',

  // dev
  '{0} is installed ({1})': '{0} نصب شد ({1})',
  '{0} is published': '{0} منتشر شد',
  '{0} MU added': '{0} واحد مصرف (MU) اضافه شد',
  '{0} MU available, {1} held': '{0} MU موجودی، {1} رزروشده',
  '{0}: correct the manifest and save it': '{0}: مانیفست را اصلاح و ذخیره کنید',
  'something listens at {0} already and is used as the plugin; stop it, or change base_url, if it is another program':
    'برنامه‌ای در {0} گوش می‌دهد و به‌عنوان افزونه به کار می‌رود؛ اگر برنامهٔ دیگری است متوقفش کنید یا base_url را تغییر دهید',
  'nothing listens at {0}: start the plugin, or name its command with --run':
    'چیزی در {0} گوش نمی‌دهد: افزونه را اجرا کنید یا فرمانش را با ‎--run بنویسید',
  'the plugin ended with exit code {0}; r starts it again':
    'افزونه با کد خروج {0} پایان یافت؛ با کلید r دوباره اجرا می‌شود',
  'starting the plugin: {0}': 'در حال اجرای افزونه: {0}',
  'waiting until the plugin listens at {0}; it must listen on the port in PORT':
    'در انتظار آماده شدن افزونه در {0}؛ باید روی پورت PORT گوش دهد',
  'the plugin listens at {0}': 'افزونه در {0} آمادهٔ دریافت است',
  'the plugin was started again': 'افزونه دوباره اجرا شد',
  'the credentials are in the file': 'اطلاعات دسترسی در فایل است',
  'consented to what the manifest asks for': 'با آنچه مانیفست می‌خواهد موافقت شد',
  'the plugin accepts an event with a wrong signature: run "kushk plugin test"':
    'افزونه رویدادی با امضای نادرست را پذیرفت: «kushk plugin test» را اجرا کنید',
  'trying an event with a wrong signature, which the plugin must reject':
    'در حال فرستادن رویدادی با امضای نادرست، که افزونه باید نپذیرد',
  'sent an event with a wrong signature, which the plugin rejected':
    'رویدادی با امضای نادرست فرستاده شد و افزونه آن را نپذیرفت',
  'a signed release has this version: raise version in the manifest':
    'نسخهٔ امضاشده‌ای با همین شماره وجود دارد: version مانیفست را بالا ببرید',
  'the instance does not answer; kushk dev goes on as soon as it does':
    'نمونه پاسخ نمی‌دهد؛ همین که پاسخ دهد کار ادامه پیدا می‌کند',
  'proposals waiting: {0}': 'پیشنهادهای در انتظار: {0}',
  'g give MU · p ping · r restart the plugin · q quit': 'g دادن MU · p رویداد آزمایشی · r اجرای دوبارهٔ افزونه · q خروج',
  'a apply · x reject · ↑↓ choose · g give MU · p ping · r restart the plugin · q quit':
    'a اعمال · x رد · ↑↓ انتخاب · g دادن MU · p رویداد آزمایشی · r اجرای دوبارهٔ افزونه · q خروج',
  'attempt {0}': 'تلاش {0}',
  'proposal waits': 'پیشنهاد در انتظار',
  'proposal settled': 'پیشنهاد بسته شد',
  'signature verified': 'امضا بررسی شد',
  'signature not verified: forged calls are accepted too': 'امضا بررسی نشد: فراخوانی جعلی هم پذیرفته می‌شود',
  'signature rejected: the plugin must trust the keys of KUSHK_BASE_URL and have the id of the manifest':
    'امضا پذیرفته نشد: افزونه باید به کلیدهای KUSHK_BASE_URL اعتماد کند و id آن همان id مانیفست باشد',
  'signature rejected: the plugin has another secret; --reinstall gives it new credentials':
    'امضا پذیرفته نشد: افزونه کلید دیگری دارد؛ ‎--reinstall اطلاعات دسترسی تازه می‌دهد',
  'not an amount of MU: {0}': 'مقدار MU نیست: {0}',
  'stopping the local system': 'در حال توقف سامانهٔ محلی',
  'not ready': 'آماده نیست',
  'no local system runs: leave out --no-start, or name an instance with --service-origin':
    'سامانهٔ محلی در حال اجرا نیست: ‎--no-start را بردارید یا نشانی نمونه را با ‎--service-origin بدهید',
  'no local system runs, and this copy of kushk has none: install the package kushk, or name an instance with --service-origin':
    'سامانهٔ محلی در حال اجرا نیست و این نسخه از kushk هم آن را ندارد: بستهٔ kushk را نصب کنید یا نشانی نمونه را با ‎--service-origin بدهید',
  'the local system did not start: {0}': 'سامانهٔ محلی اجرا نشد: {0}',
  'the local system is not ready after {0} s: {1}': 'سامانهٔ محلی پس از {0} ثانیه آماده نشد: {1}',
  Delivering: 'در حال ارسال',
  Calling: 'در حال فراخوانی',
  '{0} waits in the feed: nothing was sent yet ({1})': '{0} در صف است و هنوز چیزی فرستاده نشده ({1})',
  '{0} is not installed: run "kushk dev" in the plugin\'s folder first':
    '{0} نصب نیست: اول «kushk dev» را در پوشهٔ افزونه اجرا کنید',
  'no token of "{0}": --as knows admin and member; for others set KUSHK_TOKEN':
    'توکنی برای «{0}» نیست: ‎--as مقدارهای admin و member را می‌شناسد؛ برای بقیه KUSHK_TOKEN را تنظیم کنید',
  '{0} must be a JSON object, such as {1}': '{0} باید یک شیء JSON باشد، مانند {1}',
};
