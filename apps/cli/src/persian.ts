import { PERSIAN_ACCESS_CODE } from './persian-access-code.js';
import { PERSIAN_ROLLOUT } from './persian-rollout.js';
import { PERSIAN_CALLS } from './persian-calls.js';
import { PERSIAN_DEV } from './persian-dev.js';
import { PERSIAN_NOTIFICATIONS } from './persian-notifications.js';
import { PERSIAN_OIDC } from './persian-oidc.js';
import { PERSIAN_REVIEW } from './persian-review.js';
import { PERSIAN_STORE } from './persian-store.js';

/** The Persian texts by their English source (phrase.ts). `{0}`, `{1}`, … are values. */
export const PERSIAN: Readonly<Record<string, string>> = {
  ...PERSIAN_ACCESS_CODE,
  ...PERSIAN_ROLLOUT,
  ...PERSIAN_CALLS,
  ...PERSIAN_DEV,
  ...PERSIAN_NOTIFICATIONS,
  ...PERSIAN_OIDC,
  ...PERSIAN_REVIEW,
  ...PERSIAN_STORE,

  // Failed tool calls
  'a tool changes nothing: write or charge when an event arrives, or when a person acts on your page':
    'ابزار چیزی را تغییر نمی‌دهد: نوشتن یا برداشت از کیف پول را وقتی انجام دهید که رویدادی می‌رسد یا کسی در صفحهٔ افزونه کاری می‌کند',
  "the function of the tool failed. The error is in the plugin's own log":
    'تابع ابزار خطا داده است. خطا در لاگ خود افزونه آمده است',

  // Progress
  Adding: 'در حال افزودن',
  Ending: 'در حال پایان دادن',
  Changing: 'در حال تغییر',
  Issuing: 'در حال صدور',
  Publishing: 'در حال انتشار',
  Reading: 'در حال خواندن',
  Registering: 'در حال ثبت',
  Removing: 'در حال حذف',
  Revoking: 'در حال ابطال',
  Rotating: 'در حال تعویض',
  Checking: 'در حال بررسی',
  Submitting: 'در حال ارسال',
  Withdrawing: 'در حال پس گرفتن',
  Returning: 'در حال بازگشت',
  '{0} has the content of {1}, as its reviewer approved it':
    '{0} محتوای {1} را دارد، همان‌طور که بازبینش تصویب کرده است',
  '{0} has the content of {1}; on this hub a reviewer decides on it first':
    '{0} محتوای {1} را دارد؛ در این هاب اول بازبین درباره‌اش تصمیم می‌گیرد',
  'settings of {0} that it does not have: {1}': 'تنظیماتی از {0} که ندارد: {1}',
  'records of {0} that it does not have: {1}': 'رکوردهایی از {0} که ندارد: {1}',
  'each installation that needs no consent for it moves by itself; the others wait for their admin':
    'هر نصبی که برایش تأیید لازم نباشد خودش منتقل می‌شود؛ بقیه منتظر مدیر خود می‌مانند',
  'nothing is stored yet: run it again without --dry-run': 'هنوز چیزی ذخیره نشده است: دوباره بدون ‎--dry-run اجرا کنید',
  Deprecating: 'در حال کنار گذاشتن',
  'Ending the deprecation': 'در حال لغو کنار گذاشتن',
  '{0} is deprecated: stores say why, and new installations must name a version':
    '{0} کنار گذاشته شد: فروشگاه‌ها دلیل را نشان می‌دهند و نصب تازه باید نسخه را نام ببرد',
  '{0} is no longer deprecated': '{0} دیگر کنار گذاشته نیست',
  'use either --reason, perhaps with --successor, or --end':
    'یا ‎--reason را بنویسید (شاید همراه ‎--successor) یا ‎--end را',
  '{0} … {1} s': '{0} … {1} ثانیه',

  // Manifests
  '{0}: no problems': '{0}: مشکلی ندارد',
  '{0} errors': '{0} خطا',
  '1 error': '۱ خطا',
  '{0} warnings': '{0} هشدار',
  '1 warning': '۱ هشدار',
  warning: 'هشدار',
  submission: 'ارسال',
  instance: 'سامانه',
  'submission: the hub rejects the release. instance: the hub accepts it, and instances may not offer it. warning: nothing is rejected, and the reviewer reads it':
    'ارسال: هاب این نسخه را رد می‌کند. سامانه: هاب آن را می‌پذیرد، ولی ممکن است سامانه‌ها آن را عرضه نکنند. هشدار: چیزی رد نمی‌شود و بازبین آن را می‌خواند',
  '{0} is not UTF-8 text: save it as UTF-8 (in Windows PowerShell: Out-File -Encoding utf8)':
    '{0} متن UTF-8 نیست: آن را با UTF-8 ذخیره کنید (در Windows PowerShell: ‏Out-File -Encoding utf8)',
  'there is no file {0} here: change to the folder of the plugin, or name the file':
    'فایل {0} اینجا نیست: به پوشهٔ افزونه بروید یا نام فایل را بنویسید',
  '{0} is a folder: name the file in it': '{0} پوشه است: نام فایلِ داخل آن را بنویسید',
  'cannot read {0} ({1})': 'خواندن {0} ممکن نیست ({1})',
  '{0} is no JSON with a public key': '{0} فایل JSON با کلید عمومی نیست',
  '{0} exists already; --force replaces it': '{0} از پیش وجود دارد؛ ‎--force آن را جایگزین می‌کند',
  'cannot write {0} ({1})': 'نوشتن در {0} ممکن نیست ({1})',

  // Usage statements
  'the first line of {0} is not a signed statement': 'سطر اول {0} صورت‌حساب امضاشده نیست',
  'the key {0} that signed the statement is not in {1}': 'کلید {0} که صورت‌حساب را امضا کرده در {1} نیست',
  'the signature is not valid': 'امضا معتبر نیست',
  'the key {0} was not valid when the statement was closed ({1})':
    'کلید {0} هنگام بستن صورت‌حساب معتبر نبوده است ({1})',
  'the statement has {0} lines, the file has {1}': 'صورت‌حساب {0} سطر دارد، ولی فایل {1} سطر دارد',
  'the lines are not those that were signed: their root differs':
    'سطرها همان سطرهای امضاشده نیستند: ریشهٔ آن‌ها فرق دارد',
  'line {0} is not a line of a statement': 'سطر {0} سطر صورت‌حساب نیست',
  'the totals of {0} differ from its lines': 'جمع‌های {0} با سطرهایش نمی‌خواند',
  'it does not follow the statement of {0}': 'دنبالهٔ صورت‌حساب {0} نیست',
  '{0} is not a key set': '{0} مجموعهٔ کلید نیست',
  '{0} of {1}: signature, root and totals are valid': '{0} برای {1}: امضا، ریشه و جمع‌ها درست است',
  'partial: an instance had not closed the month; what it reports later is in the next statement':
    'ناقص: سامانه‌ای ماه را نبسته بود؛ گزارش بعدی آن در صورت‌حساب بعدی می‌آید',
  month: 'ماه',
  lines: 'سطر',
  'given back': 'برگشتی',
  'taken back': 'پس‌گرفته',
  total: 'جمع',
  'new key of the hub in {0}: {1}': 'کلید تازهٔ هاب در {0}: {1}',

  // Releases
  '{0} is {1}': 'وضعیت {0}: {1}',
  '{0} is in the store of {1}': '{0} در فروشگاه {1} قرار گرفت',
  tier: 'سطح',
  submitted: 'ارسال',
  decided: 'تصمیم',
  published: 'انتشار',
  'publisher {0}, key "{1}" …{2}': 'ناشر {0}، کلید «{1}» …{2}',
  'no releases yet: "kushk release submit FILE" submits the first one':
    'هنوز نسخه‌ای نیست: «kushk release submit FILE» اولی را می‌فرستد',
  version: 'نسخه',
  status: 'وضعیت',
  'review notes': 'یادداشت بازبین',
  'status reason': 'دلیل وضعیت',
  manifest: 'مانیفست',
  'use either --notes or --notes-file': 'فقط یکی از ‎--notes و ‎--notes-file را بنویسید',
  'this version was submitted before with the same manifest': 'این نسخه پیش‌تر با همین مانیفست ارسال شده است',
  'name the release: <plugin> <version>, or --from <file>':
    'نسخه را مشخص کنید: ‎<plugin> <version>‎، یا ‎--from <file>',
  'use either <plugin> <version> or --from': 'فقط یکی از ‎<plugin> <version>‎ و ‎--from را بنویسید',
  '{0} is not the output of "release submit --json"': '{0} خروجی «release submit --json» نیست',
  'accepted by {0} of {1} instances': '{0} سامانه از {1} سامانه آن را پذیرفته‌اند',
  'refused by {0}:': 'سامانهٔ {0} نپذیرفته است:',
  'no instance of this hub can run it: none offers version {0} of the plugin API':
    'هیچ سامانه‌ای در این هاب نمی‌تواند آن را اجرا کند: هیچ‌کدام نسخهٔ {0} از API افزونه را ندارد',
  'no instance would offer this release, so it was not sent; --allow-refused sends it':
    'هیچ سامانه‌ای این نسخه را عرضه نمی‌کرد، پس فرستاده نشد؛ ‎--allow-refused آن را می‌فرستد',
  'nothing is published yet, so no consent is needed': 'هنوز چیزی منتشر نشده، پس به رضایت نیازی نیست',
  'compared with {0}, the newest published version:': 'در مقایسه با {0}، جدیدترین نسخهٔ منتشرشده:',
  'next: no instance offers it yet; "kushk release wait {0}" waits until one does':
    'گام بعدی: هنوز هیچ سامانه‌ای آن را عرضه نمی‌کند؛ «kushk release wait {0}» تا آن زمان صبر می‌کند',
  'no decision yet': 'هنوز تصمیمی گرفته نشده است',
  '{0}; next attempt in {1} s': '{0}؛ تلاش بعدی تا {1} ثانیهٔ دیگر',
  'still waiting': 'همچنان در انتظار',
  'not a duration: {0}; write 90s, 30m or 2h': 'مدت زمان نیست: {0}؛ بنویسید 90s، 30m یا 2h',

  // Usage
  '{0} ({1})': '{0} ({1})',
  '{0} ({1}), partial: some instances did not reply, so the figures are minimums':
    '{0} ({1})، ناقص: بعضی سامانه‌ها پاسخ نداده‌اند و رقم‌ها حداقل‌اند',
  '{0} ({1}), final': '{0} ({1})، نهایی',
  'no installations': 'نصبی وجود ندارد',
  plugin: 'افزونه',
  installation: 'نصب',
  alias: 'نام مستعار',
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
  registry: 'رجیستری',
  user: 'نام کاربری',
  password: 'گذرواژه',
  'log in with it: docker login {0} --username {1} --password-stdin':
    'برای ورود با آن: docker login {0} --username {1} --password-stdin',
  'each publisher pushes with keys of its own: "kushk operator registry issue PUBLISHER --label LABEL" issues one':
    'هر ناشر با کلید خودش push می‌کند؛ صدور کلید: «kushk operator registry issue PUBLISHER --label LABEL»',
  'everybody who reaches it may push: docker push {0}/PUBLISHER/NAME':
    'هر کس به آن دسترسی دارد می‌تواند push کند: docker push {0}/PUBLISHER/NAME',
  'log in with it: docker login REGISTRY --username {0} --password-stdin':
    'برای ورود با آن: docker login REGISTRY --username {0} --password-stdin',
  'key {0} revoked': 'کلید {0} باطل شد',
  key: 'کلید',
  label: 'برچسب',
  'ends in': 'پایان',
  created: 'ساخته‌شده',
  'last used': 'آخرین استفاده',
  expires: 'انقضا',
  revoked: 'ابطال',
  'next: "kushk release submit FILE --oidc --trust {0}" in such a job submits without a key':
    'گام بعدی: «kushk release submit FILE --oidc --trust {0}» در چنین کاری بدون کلید ارسال می‌کند',
  'trust {0} added: its jobs name it and the audience {1}':
    'اعتماد {0} افزوده شد؛ کارهای CI این شناسه و مخاطب {1} را نام می‌برند',
  'trust {0} ended, and its keys with it': 'اعتماد {0} و کلیدهایش پایان یافتند',
  '--claim {0}: write name=pattern': '--claim {0}: بنویسید نام=الگو',
  trust: 'اعتماد',
  claims: 'ادعاها',
  ended: 'پایان‌یافته',
  'instance {0} registered': 'سامانهٔ {0} ثبت شد',
  'the previous credentials of instance {0} are revoked': 'اطلاعات دسترسی پیشین سامانهٔ {0} باطل شد',
  'instance {0} removed; its link is closed': 'سامانهٔ {0} حذف و اتصالش بسته شد',
  registered: 'ثبت',
  software: 'نرم‌افزار',
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

  'a plugin appears here from its first "kushk release submit" on; one that only ran under "kushk dev" does not':
    'افزونه از نخستین «kushk release submit» به بعد اینجا می‌آید؛ افزونه‌ای که فقط با «kushk dev» اجرا شده، نه',

  // Connection
  'missing address: set {0} or {1}': 'نشانی مشخص نیست: {0} یا {1} را تنظیم کنید',
  'no local system found in {0}: start it with "kushk dev", or set KUSHK_DATA_DIR to the folder of the one that runs; for another service set {1} or {2}':
    'در {0} سامانهٔ محلی پیدا نشد: با «kushk dev» روشنش کنید یا پوشهٔ سامانهٔ روشن را در KUSHK_DATA_DIR بگذارید؛ برای سرویس دیگر {1} یا {2} را تنظیم کنید',
  'the address is {0} (from {1} or {2}), and the local system answers this command at {3}, without a credential: leave the address out to use that one':
    'نشانی {0} است (از {1} یا {2}) و سامانهٔ محلی به این فرمان در {3} و بدون اطلاعات دسترسی پاسخ می‌دهد: برای استفاده از آن، نشانی را ننویسید',
  'missing credential: set {0} or {1}': 'اطلاعات دسترسی مشخص نیست: {0} یا {1} را تنظیم کنید',
  'the credential contains a space, a line break or another invalid character: copy it again, on one line':
    'اطلاعات دسترسی فاصله، سطر جدید یا نویسهٔ نامعتبر دیگری دارد: دوباره و در یک سطر کپی‌اش کنید',
  'the address must be http:// or https://, without credentials, query or fragment':
    'نشانی باید با http:// یا https:// شروع شود، بدون نام کاربری، پارامتر و fragment',
  'cannot reach {0}: {1}': '{0} در دسترس نیست: {1}',
  'no reply within {0} s': 'تا {0} ثانیه پاسخی نرسید',
  'not an id: {0}': 'شناسه نیست: {0}',
  'unexpected reply (HTTP {0}): check that the address is right': 'پاسخ پیش‌بینی‌نشده (HTTP {0}): نشانی را بررسی کنید',
  'request id: {0}': 'شناسهٔ درخواست: {0}',

  // The next command
  'next: "kushk release wait {0}" waits until it is reviewed and published, "kushk release status {1}" shows how far it is':
    'گام بعدی: «kushk release wait {0}» تا بررسی و انتشار صبر می‌کند و «kushk release status {1}» نشان می‌دهد به کجا رسیده است',
  'next: "kushk dev approve {0}" publishes it on this local hub (on a real hub its operator does)':
    'گام بعدی: «kushk dev approve {0}» آن را در همین هاب محلی منتشر می‌کند (در هاب واقعی گردانندهٔ آن)',
  'the operator of the hub publishes it next; there is nothing for you to do':
    'گام بعدی با گردانندهٔ هاب است که آن را منتشر می‌کند؛ کاری برای شما نمانده است',
  'next: the operator of the hub publishes it, and there is nothing for you to do; "kushk release wait {0}" waits until it is published':
    'گام بعدی: گردانندهٔ هاب آن را منتشر می‌کند و کاری برای شما نمانده است؛ «kushk release wait {0}» تا انتشار صبر می‌کند',
  'next: correct the manifest, raise version in it, and submit it again with "kushk release submit FILE"':
    'گام بعدی: مانیفست را اصلاح کنید، version را بالا ببرید و با «kushk release submit FILE» دوباره بفرستید',
  'next: instances offer it in their stores; "kushk usage" shows the figures of a month':
    'گام بعدی: سامانه‌ها آن را در فروشگاهشان عرضه می‌کنند؛ «kushk usage» رقم‌های یک ماه را نشان می‌دهد',
  'this version stays as it is: raise version in the manifest before you change anything in it':
    'این نسخه دیگر عوض نمی‌شود: پیش از هر تغییر، version مانیفست را بالا ببرید',
  'next: "kushk release submit {0}" submits it for review':
    'گام بعدی: «kushk release submit {0}» آن را برای بررسی می‌فرستد',
  'next: "kushk operator key issue {0} --label LABEL" issues a key for it':
    'گام بعدی: «kushk operator key issue {0} --label LABEL» برای آن کلید صادر می‌کند',
  'next: "kushk dev" tries it on a local system': 'گام بعدی: «kushk dev» آن را روی سامانهٔ محلی امتحان می‌کند',

  // What to do about a failure
  'what to do: {0}': 'چه کار کنید: {0}',
  'set KUSHK_PUBLISHER_KEY to the whole key (kp_…) and try it with "kushk release list"; the operator replaces a lost or revoked key':
    'کلید کامل (‎kp_…) را در KUSHK_PUBLISHER_KEY بگذارید و با «kushk release list» امتحانش کنید؛ به‌جای کلید گم‌شده یا لغوشده، گردانندهٔ هاب کلید تازه می‌دهد',
  'sign in again and set KUSHK_TOKEN to the new token; with a local system leave KUSHK_TOKEN out':
    'دوباره وارد شوید و توکن تازه را در KUSHK_TOKEN بگذارید؛ با سامانهٔ محلی KUSHK_TOKEN را تنظیم نکنید',
  'check the address: release and usage need the hub (KUSHK_BASE_URL), dev needs an instance outside production (KUSHK_SERVICE_ORIGIN)':
    'نشانی را بررسی کنید: release و usage نشانی هاب (KUSHK_BASE_URL) و dev نشانی سامانه‌ای غیرعملیاتی (KUSHK_SERVICE_ORIGIN) می‌خواهد',
  'compare the name with "tools" in the manifest; "kushk dev" publishes a new tool when you save the manifest':
    'نام را با tools در مانیفست مقایسه کنید؛ «kushk dev» ابزار تازه را با ذخیرهٔ مانیفست منتشر می‌کند',
  '"kushk operator release publish PLUGIN VERSION" publishes an approved release; it needs the role operator':
    '«kushk operator release publish PLUGIN VERSION» نسخهٔ تأییدشده را منتشر می‌کند و نقش operator می‌خواهد',
  '"kushk release list" shows your plugins, and "kushk release list PLUGIN" the versions of one':
    '«kushk release list» افزونه‌های شما را نشان می‌دهد و «kushk release list PLUGIN» نسخه‌های یکی از آن‌ها را',
  'check the address and whether the service runs; "kushk dev" starts a local system, and KUSHK_DATA_DIR names the folder of one that runs elsewhere':
    'نشانی و در حال اجرا بودن سرویس را بررسی کنید؛ «kushk dev» سامانهٔ محلی را اجرا می‌کند و KUSHK_DATA_DIR پوشهٔ سامانه‌ای را نام می‌برد که جای دیگری روشن است',
};
