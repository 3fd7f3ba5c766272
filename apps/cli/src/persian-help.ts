import { PERSIAN_HELP_ACCESS_CODE } from './persian-access-code.js';
import { PERSIAN_HELP_ROLLOUT } from './persian-rollout.js';
import { PERSIAN_HELP_NOTIFICATIONS } from './persian-notifications.js';
import { PERSIAN_HELP_DEV } from './persian-help-dev.js';
import { PERSIAN_HELP_REVIEW } from './persian-review.js';
import { PERSIAN_HELP_STORE } from './persian-store.js';

/** The Persian texts of the help by their English source. */
export const PERSIAN_HELP: Readonly<Record<string, string>> = {
  ...PERSIAN_HELP_ACCESS_CODE,
  ...PERSIAN_HELP_ROLLOUT,
  ...PERSIAN_HELP_NOTIFICATIONS,
  ...PERSIAN_HELP_DEV,
  ...PERSIAN_HELP_REVIEW,
  ...PERSIAN_HELP_STORE,
  'Usage:': 'شیوهٔ استفاده:',
  'Arguments:': 'ورودی‌ها:',
  'Options:': 'گزینه‌ها:',
  'Commands:': 'فرمان‌ها:',
  'Connection:': 'اتصال:',
  '(see --help)': '(‎--help را ببینید)',
  'display help for command': 'نمایش راهنمای فرمان',
  'Publish plugins, follow their releases and operate the hub.': 'انتشار افزونه‌ها، پیگیری نسخه‌های آن‌ها و ادارهٔ هاب.',
  'show the version': 'نمایش نسخه',
  'print the result as one JSON document': 'چاپ نتیجه به‌صورت یک سند JSON',
  'language of messages (default: from LANG)': 'زبان پیام‌ها (پیش‌فرض: از LANG)',
  'address of the hub': 'نشانی هاب',
  'address of the instance': 'نشانی سامانه',
  'publisher key; prefer KUSHK_PUBLISHER_KEY, which no process list shows':
    'کلید ناشر؛ بهتر است در KUSHK_PUBLISHER_KEY باشد که در فهرست پردازه‌ها دیده نمی‌شود',
  'bearer token of a person; prefer KUSHK_TOKEN': 'توکن شخص؛ بهتر است در KUSHK_TOKEN باشد',
  'organisation, for members of several': 'سازمان، برای کسی که عضو چند سازمان است',
  'check manifests': 'بررسی مانیفست‌ها',
  'YAML or JSON; - is standard input': 'YAML یا JSON؛ - یعنی ورودی استاندارد',
  'check a manifest as an instance does, with line and column of each problem':
    'بررسی مانیفست همان‌گونه که سامانه بررسی می‌کند، با سطر و ستون هر مشکل',
  'check for production: base_url must be https': 'بررسی برای محیط عملیاتی: base_url باید https باشد',
  'end with exit code 1 for warnings as well': 'برای هشدار هم کد خروج 1',
  'text, json, github (annotations in GitHub Actions) or sarif (code scanning)':
    'text، json، github (یادداشت در GitHub Actions) یا sarif (بررسی کد)',
  'published: also ask the hub what changes for installations':
    'published: از هاب هم بپرس که برای نصب‌ها چه عوض می‌شود',
  'send it even if no instance would offer it': 'ارسال، حتی اگر هیچ سامانه‌ای عرضه‌اش نکند',
  'exchange the identity token of this CI job for a key; no stored key is used':
    'تبدیل توکن هویت این کار CI به کلید؛ هیچ کلید ذخیره‌شده‌ای به کار نمی‌رود',
  'with --oidc: id of the trust, from the operator of the hub': 'با ‎--oidc: شناسهٔ اعتماد، از گردانندهٔ هاب',
  'with --oidc: audience of the token (default: the address of the hub)': 'با ‎--oidc: مخاطب توکن (پیش‌فرض: نشانی هاب)',
  'then wait for the review, with the same key': 'بعد از ارسال، انتظار برای بازبینی با همان کلید',
  'with --wait: status to wait for (default: published)': 'با ‎--wait: وضعیتی که برایش صبر می‌شود (پیش‌فرض: published)',
  'with --wait: maximum time (default: 30m)': 'با ‎--wait: بیشترین زمان (پیش‌فرض: 30m)',
  'read, submit, usage, access and manage, separated by commas (default: all)':
    'read، submit، usage، access و manage با ویرگول انگلیسی (پیش‌فرض: همه)',
  'the only plugin that the key can reach': 'تنها افزونه‌ای که کلید به آن می‌رسد',
  'manage which CI jobs get keys of a publisher for ten minutes':
    'مدیریت این‌که کدام کارهای CI کلید ده‌دقیقه‌ای ناشر می‌گیرند',
  'let the jobs of a repository get keys of a publisher': 'اجازه به کارهای یک مخزن برای گرفتن کلید ناشر',
  'the iss claim of their tokens': 'مقدار iss در توکن‌های آن‌ها',
  'the aud claim of their tokens (default: the address of the hub)': 'مقدار aud در توکن‌های آن‌ها (پیش‌فرض: نشانی هاب)',
  'a claim that a token must have; may be repeated': 'ادعایی که توکن باید داشته باشد؛ تکرارشدنی',
  'the only plugin that the keys can reach': 'تنها افزونه‌ای که کلیدها به آن می‌رسند',
  'read and submit, separated by commas': 'read و submit با ویرگول انگلیسی',
  'let the store show where the releases come from': 'نمایش خاستگاه نسخه‌ها در فروشگاه',
  'list the trusts of a publisher': 'فهرست اعتمادهای یک ناشر',
  'id of the trust': 'شناسهٔ اعتماد',
  'end a trust and its keys immediately': 'پایان فوری اعتماد و کلیدهایش',
  'manage the releases of your plugins': 'مدیریت نسخه‌های افزونه‌های شما',
  'the manifest': 'مانیفست',
  'submit a release for review': 'ارسال نسخه برای بررسی',
  'requested tier: community, verified or private': 'سطح درخواستی: community، verified یا private',
  'what changed, and how a reviewer can try it': 'چه چیزی تغییر کرده و بازبین چگونه آن را امتحان کند',
  'file with the notes': 'فایل یادداشت‌ها',
  'same: succeed if the version exists with the same manifest': 'same: اگر نسخه با همین مانیفست وجود دارد، موفق باشد',
  'a plugin, to list all its releases': 'یک افزونه، برای دیدن همهٔ نسخه‌هایش',
  'show whose key it is, and the newest release of each plugin': 'نمایش صاحب کلید و تازه‌ترین نسخهٔ هر افزونه',
  "show a release with its status and the reviewer's notes": 'نمایش نسخه با وضعیت و یادداشت بازبین',
  'wait until a release is approved or published; other outcomes have their own exit codes':
    'انتظار تا تأیید یا انتشار نسخه؛ نتیجه‌های دیگر کد خروج خود را دارند',
  'output of submit --json, instead of plugin and version': 'خروجی submit --json، به‌جای افزونه و نسخه',
  'status to wait for': 'وضعیتی که منتظر آن هستید',
  'maximum time: 90s, 30m, 2h; 0 checks once': 'حداکثر زمان: 90s، 30m، 2h؛ 0 فقط یک بار بررسی می‌کند',
  'github: report a failure as an annotation': 'github: گزارش شکست به‌صورت یادداشت',
  'the earlier version': 'نسخهٔ قبلی',
  'publish the content of an earlier release under a higher version': 'انتشار محتوای نسخه‌ای قبلی با شمارهٔ بالاتر',
  'the higher version': 'نسخهٔ بالاتر',
  'show what it would lose, without publishing': 'نمایش آنچه از دست می‌رود، بدون انتشار',
  'withdraw a release permanently': 'پس گرفتن همیشگی نسخه',
  'reason, for the record': 'دلیل، برای ثبت در سابقه',
  'show the usage of your plugins in a month of Tehran time': 'نمایش مصرف افزونه‌های شما در یک ماه به وقت تهران',
  'Gregorian month (default: the current one in Tehran)': 'ماه میلادی (پیش‌فرض: ماه جاری در تهران)',
  'print CSV: a record for each installation and for each service that it used':
    'چاپ CSV: یک رکورد برای هر نصب و هر سرویسی که مصرف کرده است',
  'download the signed statement of a closed month and verify it':
    'دریافت صورت‌حساب امضاشدهٔ یک ماه بسته‌شده و بررسی آن',
  'Gregorian month of Tehran time, YYYY-MM': 'ماه میلادی به وقت تهران، به شکل YYYY-MM',
  'file for the statement (default: usage-<month>.ndjson)': 'فایل صورت‌حساب (پیش‌فرض: usage-<month>.ndjson)',
  'file with the keys of the hub (default: hub-keys.json beside the statement)':
    'فایل کلیدهای هاب (پیش‌فرض: hub-keys.json در کنار صورت‌حساب)',
  'verify a downloaded statement without a connection: signature, root and totals':
    'بررسی صورت‌حساب دریافت‌شده بدون اتصال: امضا، ریشه و جمع‌ها',
  'the statement; - is standard input': 'صورت‌حساب؛ - یعنی ورودی استاندارد',
  'also check that it follows the statement of the month before': 'بررسی این‌که دنبالهٔ صورت‌حساب ماه قبل است',
  "for the operator's staff": 'برای کارکنان گردانندهٔ هاب',
  'manage publishers': 'مدیریت ناشران',
  'add a publisher': 'افزودن ناشر',
  'list all publishers': 'فهرست همهٔ ناشران',
  'show the registry of images and the account that pushes to it; manage the keys of publishers for it':
    'نمایش رجیستری ایمیج‌ها و حساب push آن؛ مدیریت کلیدهای ناشران برای آن',
  'issue a key for docker login and show it once': 'صدور کلید برای docker login و نمایش یک‌بارهٔ آن',
  'list the registry keys of a publisher': 'فهرست کلیدهای رجیستری یک ناشر',
  'manage the keys of publishers': 'مدیریت کلیدهای ناشران',
  'issue a key and show it once': 'صدور کلید و نمایش یک‌بارهٔ آن',
  'purpose of the key': 'کاربرد کلید',
  'RFC 3339, such as 2027-01-01T00:00:00Z': 'RFC 3339، مانند 2027-01-01T00:00:00Z',
  'list the keys of a publisher': 'فهرست کلیدهای یک ناشر',
  'id of the key': 'شناسهٔ کلید',
  'revoke a key immediately': 'ابطال فوری کلید',
  'manage the instances of the fleet': 'مدیریت سامانه‌های ناوگان',
  'file with the public key of the instance, which the hub certifies':
    'فایل کلید عمومی سامانه که هاب آن را گواهی می‌کند',
  'write them into this file, which only its owner may read; the default is stdout':
    'نوشتن آن‌ها در این فایل که فقط صاحبش می‌تواند بخواند؛ پیش‌فرض stdout است',
  'replace files that exist already': 'جایگزین کردن فایل‌هایی که از پیش وجود دارند',
  'file for the credentials of the link; the default is stdout': 'فایل اطلاعات دسترسی اتصال؛ پیش‌فرض stdout است',
  'register an instance and issue the credentials of its link to the hub':
    'ثبت سامانه و صدور اطلاعات دسترسی اتصال آن به هاب',
  'plugin API of the instance, MAJOR.MINOR': 'نسخهٔ plugin API سامانه، به شکل MAJOR.MINOR',
  'file for the hub keys that the instance pins (KUSHK_PINNED_HUB_KEYS)':
    'فایل کلیدهای هاب که سامانه به آن‌ها اعتماد می‌کند (KUSHK_PINNED_HUB_KEYS)',
  'issue new credentials for the link and revoke the old ones immediately':
    'صدور اطلاعات دسترسی تازه برای اتصال و ابطال فوری پیشین',
  'remove an instance from the fleet and close its link immediately': 'حذف سامانه از ناوگان و بستن فوری اتصال آن',
  'list all instances': 'فهرست همهٔ سامانه‌ها',
  "manage the operator's staff and their roles": 'مدیریت کارکنان گردانندهٔ هاب و نقش‌های آن‌ها',
  'list all staff with their ids and roles': 'فهرست همهٔ کارکنان با شناسه و نقش‌هایشان',
  'the sub claim of their access tokens': 'مقدار sub در توکن‌های دسترسی او',
  'add a person to the staff': 'افزودن یک نفر به کارکنان',
  'name of the person': 'نام شخص',
  'operator, reviewer and billing, separated by commas; or none':
    'operator، reviewer و billing، جداشده با ویرگول لاتین؛ یا none',
  'id that the list shows': 'شناسه‌ای که در فهرست آمده است',
  'change the name or the roles of a person, from the next request on':
    'تغییر نام یا نقش‌های یک نفر؛ از درخواست بعدی اثر دارد',
  'remove a person from the staff': 'حذف یک نفر از کارکنان',
  'manage the people who may use the portal of a publisher': 'مدیریت افرادی که به پورتال ناشر دسترسی دارند',
  'list the people of a publisher with their ids': 'فهرست افراد یک ناشر با شناسه‌هایشان',
  'let a person use the portal of a publisher, from the next request on':
    'دادن دسترسی پورتال ناشر به یک نفر؛ از درخواست بعدی اثر دارد',
  'remove a person from a publisher': 'حذف یک نفر از ناشر',
  "add a manifest to an instance's store without review": 'افزودن مانیفست به فروشگاه سامانه بدون بررسی',
  'read the credentials of an installation; works once': 'خواندن اطلاعات دسترسی یک نصب؛ فقط یک بار کار می‌کند',
};

