/** The Persian texts and help of the commands for admins (`store`) by their English source. */
export const PERSIAN_STORE: Readonly<Record<string, string>> = {
  Installing: 'در حال نصب',
  Restarting: 'در حال راه‌اندازی دوباره',
  installed: 'نصب‌شده',
  plan: 'طرح',
  ok: 'سالم',
  new: 'تازه',
  'no plugin found': 'افزونه‌ای پیدا نشد',
  'what it does': 'کارش',
  'calls to the plugin': 'فراخوانی افزونه',
  'it cannot be installed here: this instance runs no containers': 'اینجا نصب نمی‌شود: این سامانه کانتینر اجرا نمی‌کند',
  'installed as {0}: "kushk store installed" shows its state':
    'نصب شده با شناسهٔ {0}: «kushk store installed» وضعیتش را نشان می‌دهد',
  'next: "kushk store install {0}" consents to this and installs it':
    'گام بعدی: «kushk store install {0}» با این‌ها موافقت و افزونه را نصب می‌کند',
  'next: "kushk store installed" shows when the plugin has accepted':
    'گام بعدی: «kushk store installed» نشان می‌دهد افزونه کی پذیرفته است',
  'next: "kushk store installed" shows whether the plugin accepts its calls':
    'گام بعدی: «kushk store installed» نشان می‌دهد افزونه فراخوانی‌ها را می‌پذیرد یا نه',
  'next: "kushk store resume {0}" lets it work again':
    'گام بعدی: «kushk store resume {0}» آن را دوباره به کار می‌اندازد',
  'next: start the plugin with them; "kushk store installed" shows when it polls':
    'گام بعدی: افزونه را با آن‌ها اجرا کنید؛ «kushk store installed» نشان می‌دهد کی رویدادها را می‌پرسد',
  'next: "kushk store container {0}" shows when it runs, "kushk store log {1}" what it writes':
    'گام بعدی: «kushk store container {0}» نشان می‌دهد کی اجرا می‌شود و «kushk store log {1}» آنچه می‌نویسد',
  'the credentials are in {0}': 'اطلاعات دسترسی در {0} است',
  'next: "kushk store update {0}" consents to this; --decline declines it':
    'گام بعدی: «kushk store update {0}» با این موافقت می‌کند؛ ‎--decline آن را رد می‌کند',
  'nothing was installed: to consent to this, add {0}': 'چیزی نصب نشد: برای موافقت این‌ها را اضافه کنید: {0}',
  'nothing was installed: to consent to this, add {0}, with one of its plans in place of KEY: {1}':
    'چیزی نصب نشد: برای موافقت این‌ها را اضافه کنید: {0} و به‌جای KEY یکی از طرح‌هایش را بنویسید: {1}',
  '{0} waits for consent: name this version after the installation':
    'نسخهٔ {0} در انتظار موافقت است: همین نسخه را پس از شناسهٔ نصب بنویسید',
  '{0} needs consent; difference to {1}: {2}': 'نسخهٔ {0} به موافقت شما نیاز دارد؛ تفاوت با {1}: {2}',
  '{0} needs no consent; difference to {1}: {2}': 'نسخهٔ {0} به موافقت شما نیاز ندارد؛ تفاوت با {1}: {2}',
  'next: "kushk store move {0}" moves to it, or asks for the consent that it needs':
    'گام بعدی: «kushk store move {0}» به این نسخه می‌رود یا موافقتی را که لازم دارد می‌پرسد',
  'channel and updates': 'کانال و به‌روزرسانی',
  'name what to change: auto or manual, or --channel': 'بنویسید چه چیزی عوض شود: auto یا manual، یا ‎--channel',
  settings: 'تنظیم‌ها',
  required: 'الزامی',
  'settings that are missing': 'تنظیم‌هایی که وارد نشده',
  'this version does not have it: it is removed': 'در این نسخه نیست: حذف می‌شود',
  'next: "kushk store update {0}" consents to this, with your value in place of each VALUE; --decline declines it':
    'گام بعدی: «kushk store update {0}» با این موافقت می‌کند؛ به‌جای هر VALUE مقدار خودتان را بنویسید؛ ‎--decline آن را رد می‌کند',
  'next: "kushk store install {0}" consents to this and installs it, with your value in place of each VALUE':
    'گام بعدی: «kushk store install {0}» با این‌ها موافقت و افزونه را نصب می‌کند؛ به‌جای هر VALUE مقدار خودتان را بنویسید',
  'write your value in place of each VALUE; NAME=- asks for a secret or reads it from standard input':
    'به‌جای هر VALUE مقدار خودتان را بنویسید؛ ‎NAME=-‎ مقدار محرمانه را می‌پرسد یا از ورودی استاندارد می‌خواند',
  'write your value in place of each VALUE': 'به‌جای هر VALUE مقدار خودتان را بنویسید',
  'NAME=- asks for a secret or reads it from standard input':
    '‎NAME=-‎ مقدار محرمانه را می‌پرسد یا از ورودی استاندارد می‌خواند',
  'every newer version was declined: "kushk store reopen INSTALLATION VERSION" takes this back, and "kushk store installed" shows the versions':
    'همهٔ نسخه‌های تازه رد شده‌اند: «kushk store reopen INSTALLATION VERSION» این تصمیم را پس می‌گیرد و «kushk store installed» نسخه‌ها را نشان می‌دهد',
  '{0} was declined: "kushk store reopen {1}" takes this back':
    '{0} رد شده است: «kushk store reopen {1}» این تصمیم را پس می‌گیرد',
  'next: "kushk store update {0}" shows {1}, which waits for consent':
    'گام بعدی: «kushk store update {0}» نسخهٔ {1} را که در انتظار موافقت است نشان می‌دهد',
  'there is no newer version to move to: "kushk store installed" shows the version of each installation':
    'نسخهٔ تازه‌تری نیست: «kushk store installed» نسخهٔ هر نصب را نشان می‌دهد',
  '"kushk store update {0}" consents to it, with your value in place of each VALUE':
    '«kushk store update {0}» با آن موافقت می‌کند؛ به‌جای هر VALUE مقدار خودتان را بنویسید',
  '"kushk store update {0}" consents to it': '«kushk store update {0}» با آن موافقت می‌کند',
  '"kushk store update {0} --decline" declines it': '«kushk store update {0} --decline» آن را رد می‌کند',
  'next: "kushk dev settings NAME=VALUE" changes one; --file FILE changes several':
    'گام بعدی: «kushk dev settings NAME=VALUE» یکی را عوض می‌کند و ‎--file FILE چند تا را',
  'next: "kushk store settings {0} NAME=VALUE" changes one; --file FILE changes several':
    'گام بعدی: «kushk store settings {0} NAME=VALUE» یکی را عوض می‌کند و ‎--file FILE چند تا را',
  'the manifest declares no plans': 'مانیفست طرحی ندارد',
  current: 'کنونی',
  'next: "kushk store plan {0} KEY" changes it, from the next charge on':
    'گام بعدی: «kushk store plan {0} KEY» آن را از برداشت بعدی عوض می‌کند',
  'the manifest declares no settings': 'مانیفست تنظیمی ندارد',
  '(not set)': '(وارد نشده)',
  secret: 'محرمانه',
  'write NAME=VALUE, such as {0}: there is no = with a name before it':
    'به شکل NAME=VALUE بنویسید، مانند {0}: علامت = با نامی پیش از آن لازم است',
  '"kushk store show PLUGIN" shows the settings with their rules; give them with --set NAME=VALUE; --set NAME=- asks for a secret or reads it from standard input, and --settings FILE reads several from a JSON file':
    '«kushk store show PLUGIN» تنظیم‌ها را با قاعده‌هایشان نشان می‌دهد؛ مقدارشان را با ‎--set NAME=VALUE بدهید؛ ‎--set NAME=-‎ مقدار محرمانه را می‌پرسد یا از ورودی استاندارد می‌خواند و ‎--settings FILE چند تا را از فایل JSON می‌خواند',
  '"kushk dev settings" shows the settings with their rules, and "kushk dev settings NAME=VALUE" sets one; NAME=- asks for a secret or reads it from standard input, and --file FILE reads several from a JSON file':
    '«kushk dev settings» تنظیم‌ها را با قاعده‌هایشان نشان می‌دهد و «kushk dev settings NAME=VALUE» یکی را عوض می‌کند؛ ‎NAME=-‎ مقدار محرمانه را می‌پرسد یا از ورودی استاندارد می‌خواند و ‎--file FILE چند تا را از فایل JSON می‌خواند',
  '"kushk store settings {0}" shows the settings with their rules, and "kushk store settings {1} NAME=VALUE" sets one; NAME=- asks for a secret or reads it from standard input, and --file FILE reads several from a JSON file':
    '«kushk store settings {0}» تنظیم‌ها را با قاعده‌هایشان نشان می‌دهد و «kushk store settings {1} NAME=VALUE» یکی را عوض می‌کند؛ ‎NAME=-‎ مقدار محرمانه را می‌پرسد یا از ورودی استاندارد می‌خواند و ‎--file FILE چند تا را از فایل JSON می‌خواند',
  'the history of your shell keeps the secret {0}: next time write {1}=-, which asks for it or reads it from standard input':
    'تاریخچهٔ پوستهٔ شما مقدار محرمانهٔ {0} را نگه می‌دارد: بار دیگر ‎{1}=-‎ بنویسید تا پرسیده یا از ورودی استاندارد خوانده شود',
  'value of {0} (not shown):': 'مقدار {0} (نمایش داده نمی‌شود):',
  'standard input has no value for {0}': 'در ورودی استاندارد مقداری برای {0} نیست',
  'there is no setting "{0}"; did you mean "{1}"?': 'تنظیمی به نام «{0}» نیست؛ منظورتان «{1}» بود؟',
  'the question was not answered: nothing was changed': 'پرسش بی‌پاسخ ماند: چیزی عوض نشد',
  '{0} would be removed for ever, and nobody can confirm it here: add --yes if that is wanted':
    '{0} برای همیشه حذف می‌شود و اینجا کسی نمی‌تواند تأیید کند: اگر همین را می‌خواهید ‎--yes را بیفزایید',
  'remove {0} ({1}) for ever? Its token stops working, and nobody can read its records any more [y/N]':
    '{0} ({1}) برای همیشه حذف شود؟ توکنش از کار می‌افتد و دیگر کسی رکوردهایش را نمی‌تواند بخواند [y/N]',
  'nothing was removed': 'چیزی حذف نشد',
  '{0} is not a JSON object with the settings': '{0} شیء JSON تنظیم‌ها نیست',

  // State
  '{0} is installed already, as {1}': '{0} از قبل با شناسهٔ {1} نصب است',
  '"kushk store installed" shows its state, "kushk store update {0}" a version that waits for consent, and "kushk store settings {1}" its settings':
    '«kushk store installed» وضعیتش را نشان می‌دهد، «kushk store update {0}» نسخهٔ در انتظار موافقت را و «kushk store settings {1}» تنظیم‌هایش را',
  'its token has stopped working and its records cannot be read any more; its proposals and sources stay: people can still settle those that wait, and no event reports that':
    'توکنش از کار افتاد و رکوردهایش دیگر خوانده نمی‌شود؛ پیشنهادها و منبع‌هایش می‌ماند: دربارهٔ موردهای منتظر هنوز می‌شود تصمیم گرفت و رویدادی خبرش را نمی‌دهد',
  Sending: 'در حال ارسال',
  'no call waits for a further attempt': 'فراخوانی‌ای در انتظار تلاش بعدی نیست',
  'next: the plugin of {0} polls its events, and has not: its operator must see to it that it runs with the credentials of this installation':
    'گام بعدی: افزونهٔ {0} رویدادهایش را خودش می‌پرسد و نپرسیده است؛ کسی که اجرایش می‌کند باید ببیند با اطلاعات دسترسی همین نصب در حال اجراست',
  '{0} silent: never polled': '{0} بی‌خبر: هنوز نپرسیده',
  '{0} silent: last poll {1}': '{0} بی‌خبر: آخرین بار {1}',
  'next: "kushk store credentials {0}" reads the credentials of this plugin, which polls its events: once, until {1}':
    'گام بعدی: «kushk store credentials {0}» اطلاعات دسترسی این افزونه را که رویدادهایش را خودش می‌پرسد می‌خواند؛ فقط یک بار و تا {1}',
  'the credentials of {0} ended at {1}, because no admin has read them':
    'اعتبار اطلاعات دسترسی {0} در {1} تمام شد، چون مدیری آن را نخواند',
  'its publisher, wherever it runs: it polls its events': 'ناشر، هر جا افزونه اجرا شود؛ رویدادهایش را خودش می‌پرسد',
  'the next attempt for {0} comes by itself at {1}': 'تلاش بعدی برای {0} خودبه‌خود در {1} انجام می‌شود',
  'next: the plugin\'s own log says why it refused; when that is corrected, "kushk store resend {0}" sends the calls again at once':
    'گام بعدی: لاگ خود افزونه می‌گوید چرا نپذیرفته است؛ پس از اصلاح، «kushk store resend {0}» فراخوانی‌ها را همان لحظه دوباره می‌فرستد',

  '{0} moves to {1}, when its plugin accepts the credentials or an admin has read them; without that by {2} it stays at {3}':
    'نصب {0} به نسخهٔ {1} می‌رود، وقتی افزونه اطلاعات دسترسی را بپذیرد یا مدیر آن را بخواند؛ اگر تا {2} نشود، در نسخهٔ {3} می‌ماند',
  '{0} stayed at {1}: the plugin of {2} did not accept its credentials ({3}); "kushk store update {4}" tries again':
    'نصب {0} در نسخهٔ {1} ماند: افزونهٔ نسخهٔ {2} مقدارهای اتصال را نپذیرفت ({3})؛ «kushk store update {4}» دوباره امتحان می‌کند',
  'container {0}: {1}': 'کانتینر {0}: {1}',
  '{0} failed: {1}': 'نسخهٔ {0} راه نیفتاد: {1}',

  // Containers
  'the container is {0}': 'وضعیت کانتینر: {0}',
  reason: 'دلیل',
  since: 'از',
  image: 'ایمیج',
  'failed version': 'نسخهٔ ناموفق',
  restarts: 'راه‌اندازی دوباره',
  memory: 'حافظه',
  denied: 'جلوگیری‌شده',
  'these are the last lines; older ones exist': 'این‌ها آخرین سطرهاست؛ سطرهای قدیمی‌تر هم هست',

  // Wallets
  available: 'موجودی',
  held: 'رزروشده',
  'this month': 'این ماه',
  'last month': 'ماه گذشته',
  'a month ahead': 'یک ماه پیش رو',
  'enough until': 'کافی تا',
  budget: 'سقف مصرف ماهانه',
  state: 'وضعیت',
  low: 'کم',
  time: 'زمان',
  kind: 'نوع',
  service: 'خدمت',
  count: 'تعداد',
  'there are more: raise --limit': 'باز هم هست: ‎--limit را بیشتر کنید',
};

