/** The Persian texts of the commands for plugin authors (`plugin test`, `dev`) by their English source. */
export const PERSIAN_DEV: Readonly<Record<string, string>> = {
  // plugin new
  '{0} is ready in {1}': '{0} در {1} آماده است',
  'Next:': 'گام‌های بعدی:',
  'README.md explains the files. "kushk plugin test --run" checks the plugin without a running system.':
    'فایل‌ها را README.md توضیح می‌دهد. «kushk plugin test --run» افزونه را بدون سامانهٔ در حال اجرا بررسی می‌کند.',
  'npx finds @kushk/cli only in the nearest folder with a package.json: install it in the folder of the plugin as well':
    'npx بستهٔ ‎@kushk/cli را فقط در نزدیک‌ترین پوشه‌ای که package.json دارد پیدا می‌کند: آن را در پوشهٔ افزونه هم نصب کنید',
  'Packing the SDK': 'در حال بسته‌بندی SDK',
  '{0} is not a folder': '{0} پوشه نیست',
  '{0} is not empty: name a new folder': '{0} خالی نیست: پوشهٔ تازه‌ای نام ببرید',
  'this copy of kushk has no templates: install the package @kushk/cli':
    'این نسخه از kushk الگوها را ندارد: بستهٔ ‎@kushk/cli را نصب کنید',
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
  '--arguments names {0}, which is no tool of the manifest; there are {1}':
    'در ‎--arguments نام {0} آمده که ابزار مانیفست نیست؛ ابزارها: {1}',
  'the arguments of {0} in --arguments do not match its input_schema: {1} {2}':
    'ورودی‌های {0} در ‎--arguments با input_schema آن جور نیست: {1} {2}',
  '--actions must be a JSON object with a body by the path of the request':
    '‎--actions باید یک شیء JSON از بدنه‌ها با مسیر درخواست باشد',
  'a plugin that polls is tested only when this command starts it: add --run':
    'افزونه‌ای که رویدادهایش را خودش می‌خواند فقط وقتی آزموده می‌شود که همین فرمان اجرایش کند: ‎--run را اضافه کنید',
  'no start command: name it with --run "COMMAND"': 'فرمان اجرا پیدا نشد: آن را با ‎--run "COMMAND" بنویسید',
  'another program already listens at {0}: stop it, or leave out --run if it is the plugin':
    'برنامهٔ دیگری در {0} گوش می‌دهد: آن را متوقف کنید یا اگر خود افزونه است ‎--run را ننویسید',
  'the manifest has no "delivery: poll", so the command must start a server on PORT: its credentials come with "installed" and not in the environment':
    'مانیفست «delivery: poll» ندارد، پس فرمان باید سروری روی PORT اجرا کند: اطلاعات دسترسی‌اش با «installed» می‌رسد، نه در متغیرهای محیط',
  '"kushk dev down" has ended: tool calls reach the plugin again; it polls its events as before':
    'kushk dev down تمام شد: فراخوانی ابزارها دوباره به افزونه می‌رسد؛ رویدادها را مثل قبل خودش می‌خواند',
  'a hold has expired without a settlement: its MU are available again, and nothing was paid. Settle each hold right after the service, and release it after a failure':
    'مهلت رزروی بدون تسویه تمام شد: MU آن آزاد شد و چیزی پرداخت نشد. هر رزرو را درست بعد از خدمت تسویه و بعد از خطا آزاد کنید',
  '"{0}" ended with exit code {1}': '«{0}» با کد خروج {1} پایان یافت',
  'not all packages of the plugin are installed: run "npm install" in {0}':
    'همهٔ بسته‌های افزونه نصب نیست: در {0} فرمان «npm install» را اجرا کنید',
  'a program of the command was not found: run "npm install" in {0}':
    'برنامه‌ای از این فرمان پیدا نشد: در {0} فرمان «npm install» را اجرا کنید',
  'a program of the command was not found: install it, or correct the command':
    'برنامه‌ای از این فرمان پیدا نشد: آن را نصب یا فرمان را اصلاح کنید',
  'when that is corrected, r or "kushk dev restart" starts the plugin':
    'پس از اصلاح، کلید r یا «kushk dev restart» افزونه را اجرا می‌کند',
  '"{0}" does not listen at {1} after {2} s; it must listen on the port in PORT':
    '«{0}» پس از {2} ثانیه در {1} گوش نمی‌دهد؛ باید روی پورت PORT گوش دهد',
  'no manifest in this folder ({0}): change to the folder of the plugin, name the file, or write a new plugin with "kushk plugin new DIR"':
    'در این پوشه مانیفستی نیست ({0}): به پوشهٔ افزونه بروید، نام فایل را بنویسید یا با «kushk plugin new DIR» افزونهٔ تازه‌ای بسازید',
  '{0} is not valid JSON': '{0} یک JSON معتبر نیست',

  // dev
  '{0} is installed ({1})': '{0} نصب شد ({1})',
  'the local instance has the saved manifest of {0}': 'مانیفست ذخیره‌شدهٔ {0} به سامانهٔ محلی رسید',
  'the reviewer has approved the release {0}': 'بازبین نسخهٔ {0} را تأیید کرد',
  'the release {0} is approved and published: raise version in the manifest before you change anything in it':
    'نسخهٔ {0} تأیید و منتشر شد: پیش از هر تغییر، version مانیفست را بالا ببرید',
  'the reviewer has rejected the release {0}: {1}': 'بازبین نسخهٔ {0} را رد کرد: {1}',
  'the release {0} on the local hub: {1}': 'نسخهٔ {0} در هاب محلی: {1}',
  'nothing to do: this release was {0} already': 'کاری نمانده است: وضعیت این نسخه از پیش {0} بود',
  '{0} MU added': '{0} واحد مصرف (MU) اضافه شد',
  'no connection: the plugin does not listen there': 'ارتباط برقرار نشد: افزونه روی این نشانی گوش نمی‌دهد',
  'no connection: its host name is not known': 'ارتباط برقرار نشد: نام میزبانش شناخته نیست',
  'no answer in time': 'به‌موقع پاسخی نیامد',
  'no answer within ten seconds: store the event, answer, and then do what takes long':
    'تا ده ثانیه پاسخی نیامد: رویداد را ذخیره کنید، پاسخ دهید و کار طولانی را بعد از آن انجام دهید',
  'the connection broke before the answer': 'ارتباط پیش از پاسخ قطع شد',
  'events: {0}': 'رویداد: {0}',
  '{0} MU available, {1} held': '{0} MU موجودی، {1} رزروشده',
  '{0}: correct the manifest and save it': '{0}: مانیفست را اصلاح و ذخیره کنید',
  'waiting until port {0} is free: another program uses it (perhaps another "kushk dev")':
    'در انتظار آزاد شدن پورت {0}: برنامهٔ دیگری آن را گرفته است (شاید «kushk dev» دیگری)',
  'waiting until port {0} is free: another program uses it ({1})':
    'در انتظار آزاد شدن پورت {0}: برنامهٔ دیگری آن را گرفته است ({1})',
  'stop that program, or change base_url in the manifest to a free port such as {0}; --no-run if that program is the plugin':
    'آن برنامه را متوقف کنید یا base_url مانیفست را به پورتی آزاد مانند {0} تغییر دهید؛ اگر همان برنامه افزونه است ‎--no-run را بنویسید',
  'a "kushk dev" runs for {0} already: use its terminal, or end it':
    'برای {0} از پیش یک «kushk dev» روشن است: از ترمینال همان استفاده کنید یا ببندیدش',
  '"kushk dev stop" in this folder ends it, and "kushk dev restart" starts its plugin again':
    '«kushk dev stop» در همین پوشه آن را می‌بندد و «kushk dev restart» افزونه‌اش را دوباره اجرا می‌کند',
  'the local system is still starting': 'سامانهٔ محلی هنوز در حال روشن شدن است',
  'the wallet was not filled: the key g or "kushk dev gift" gives MU':
    'کیف پول پر نشد: کلید g یا «kushk dev gift» ‏MU می‌دهد',
  'the wallet has too few MU for this: the key g or "kushk dev gift" gives more':
    'موجودی کیف پول برای این کار کافی نیست: کلید g یا «kushk dev gift» به آن MU می‌دهد',
  'new settings in the manifest: {0}; the code of the plugin must read them by these names':
    'تنظیم‌های تازهٔ مانیفست: {0}؛ کد افزونه باید آن‌ها را با همین نام‌ها بخواند',
  'settings that the manifest no longer has: {0}; the code of the plugin must not read them any more':
    'تنظیم‌هایی که دیگر در مانیفست نیست: {0}؛ کد افزونه دیگر نباید آن‌ها را بخواند',
  'record types that the manifest no longer has: {0}; their records stay, but the plugin cannot reach them until the manifest has these types again':
    'نوع‌های رکوردی که دیگر در مانیفست نیست: {0}؛ رکوردهایشان می‌ماند، ولی تا وقتی این نوع‌ها دوباره در مانیفست نباشد افزونه به آن‌ها دسترسی ندارد',
  'another id is another plugin: {0} stays installed with its records and its MU; "kushk store remove {1}" removes it':
    'شناسهٔ دیگر یعنی افزونهٔ دیگر: {0} با رکوردها و MU خود نصب می‌ماند؛ «kushk store remove {1}» آن را حذف می‌کند',
  'their stored values are kept, because the manifest accepts them: {0}':
    'مقدار ذخیره‌شدهٔ آن‌ها می‌ماند، چون مانیفست آن‌ها را می‌پذیرد: {0}',
  'perhaps another program answers at {0}, and not this plugin: stop it, or change base_url in the manifest to a free port':
    'شاید در {0} برنامهٔ دیگری پاسخ می‌دهد، نه این افزونه: آن را متوقف کنید یا base_url مانیفست را به پورتی آزاد تغییر دهید',
  '"installed" is sent again now': 'فراخوانی «installed» همین حالا دوباره فرستاده می‌شود',
  '"installed" is tried again at {0}': 'فراخوانی «installed» در {0} دوباره فرستاده می‌شود',
  '"installed" is tried again at {0}; "kushk dev restart" tries it at once':
    'فراخوانی «installed» در {0} دوباره فرستاده می‌شود؛ «kushk dev restart» همین حالا آن را می‌فرستد',
  'stored settings that the manifest does not accept any more are removed, the others are kept: {0}':
    'تنظیم‌های ذخیره‌شده‌ای که مانیفست دیگر نمی‌پذیرد حذف شدند و بقیه ماندند: {0}',
  '{0} stays installed, which is higher than {1}: raise version in the manifest above {2} and save it':
    'نسخهٔ {0} نصب می‌ماند که از {1} بالاتر است: version مانیفست را از {2} بالاتر ببرید و ذخیره کنید',
  'the manifest that was installed before stays installed until the settings are valid:':
    'تا تنظیمات درست نشود، مانیفست پیشین نصب می‌ماند:',
  'its page, in the browser: {0}': 'صفحهٔ افزونه، در مرورگر: {0}',
  'the part of it that the plugin serves, also for curl: {0}; "kushk dev handle" prints a handle for what the page asks the API':
    'بخشی از آن که خود افزونه می‌دهد، برای curl هم: {0}؛ «kushk dev handle» برای درخواست‌های صفحه به API یک هندل چاپ می‌کند',
  'as the page asks the API: {0}': 'درخواستی مانند درخواست صفحه به API: ‏{0}',
  'write --record TYPE/ID, such as {0}': 'بنویسید ‎--record TYPE/ID، مانند {0}',
  'valid for {0} s; the page also sends it to your server, which sends it as Service-Handle beside its token':
    'تا {0} ثانیه معتبر است؛ صفحه آن را به سرور شما هم می‌فرستد و سرور آن را کنار توکن خود در Service-Handle می‌فرستد',
  'give it arguments: "{0}"': 'به آن ورودی بدهید: «{0}»',
  'the manifest declares no tools': 'مانیفست ابزاری ندارد',
  'there is no tool "{0}"; did you mean "{1}"?': 'ابزاری به نام «{0}» نیست؛ منظورتان «{1}» بود؟',
  'nothing listens at {0}: start the plugin, or name its command with --run':
    'چیزی در {0} گوش نمی‌دهد: افزونه را اجرا کنید یا فرمانش را با ‎--run بنویسید',
  'the plugin ended with exit code {0}; r or "kushk dev restart" starts it again':
    'افزونه با کد خروج {0} پایان یافت؛ با کلید r یا «kushk dev restart» دوباره اجرا می‌شود',
  'the plugin does not run: the terminal of "kushk dev" shows why':
    'افزونه اجرا نشده است: ترمینال «kushk dev» دلیلش را نشان می‌دهد',
  '"kushk dev" did not start the plugin: start it again where it runs':
    'افزونه را «kushk dev» اجرا نکرده است: همان‌جا که اجرا می‌شود دوباره اجرایش کنید',
  'no "kushk dev" runs for {0}: start it in another terminal':
    'برای {0} هیچ «kushk dev»ای در حال اجرا نیست: در ترمینال دیگری اجرایش کنید',
  '"kushk dev" ends': '«kushk dev» پایان می‌یابد',
  'the plugin printed:': 'افزونه نوشت:',
  Stopping: 'در حال توقف',
  'the settings are changed: "kushk dev settings" shows them':
    'تنظیمات عوض شد: «kushk dev settings» آن‌ها را نشان می‌دهد',
  '"kushk dev settings" shows them; "kushk dev settings {0}=VALUE" changes one':
    '«kushk dev settings» آن‌ها را نشان می‌دهد؛ «kushk dev settings {0}=VALUE» یکی را عوض می‌کند',
  'the given settings do not match the manifest': 'تنظیماتی که داده‌اید با مانیفست جور نیست',
  'the given settings do not match the manifest: correct {0} and save it, which is enough':
    'تنظیماتی که داده‌اید با مانیفست جور نیست: {0} را اصلاح و ذخیره کنید؛ همین کافی است',
  'the settings do not match the manifest, and these values cannot be made up':
    'تنظیمات با مانیفست نمی‌خواند و برای این‌ها مقدار نمونه‌ای پیدا نشد',
  'give valid settings: "kushk dev settings NAME=VALUE" in another terminal, or start "kushk dev" again with --set NAME=VALUE or --settings FILE, or add "examples" or "default" to the setting in the manifest and save it':
    'مقدار درست بدهید: «kushk dev settings NAME=VALUE» در ترمینالی دیگر، یا «kushk dev» را با ‎--set NAME=VALUE یا ‎--settings FILE دوباره اجرا کنید، یا در مانیفست برای آن تنظیم «examples» یا «default» بنویسید و ذخیره کنید',
  'starting the plugin: {0}': 'در حال اجرای افزونه: {0}',
  'waiting until the plugin listens at {0}; it must listen on the port in PORT':
    'در انتظار آماده شدن افزونه در {0}؛ باید روی پورت PORT گوش دهد',
  'the plugin listens at {0}': 'افزونه در {0} آمادهٔ دریافت است',
  'the plugin was started again': 'افزونه دوباره اجرا شد',
  'the running "kushk dev" has the new credentials, and its terminal says where the plugin gets them':
    'اطلاعات دسترسی تازه به همان «kushk dev» رسید که در حال اجراست؛ ترمینالش می‌گوید افزونه آن را از کجا می‌گیرد',
  'the credentials were read before and can be read only once, so they were renewed: a process with the former ones gets 401':
    'اطلاعات دسترسی پیش‌تر خوانده شده بود و فقط یک بار خوانده می‌شود، پس تازه شد: برنامه‌ای که با قبلی‌ها کار می‌کند 401 می‌گیرد',
  'new credentials wait for the plugin: "kushk dev credentials {0}" shows them, once':
    'اطلاعات دسترسی تازه در انتظار افزونه است: «kushk dev credentials {0}» آن را یک بار نشان می‌دهد',
  'the credentials are in the file: start the plugin with them':
    'اطلاعات دسترسی در فایل است: افزونه را با آن اجرا کنید',
  'consented to the new scopes of {0}: {1}; an admin is asked for this, and until then has the version before':
    'با دسترسی‌های تازهٔ {0} موافقت شد: {1}؛ این را از مدیر سازمان می‌پرسند و تا پیش از موافقت او نسخهٔ قبلی می‌ماند',
  'consented to what the manifest asks for': 'با آنچه مانیفست می‌خواهد موافقت شد',
  'the plugin accepts an event with a wrong signature: run "kushk plugin test"':
    'افزونه رویدادی با امضای نادرست را پذیرفت: «kushk plugin test» را اجرا کنید',
  'checked: the plugin rejects an event with a wrong signature':
    'بررسی شد: افزونه رویدادی با امضای نادرست را رد می‌کند',
  'required settings without a default have example values: {0}':
    'تنظیم‌های اجباریِ بدون پیش‌فرض، مقدار نمونه گرفته‌اند: {0}',
  'it is {0}, in an organisation with {1} people and {2} cases': 'این نصب {0} است، در سازمانی با {1} نفر و {2} پرونده',
  'ready: in another terminal, try "{0}"; "kushk dev apply" applies a waiting proposal, and "kushk dev records" and "kushk dev logs" show what the plugin does':
    'آماده است: در ترمینالی دیگر «{0}» را امتحان کنید؛ «kushk dev apply» پیشنهادی را که در انتظار است اعمال می‌کند، و «kushk dev records» و «kushk dev logs» کار افزونه را نشان می‌دهند',
  'ready: in another terminal, "kushk dev trigger plugin.ping", "kushk dev records" and "kushk dev logs" show what the plugin does':
    'آماده است: در ترمینالی دیگر «kushk dev trigger plugin.ping»، «kushk dev records» و «kushk dev logs» کار افزونه را نشان می‌دهند',
  'a signed release has this version, so it stays as it is: raise version in the manifest before you change anything in it':
    'نسخهٔ امضاشده‌ای با همین شماره هست و دیگر عوض نمی‌شود: پیش از هر تغییر، version مانیفست را بالا ببرید',
  'the instance does not answer: if the local system has ended, with the "kushk dev" that started it, end this one and run "kushk dev" again, which starts the system; otherwise this one goes on as soon as the instance answers':
    'سامانه پاسخ نمی‌دهد: اگر سامانهٔ محلی با پایان «kushk dev»ای که روشنش کرده بود خاموش شده، این یکی را ببندید و «kushk dev» را دوباره اجرا کنید تا سامانه روشن شود؛ وگرنه همین که سامانه پاسخ دهد کار ادامه پیدا می‌کند',
  'waiting for a person: {0}': 'در انتظار تصمیم کاربر: {0}',
  'proposal: {0}': 'پیشنهاد: {0}',
  'source: {0}': 'منبع: {0}',
  'the proposal is applied': 'پیشنهاد اعمال شد',
  'the proposal is rejected': 'پیشنهاد رد شد',
  'the message is accepted into the session "{0}"': 'پیام پذیرفته و در گفت‌وگوی «{0}» گذاشته شد',
  'the document is accepted, and the whole organisation sees it': 'سند پذیرفته شد و همهٔ سازمان آن را می‌بینند',
  'the source is dismissed': 'منبع کنار گذاشته شد',
  'several wait: name one by its id, such as "kushk dev {0} {1}"':
    'چند مورد منتظرند: شناسهٔ یکی را بنویسید، مثلاً «kushk dev {0} {1}»',
  'no proposal and no source of the plugin waits for a person': 'هیچ پیشنهاد یا منبعی از افزونه منتظر کاربر نیست',
  'no proposal and no source of the plugin with the id {0} waits for a person':
    'هیچ پیشنهاد یا منبعی از افزونه با شناسهٔ {0} منتظر کاربر نیست',
  'the manifest declares no record type "{0}"; there are {1}': 'مانیفست نوع رکورد «{0}» ندارد؛ نوع‌ها: {1}',
  'the manifest declares no record type: "records" in it lists them':
    'مانیفست هیچ نوع رکوردی ندارد: نوع‌ها زیر «records» نوشته می‌شوند',
  'no records of {0}': 'رکوردی از نوع {0} نیست',
  'Moving the clock': 'در حال جلو بردن ساعت',
  '{0} is not how far the clock moves: write +30d, +36h, +10m or +1w; it never moves back':
    '{0} مقدار جلو بردن ساعت نیست: ‎+30d، ‎+36h، ‎+10m یا ‎+1w بنویسید؛ ساعت هرگز عقب نمی‌رود',
  'the real time': 'زمان واقعی',
  '{0} d {1} h ahead of the real time': '{0} روز و {1} ساعت جلوتر از زمان واقعی',
  'revision {0}, {1}': 'ویرایش {0}، {1}',
  'there are more: raise --limit, or name a type': 'موارد بیشتری هست: ‎--limit را بالا ببرید یا نوع را بنویسید',
  'name the plugin and the version, or neither': 'هم افزونه و هم نسخه را بنویسید، یا هیچ‌کدام را',
  'the manifest has no id or no version': 'مانیفست id یا version ندارد',
  '{0} is not submitted: run "kushk release submit FILE" first':
    '{0} ارسال نشده است: اول «kushk release submit FILE» را اجرا کنید',
  'no local system runs: start it with "kushk dev"': 'سامانهٔ محلی روشن نیست: با «kushk dev» روشنش کنید',
  'this works only on the hub of the local system ({0}), and KUSHK_BASE_URL or --base-url names {1}: there its reviewers decide':
    'این فرمان فقط روی هاب سامانهٔ محلی ({0}) کار می‌کند، ولی KUSHK_BASE_URL یا ‎--base-url نشانی {1} را دارد: آنجا بازبین‌ها تصمیم می‌گیرند',
  'pages: store {0}/store, inbox {1}/inbox, review {2}/review, documents {3}/docs':
    'صفحه‌ها: فروشگاه {0}/store، صندوق ورودی {1}/inbox، بازبینی {2}/review، مستندات {3}/docs',
  'sign in as admin or member, for the review as reviewer, with the password {0}':
    'ورود با نام admin یا member و برای بازبینی با reviewer، رمز عبور {0}',
  'base_url is {0}, which only programs on this machine reach: for a real hub write the https address of your plugin':
    'مقدار base_url ‏{0} است که فقط از همین کامپیوتر در دسترس است: برای هاب واقعی نشانی https افزونه را بنویسید',
  'the plugin that runs does not know this tool or this installation: "kushk dev restart" starts it again with your code; then compare its name in your code (createPlugin({ tools }), in the Python template TOOLS of plugin.py) with "tools" in the manifest; after a lost state folder "kushk store reconnect INSTALLATION" gives it new credentials and keeps its records; "kushk store installed" shows the id':
    'افزونهٔ در حال اجرا این ابزار یا این نصب را نمی‌شناسد: «kushk dev restart» آن را با کد تازه اجرا می‌کند؛ بعد نامش در کد (createPlugin({ tools })‎، در قالب پایتون TOOLS در plugin.py) را با «tools» مانیفست مقایسه کنید؛ اگر پوشهٔ وضعیتش از بین رفته، «kushk store reconnect INSTALLATION» اطلاعات دسترسی تازه می‌دهد و رکوردها می‌مانند؛ شناسه را «kushk store installed» نشان می‌دهد',
  'the operator of a hub hands out publisher keys, and people sign in for a token; the local system needs neither: start it with "kushk dev"':
    'کلید ناشر را گردانندهٔ هاب می‌دهد و توکن با ورود به سامانه گرفته می‌شود؛ سامانهٔ محلی هیچ‌کدام را لازم ندارد: با «kushk dev» روشنش کنید',
  'the plugin verifies a body other than the one it received, or its secret is missing or wrong: "kushk store reconnect INSTALLATION" gives it new credentials and keeps its records; "kushk store installed" shows the id':
    'افزونه بدنه‌ای غیر از بدنهٔ رسیده را بررسی می‌کند، یا کلید ندارد یا کلیدش اشتباه است: «kushk store reconnect INSTALLATION» اطلاعات دسترسی تازه می‌دهد و رکوردها می‌مانند؛ شناسه را «kushk store installed» نشان می‌دهد',
  'start the plugin: "kushk dev" in its folder, or "kushk dev restart" where that runs; it must listen at the base_url of the manifest':
    'افزونه را اجرا کنید: «kushk dev» در پوشه‌اش، یا اگر روشن است «kushk dev restart»؛ باید در base_url مانیفست گوش بدهد',
  'next: "kushk dev approve {0}" approves and publishes it on this local hub (on a real hub a reviewer does); "kushk release status {1}" shows how far it is':
    'گام بعدی: «kushk dev approve {0}» آن را روی همین هاب محلی تأیید و منتشر می‌کند (در هاب واقعی کار بازبین است)؛ «kushk release status {1}» وضعیتش را نشان می‌دهد',
  'g give MU · p ping · r restart · q quit': 'g دادن MU · p رویداد آزمایشی · r اجرای دوباره · q خروج',
  'a apply · x reject · ↑↓ choose': 'a اعمال · x رد · ↑↓ انتخاب',
  'a accept · x dismiss · ↑↓ choose': 'a پذیرش · x کنار گذاشتن · ↑↓ انتخاب',
  'attempt {0}': 'تلاش {0}',
  'proposal waits': 'پیشنهاد در انتظار',
  'proposal applied': 'پیشنهاد اعمال شد',
  'proposal applied by a rule': 'پیشنهاد طبق قاعده اعمال شد',
  'proposal rejected': 'پیشنهاد رد شد',
  'proposal withdrawn': 'پیشنهاد پس گرفته شد',
  'source waits': 'منبع در انتظار',
  'source accepted': 'منبع پذیرفته شد',
  'source dismissed': 'منبع کنار گذاشته شد',
  'signature verified': 'امضا بررسی شد',
  'signature not verified: forged calls are accepted too': 'امضا بررسی نشد: فراخوانی جعلی هم پذیرفته می‌شود',
  'signature rejected: the plugin must trust the keys of KUSHK_BASE_URL and have the id of the manifest':
    'امضا پذیرفته نشد: افزونه باید به کلیدهای KUSHK_BASE_URL اعتماد کند و id آن همان id مانیفست باشد',
  'signature rejected: the plugin verifies a body other than the one it received, or its secret is missing or wrong ("kushk store reconnect" gives it new credentials)':
    'امضا پذیرفته نشد: افزونه بدنه‌ای غیر از بدنهٔ رسیده را بررسی می‌کند، یا کلید ندارد یا کلیدش اشتباه است («kushk store reconnect» اطلاعات دسترسی تازه می‌دهد)',
  'not an amount of MU: {0}': 'مقدار MU نیست: {0}',
  'stopping the local system, which this "kushk dev" has started: another "kushk dev" on this machine loses it':
    'سامانهٔ محلی که همین «kushk dev» روشن کرده متوقف می‌شود: هر «kushk dev» دیگرِ این کامپیوتر آن را از دست می‌دهد',
  'not ready': 'آماده نیست',
  'the installation {0} was removed; r or "kushk dev restart" installs the plugin again, and an installation made elsewhere is followed':
    'نصب {0} حذف شد؛ کلید r یا «kushk dev restart» افزونه را دوباره نصب می‌کند و اگر جای دیگری نصب شود، همان دنبال می‌شود',
  'the installation was removed and another one made: this view goes on with {0}':
    'نصب پیشین حذف شده و افزونه دوباره نصب شده است: از این پس رویدادهای {0} نشان داده می‌شود',
  'the plugin is not started: this command ends': 'افزونه اجرا نمی‌شود: این فرمان رو به پایان است',
  'no local system runs: leave out --no-start, or name an instance with --service-origin':
    'سامانهٔ محلی در حال اجرا نیست: ‎--no-start را بردارید یا نشانی سامانهٔ دیگری را با ‎--service-origin بدهید',
  'no local system runs, and this copy of kushk has none: install the package @kushk/cli, or name an instance with --service-origin':
    'سامانهٔ محلی در حال اجرا نیست و این نسخه از kushk هم آن را ندارد: بستهٔ ‎@kushk/cli را نصب کنید یا نشانی سامانهٔ دیگری را با ‎--service-origin بدهید',
  'the local system did not start: {0}': 'سامانهٔ محلی اجرا نشد: {0}',
  'stopped before the local system was ready: nothing was left running':
    'پیش از آماده شدن سامانهٔ محلی متوقف شد: چیزی در حال اجرا نمانده است',
  'the local system (process {0}) is still stopping after {1} s':
    'سامانهٔ محلی (پردازهٔ {0}) پس از {1} ثانیه هنوز در حال توقف است',
  'the local system is not ready after {0} s: {1}': 'سامانهٔ محلی پس از {0} ثانیه آماده نشد: {1}',
  Delivering: 'در حال ارسال',
  Calling: 'در حال فراخوانی',
  '{0} (it waited, and was sent again)': '{0} (در صف مانده بود و دوباره فرستاده شد)',
  'calls that waited, and were sent again: {0}': 'شمار فراخوانی‌هایی که در صف مانده بودند و دوباره فرستاده شدند: {0}',
  '{0} {1} was polled': '{0} {1} خوانده شد',
  '{0} waits in the feed: the plugin has not polled it. It must run with the credentials of this installation, and store the cursor of each page':
    '{0} در صف است و افزونه هنوز آن را نپرسیده است. افزونه باید با اطلاعات دسترسی همین نصب اجرا شود و نشانگر هر صفحه را ذخیره کند',
  'nothing polls: name the command of the plugin with --run, or read its credentials with --credentials-file':
    'چیزی رویدادها را نمی‌پرسد: فرمان افزونه را با ‎--run بدهید یا اطلاعات دسترسی را با ‎--credentials-file بگیرید',
  'the installation is paused: "kushk store resume {0}" sends what waits':
    'نصب موقتاً متوقف است: «kushk store resume {0}» آنچه را منتظر است می‌فرستد',
  'the operator has suspended the release: what waits is sent when it is published again':
    'گرداننده این نسخه را معلق کرده است: آنچه منتظر است وقتی فرستاده می‌شود که دوباره منتشر شود',
  'the plugin has not accepted "installed" yet, or the installation was paused just now':
    'افزونه هنوز فراخوانی «installed» را نپذیرفته است، یا نصب همین حالا متوقف شده است',
  'the plugin refuses a correctly signed call: if it has lost its credentials, or reads another state folder, "kushk store reconnect {0}" gives it new ones; otherwise its verification is wrong, and "kushk plugin test" names the part':
    'افزونه فراخوانی‌ای با امضای درست را رد می‌کند: اگر اطلاعات دسترسی‌اش را گم کرده یا پوشهٔ حالت دیگری را می‌خواند، «kushk store reconnect {0}» اطلاعات تازه می‌دهد؛ وگرنه بررسی امضایش نادرست است و «kushk plugin test» بخش آن را می‌گوید',
  '"kushk dev down" has ended: calls reach the plugin again; what waits is sent by and by, "kushk store resume-deliveries {0}" sends it at once':
    '«kushk dev down» تمام شد و فراخوانی‌ها دوباره به افزونه می‌رسد؛ آنچه منتظر است به‌تدریج فرستاده می‌شود و «kushk store resume-deliveries {0}» همین حالا می‌فرستد',
  '"kushk dev logs" shows what was sent': '«kushk dev logs» آنچه را فرستاده شده نشان می‌دهد',
  '{0} waits in the feed: nothing was sent yet ({1})': '{0} در صف است و هنوز چیزی فرستاده نشده ({1})',
  '{0} is not installed: run "kushk dev" in the plugin\'s folder first':
    '{0} نصب نیست: اول «kushk dev» را در پوشهٔ افزونه اجرا کنید',
  'no token of "{0}": --as knows admin and member; for others set KUSHK_TOKEN':
    'توکنی برای «{0}» نیست: ‎--as مقدارهای admin و member را می‌شناسد؛ برای بقیه KUSHK_TOKEN را تنظیم کنید',
  '{0} must be a JSON object, such as {1}': '{0} باید یک شیء JSON باشد، مانند {1}',
};