/** The errors of a command line, as commander words them. `$1` and `$2` are the quoted parts. */
export const PERSIAN_ERRORS: readonly (readonly [RegExp, string])[] = [
  [/^error: unknown option '(.+?)'/, 'خطا: گزینهٔ ناشناختهٔ «$1»'],
  [/^error: option '(.+?)' is one of '(.+?)', not of '(.+?)'/, 'خطا: گزینهٔ «$1» مال «$2» است، نه «$3»'],
  [/^error: unknown command '(.+?)'/, 'خطا: فرمان ناشناختهٔ «$1»'],
  [/^error: missing required argument '(.+?)'/, 'خطا: ورودی الزامی «$1» داده نشده است'],
  [/^error: required option '(.+?)' not specified/, 'خطا: گزینهٔ الزامی «$1» داده نشده است'],
  [
    /^error: option '(.+?)' argument '(.*?)' is invalid\. Allowed choices are (.+)\./,
    'خطا: مقدار «$2» برای گزینهٔ «$1» نامعتبر است. مقدارهای مجاز: $3',
  ],
  [/^error: option '(.+?)' argument missing/, 'خطا: گزینهٔ «$1» مقدار می‌خواهد'],
  [/^error: too many arguments.*/, 'خطا: تعداد ورودی‌ها زیاد است'],
  [/\(Did you mean (.+?)\?\)/, '(منظورتان $1 بود؟)'],
];