export const PERSIAN_HELP_STORE: Readonly<Record<string, string>> = {
  'move to a version that the installation does not follow by itself, such as while it is pinned':
    'رفتن به نسخه‌ای که نصب خودش دنبال نمی‌کند، مثلاً وقتی روی نسخه‌ای ثابت است',
  'the version that "kushk store update" shows': 'نسخه‌ای که «kushk store update» نشان می‌دهد',
  'a version that was declined': 'نسخه‌ای که رد شده است',
  'take back the decision to decline a version, which is then offered again':
    'پس گرفتن رد یک نسخه، که پس از آن دوباره پیشنهاد می‌شود',
  'choose which versions an installation follows': 'انتخاب نسخه‌هایی که یک نصب دنبال می‌کند',
  'auto follows new versions; manual pins the version':
    'auto نسخه‌های تازه را دنبال می‌کند؛ manual نسخه را ثابت نگه می‌دارد',
  'stable, or beta with pre-releases': 'stable، یا beta همراه با نسخه‌های پیش از انتشار',
  'for admins: install plugins and look after them': 'برای مدیران سازمان: نصب و نگهداری افزونه‌ها',
  'list the plugins that can be installed': 'فهرست افزونه‌های قابل نصب',
  'community, verified or private': 'community، verified یا private',
  'name or newest': 'name یا newest',
  'pending, installed, consent_pending, paused or suspended':
    'pending، installed، consent_pending، paused یا suspended',
  'what their names, summaries or ids contain': 'متنی در نام، خلاصه یا شناسهٔ آن‌ها',
  'the highest one when it is left out': 'اگر ننویسید، بالاترین نسخه',
  'show a plugin: where it runs, its scopes with reasons, and what it costs':
    'نمایش یک افزونه: کجا اجرا می‌شود، دسترسی‌ها با دلیل، و هزینه‌اش',
  'list the installations with their status and the health of their calls':
    'فهرست نصب‌ها با وضعیت و سلامت فراخوانی‌هایشان',
  'plan of the manifest; needed when it has any': 'طرحی از مانیفست؛ اگر مانیفست طرح دارد، لازم است',
  'the key of a plan': 'کلید یک طرح',
  'show the plans of an installation, or give it another one': 'نمایش طرح‌های یک نصب یا عوض‌کردن طرح آن',
  'JSON file with the settings; - is standard input': 'فایل JSON تنظیم‌ها؛ - یعنی ورودی استاندارد',
  'a setting; may be repeated. NAME=- reads a secret from standard input, or asks for it':
    'یک تنظیم؛ تکرارپذیر؛ ‎NAME=-‎ مقدار محرمانه را از ورودی استاندارد می‌خواند یا می‌پرسد',
  'the same as NAME=VALUE; may be repeated': 'همان NAME=VALUE؛ تکرارپذیر',
  'show the settings of an installation, or change some of them': 'نمایش تنظیم‌های یک نصب یا تغییر بعضی از آن‌ها',
  'show the settings of the installation, or change some of them': 'نمایش تنظیم‌های نصب یا تغییر بعضی از آن‌ها',
  'JSON file whose values replace those of the same name; - is standard input':
    'فایل JSON که مقدارهایش جای مقدارهای هم‌نام را می‌گیرد؛ - یعنی ورودی استاندارد',
  'remove a setting; may be repeated': 'حذف یک تنظیم؛ تکرارپذیر',
  'NAME=VALUE, or /OBJECT/NAME=VALUE inside an object; NAME=- reads a secret from standard input, or asks for it':
    'NAME=VALUE، یا برای داخل شیء ‎/OBJECT/NAME=VALUE؛ ‎NAME=-‎ مقدار محرمانه را از ورودی استاندارد می‌خواند یا می‌پرسد',
  'consent: exactly the scopes that it asks for, separated by commas; or none':
    'موافقت: دقیقاً دسترسی‌هایی که می‌خواهد، جداشده با ویرگول لاتین؛ یا none',
  'consent: the address that receives its data, of an external plugin':
    'موافقت: نشانی‌ای که داده‌ها را می‌گیرد، برای افزونهٔ بیرونی',
  'consent: what a container may reach, separated by commas; or none':
    'موافقت: مقصدهای شبکهٔ کانتینر، جداشده با ویرگول لاتین؛ یا none',
  'install a plugin; without the flags of the consent it shows what they would accept':
    'نصب افزونه؛ بدون گزینه‌های موافقت فقط نشان می‌دهد با چه چیزی موافقت می‌شود',
  'the version to which you consent': 'نسخه‌ای که با آن موافقید',
  'show the version that waits for consent; with the flags of the consent, install it':
    'نمایش نسخهٔ در انتظار موافقت؛ با گزینه‌های موافقت، نصب آن',
  'decline this version': 'رد این نسخه',
  'pause an installation': 'توقف موقت یک نصب',
  'give a plugin that has lost its credentials new ones; the old ones stop at once':
    'دادن توکن و کلید تازه به افزونه‌ای که مقدارهایش را گم کرده؛ مقدارهای قبلی همان لحظه از کار می‌افتند',
  'resume a paused installation': 'ادامهٔ نصب متوقف‌شده',
  'remove it without a question; needed where there is no terminal': 'حذف بدون پرسش؛ آنجا که ترمینال نیست لازم است',
  'remove an installation for ever: its token stops working, and nobody can read its records any more':
    'حذف همیشگی یک نصب: توکنش از کار می‌افتد و دیگر کسی نمی‌تواند رکوردهایش را بخواند',
  'read the credentials of a plugin that polls its events, as lines of a .env file; works once':
    'خواندن اطلاعات دسترسی افزونه‌ای که رویدادهایش را خودش می‌پرسد، به شکل خط‌های ‎.env؛ فقط یک بار کار می‌کند',
  'send the calls that the plugin has not accepted again now, before their next attempt':
    'ارسال دوبارهٔ فراخوانی‌هایی که افزونه نپذیرفته، همین حالا و پیش از تلاش بعدی',
  'show a container: state, restarts, memory, image and denied connections':
    'نمایش کانتینر: وضعیت، راه‌اندازی‌ها، حافظه، ایمیج و اتصال‌های جلوگیری‌شده',
  'print the last 1,000 lines that a container wrote': 'چاپ ۱٬۰۰۰ سطر آخر خروجی کانتینر',
  'restart a container; its volume stays': 'راه‌اندازی دوبارهٔ کانتینر؛ والیوم آن می‌ماند',
  'list what each plugin has, uses and may use, and until when it is enough':
    'فهرست موجودی، مصرف و سقف هر افزونه، و اینکه تا کی کافی است',
  'plugin_id, available, consumed or enough_until': 'plugin_id، available، consumed یا enough_until',
  'print CSV: a record for each wallet': 'چاپ CSV: یک رکورد برای هر کیف پول',
  'show the last twelve months of a wallet, and what happened to it, newest first':
    'نمایش دوازده ماه گذشتهٔ یک کیف پول و گردش آن، تازه‌ترین اول',
  'only what happened in this month of Tehran time': 'فقط گردش این ماه به وقت تهران',
};
