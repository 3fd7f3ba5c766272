/** The Persian help of the commands for plugin authors (`plugin test`, `dev`) by its English source. */
export const PERSIAN_HELP_DEV: Readonly<Record<string, string>> = {
  'create, test and deprecate plugins': 'ساخت، آزمایش و کنار گذاشتن افزونه',
  'say in every store that a plugin is no longer recommended, or end that':
    'اعلام در همهٔ فروشگاه‌ها که افزونه دیگر توصیه نمی‌شود، یا لغو آن',
  'reason, which stores show': 'دلیل، که فروشگاه‌ها نشان می‌دهند',
  'another plugin of yours to use instead': 'افزونهٔ دیگری از شما که جای آن را می‌گیرد',
  'end the deprecation': 'لغو کنار گذاشتن',
  'a new or empty folder': 'پوشه‌ای تازه یا خالی',
  'write a plugin that runs, with a manifest, tests and a page':
    'نوشتن افزونه‌ای آمادهٔ اجرا، با مانیفست، آزمون و یک صفحه',
  'node is TypeScript with the SDK, and so is poller, which needs no address; the others need only the standard library':
    'node یعنی تایپ‌اسکریپت با SDK و poller هم، که نشانی نمی‌خواهد؛ بقیه فقط کتابخانهٔ استاندارد می‌خواهند',
  'language of the README and of the comments in the manifest (default: as --lang)':
    'زبان README و توضیح‌های مانیفست (پیش‌فرض: مانند ‎--lang)',
  'id of the plugin (default: ir.example. and the name of the folder)':
    'شناسهٔ افزونه (پیش‌فرض: ir.example. و نام پوشه)',
  'name that people see; one in Persian letters becomes the Persian name (default: the name of the folder)':
    'نامی که مردم می‌بینند؛ نامِ با حروف فارسی فقط نام فارسی می‌شود (پیش‌فرض: نام پوشه)',
  'your publisher id': 'شناسهٔ ناشر شما',
  'port on which the plugin listens (default: the first free one from 4100 on that no plugin beside it has)':
    'پورتی که افزونه روی آن گوش می‌دهد (پیش‌فرض: اولین پورت آزاد از 4100 به بعد که افزونهٔ دیگری در کنارش ندارد)',
  'address of the plugin (default: base_url of the manifest, with --run on a free port)':
    'نشانی افزونه (پیش‌فرض: base_url مانیفست، با ‎--run روی پورتی آزاد)',
  'play the service against a plugin and check what the contract demands; needs no running system':
    'اجرای نقش سرویس در برابر افزونه و بررسی آنچه قرارداد می‌خواهد؛ به سامانهٔ در حال اجرا نیاز ندارد',
  'the manifest (default: the one in this folder)': 'مانیفست (پیش‌فرض: مانیفست همین پوشه)',
  'start the plugin with this command, or with the one of its folder; also restarts it':
    'اجرای افزونه با این فرمان یا فرمان پوشه‌اش؛ دوباره هم اجرایش می‌کند',
  'run only these cases, separated by commas': 'اجرای فقط این موردها، جداشده با ویرگول لاتین',
  'arguments by the name of the tool (JSON, or a file with it), instead of examples':
    'ورودی‌ها با نام ابزار (متن JSON یا فایلی از آن)، به‌جای نمونه‌ها',
  'by path, what your page sends to your own server (JSON, or a file with it), without installation and handle':
    'با نام مسیر، آنچه صفحهٔ افزونه به سرور خودتان می‌فرستد (متن JSON یا فایلی از آن)، بدون نصب و handle',
  'test a plugin that polls for its events; it needs no address, and --run starts it':
    'آزمون افزونه‌ای که رویدادهایش را خودش می‌خواند؛ نشانی لازم ندارد و ‎--run اجرایش می‌کند',
  'time within which the plugin must answer': 'مهلت پاسخ افزونه',
  'port on loopback for the keys and the API that the plugin uses (default: 8079, with --run any)':
    'پورت محلی برای کلیدها و API که افزونه به کار می‌برد (پیش‌فرض: 8079، با ‎--run هر پورتی)',
  'also write the results as JUnit XML': 'نوشتن نتیجه‌ها به شکل JUnit XML هم',
  'run the plugin of this folder on a local instance, and show every call':
    'اجرای افزونهٔ این پوشه روی سامانهٔ محلی و نمایش همهٔ فراخوانی‌ها',
  'start the plugin with this command (default: the one of its folder)':
    'اجرای افزونه با این فرمان (پیش‌فرض: فرمان پوشهٔ افزونه)',
  'do not start the plugin: it runs elsewhere': 'افزونه را اجرا نکن: جای دیگری اجرا می‌شود',
  'do not start a local system when none runs': 'اگر سامانهٔ محلی در حال اجرا نیست، اجرایش نکن',
  'fill the wallet to this many MU, once at the start': 'پر کردن کیف پول تا این مقدار MU، یک بار در شروع',
  'JSON file with settings of the plugin; read again when it is saved':
    'فایل JSON تنظیم‌های افزونه؛ با هر ذخیره دوباره خوانده می‌شود',
  'a setting of the plugin; may be repeated. NAME=- reads a secret from standard input, or asks for it':
    'یک تنظیم افزونه؛ تکرارپذیر؛ ‎NAME=-‎ مقدار محرمانه را از ورودی استاندارد می‌خواند یا می‌پرسد',
  'let the "kushk dev" that runs for this folder start the plugin again, as its key r':
    'اجرای دوبارهٔ افزونه با «kushk dev»ای که برای این پوشه روشن است، مانند کلید r',
  'end the "kushk dev" that runs for this folder, as its key q':
    'پایان دادن به «kushk dev»ای که برای این پوشه روشن است، مانند کلید q',
  'give MU to the wallet of the installation, as the key g': 'دادن MU به کیف پول نصب، مانند کلید g',
  'amount of MU (default: 100)': 'مقدار MU (پیش‌فرض: 100)',
  'plan of the manifest (default: the first one)': 'طرح مانیفست (پیش‌فرض: اولین طرح)',
  'write the credentials to this file instead of starting the plugin: it runs elsewhere and polls':
    'به‌جای اجرای افزونه، اطلاعات دسترسی‌اش را در این فایل بنویسد: افزونه جای دیگری اجرا می‌شود و خودش رویدادها را می‌گیرد',
  'remove the installation first: the plugin gets new credentials and "installed" again (onInstalled)':
    'اول نصب حذف شود: افزونه اطلاعات دسترسی تازه و دوباره «installed» را می‌گیرد (onInstalled)',
  'installation (default: that of the plugin in this folder)': 'نصب (پیش‌فرض: نصب افزونهٔ این پوشه)',
  'type of the event, such as plugin.ping': 'نوع رویداد، مانند plugin.ping',
  'send an event to the plugin and show its answer': 'فرستادن رویداد به افزونه و نمایش پاسخ آن',
  'data of the event (default: an example of its type)': 'دادهٔ رویداد (پیش‌فرض: نمونه‌ای از همان نوع)',
  'name of the tool; without it the tools are listed': 'نام ابزار؛ بدون آن ابزارها فهرست می‌شوند',
  "print a handle of a person for the plugin's page, for requests with curl":
    'چاپ هندل یک کاربر برای صفحهٔ افزونه، برای درخواست با curl',
  'a panel of the manifest (default: the app)': 'یک پنل مانیفست (پیش‌فرض: صفحهٔ اصلی افزونه)',
  'the record beside which the panel is': 'رکوردی که پنل در کنار آن است',
  'arguments as a JSON object': 'ورودی‌ها به شکل شیء JSON',
  'call a tool of the plugin as the assistant does': 'فراخوانی ابزار افزونه، همان‌گونه که دستیار می‌کند',
  'admin or member of the demo organisation': 'admin یا member سازمان نمایشی',
  'show the newest calls to and from the plugin, and what became of proposals and sources':
    'نمایش تازه‌ترین فراخوانی‌های افزونه در هر دو سو و نتیجهٔ پیشنهادها و منبع‌ها',
  'a call of the list: it is shown with its complete bodies': 'یکی از فراخوانی‌های فهرست، برای نمایش بدنهٔ کاملش',
  'why; the plugin reads it in the event': 'دلیل؛ افزونه آن را در رویداد می‌خواند',
  'why the proposal was rejected': 'دلیل رد پیشنهاد',
  'proposal (default: the one that was rejected last without a reason)':
    'پیشنهاد (پیش‌فرض: آخرین پیشنهاد ردشدهٔ بدون دلیل)',
  'add the reason of a rejection later: its event comes again with a higher revision':
    'افزودن دلیل رد در زمانی دیگر: رویدادش دوباره با revision بالاتر می‌رسد',
  'id of the event, as "kushk dev logs" shows it': 'شناسهٔ رویداد، چنان‌که «kushk dev logs» نشان می‌دهد',
  'send a stored event again, with its id and its body': 'فرستادن دوبارهٔ رویدادی ذخیره‌شده با همان شناسه و بدنه',
  'renew token and signing secret, as an admin does': 'تازه کردن توکن و کلید امضا، مانند کار مدیر',
  'how long, such as 10m; 0 ends it': 'چه مدت، مثلاً 10m؛ ‏0 به آن پایان می‌دهد',
  'make the calls to the plugin fail, as if it could not be reached':
    'ناموفق کردن فراخوانی‌های افزونه، گویی در دسترس نیست',
  'send events and lifecycle calls again after the plugin has answered 410, and close open circuits':
    'فرستادن دوبارهٔ رویدادها و فراخوانی‌های نصب پس از پاسخ 410 افزونه، و بستن مدارهای باز',
  'list the signed statements of closed months, the newest first':
    'فهرست صورت‌حساب‌های امضاشدهٔ ماه‌های بسته، تازه‌ترین نخست',
  'proposal or source (default: the one that waits)': 'پیشنهاد یا منبع (پیش‌فرض: همان که منتظر است)',
  'apply a proposal of the plugin, or accept a source, as a person does with a click':
    'اعمال پیشنهاد افزونه یا پذیرش منبع، همان‌گونه که کاربر با یک کلیک می‌کند',
  'proposal (default: the one that was applied last)': 'پیشنهاد (پیش‌فرض: آخرین پیشنهاد اعمال‌شده)',
  'undo a proposal within 30 seconds after you applied it: the record gets its former values back':
    'برگرداندن پیشنهاد تا ۳۰ ثانیه پس از اعمال: رکورد مقدارهای پیشین خود را پس می‌گیرد',
  'every proposal that waits; one whose fields were edited since is left':
    'همهٔ پیشنهادهای منتظر؛ پیشنهادی که فیلدهایش در این میان ویرایش شده می‌ماند',
  'every proposal that waits': 'همهٔ پیشنهادهای منتظر',
  'reject a proposal of the plugin, or dismiss a source': 'رد پیشنهاد افزونه یا کنار گذاشتن منبع',
  'record type of the manifest (default: every type)': 'نوع رکورد در مانیفست (پیش‌فرض: همهٔ نوع‌ها)',
  'how far to move it: +30d, +36h, +10m or +1w (default: only show it)':
    'مقدار جلو بردن: ‎+30d، ‎+36h، ‎+10m یا ‎+1w (پیش‌فرض: فقط نشان بده)',
  'show the test clock of the local system, or move it forward: months close, holds expire':
    'نشان دادن یا جلو بردن ساعت آزمایشی سامانهٔ محلی: ماه‌ها بسته می‌شود و مهلت رزروها می‌گذرد',
  'list the records that the plugin keeps': 'فهرست رکوردهایی که افزونه نگه می‌دارد',
  'id of the plugin (default: that of the manifest in this folder)': 'شناسهٔ افزونه (پیش‌فرض: شناسهٔ مانیفست همین پوشه)',
  'version (default: that of the manifest)': 'نسخه (پیش‌فرض: نسخهٔ مانیفست)',
  'approve and publish a submitted release on the hub of the local system, as its reviewer does':
    'تأیید و انتشار نسخهٔ ارسال‌شده روی هاب سامانهٔ محلی، همان‌گونه که بازبین می‌کند',
  'go on with those that come': 'ادامه با فراخوانی‌های بعدی',
};