/** `hub` is the address of the hub of the local system. */
export const persianStartHelp = (
  hub: string,
): string => `از اینجا شروع کنید: «kushk plugin new DIR» و بعد «kushk dev» در همان پوشه. تا وقتی روشن است مستندات در
${hub}/docs (هاب سامانهٔ محلی) باز می‌شود.
`;

export const PERSIAN_GLOBAL_HELP = '\nگزینه‌های سراسری، کدهای خروج و متغیرهای محیطی: «kushk help»';

export const PERSIAN_EXIT_CODES_HELP = `
کدهای خروج:
  0  موفق
  1  مانیفست مشکل دارد، افزونه از آزمونی رد شد یا ابزارش خطا داد، صورت‌حسابی درست نیست، یا سرویس درخواست را
     نپذیرفت
  2  خط فرمان نادرست است، یا فایلی خوانده نمی‌شود
  3  پاسخ به‌دردبخوری نیامد: سرویس روشن نیست (سامانهٔ محلی را با «kushk dev» روشن کنید)، شلوغ است یا آماده نیست، یا
     این نشانیِ برنامهٔ دیگری است؛ نشانی را بررسی و بعد دوباره تلاش کنید
  4  کلید یا توکن داده نشده، نادرست یا باطل است، یا نقش لازم را ندارد
  10 release wait: بازبین نسخه را رد کرد
  11 release wait: نسخه پس گرفته شد
  12 release wait: نسخه تعلیق شد
  13 release submit --if-exists same: این نسخه با محتوای دیگری وجود دارد
  75 release wait: تا پایان مهلت تصمیمی گرفته نشد؛ دوباره منتظر بمانید
  70 خطایی در همین برنامه است: لطفاً گزارش کنید

متغیرهای محیطی:
  KUSHK_BASE_URL        نشانی هاب (فرمان‌های ناشر و گردانندهٔ هاب)
  KUSHK_SERVICE_ORIGIN  نشانی سامانه (فرمان‌های store و dev)
  KUSHK_PUBLISHER_KEY   کلید ناشر (release، usage)
  KUSHK_TOKEN           توکن شخص (operator، review، store، dev)
  KUSHK_DATA_DIR        پوشهٔ دادهٔ سامانهٔ محلی (پیش‌فرض ‎~/.local/share/kushk یا kushk در XDG_DATA_HOME). فقط برای
                        سامانهٔ محلی دوم در کنار اولی، پوشهٔ دیگری لازم است
  KUSHK_PORT_BASE       اولین پورت سامانهٔ محلی (پیش‌فرض 8080): هاب؛ سامانه (instance) یکی بالاتر؛ بقیه تا ۴۰ پورت بالاتر. پوشهٔ داده
                        پورت‌های اولش را نگه می‌دارد، پس برای پورت دیگر KUSHK_DATA_DIR را هم عوض کنید
  NO_COLOR              رنگ‌ها را خاموش می‌کند
تا سامانهٔ محلی که «kushk dev» روشن می‌کند در حال اجراست، پیش‌فرض‌ها از dev.json آن می‌آید.
`;
