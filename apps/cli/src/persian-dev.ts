/** The Persian texts of the commands for plugin authors (`plugin test`, `dev`) by their English source. */
export const PERSIAN_DEV: Readonly<Record<string, string>> = {
  // plugin new
  '{0} is ready in {1}': '{0} در {1} آماده است',
  'Next:': 'گام‌های بعدی:',
  'README.md explains the files. "kushk plugin test --run" checks the plugin without a running system.':
    'فایل‌ها را README.md توضیح می‌دهد. «kushk plugin test --run» افزونه را بدون سامانهٔ در حال اجرا بررسی می‌کند.',
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
  'no manifest in this folder ({0}): name the file': 'در این پوشه مانیفستی نیست ({0}): نام فایل را بنویسید',
  '{0} is not valid JSON': '{0} یک JSON معتبر نیست',
};
