/** The texts around the documents, in both languages. */
export type Language = 'en' | 'fa';
export const LANGUAGES: readonly Language[] = ['en', 'fa'];
/** A text in both languages. */
export type Text = Readonly<Record<Language, string>>;

export const texts = {
  site: { en: 'Kushk documents', fa: 'مستندات کوشک' },
  skip: { en: 'Skip to the content', fa: 'رفتن به متن' },
  search: { en: 'Search the documents', fa: 'جست‌وجو در مستندات' },
  noResults: { en: 'Nothing found', fa: 'چیزی پیدا نشد' },
  results: { en: 'Results', fa: 'نتیجه‌ها' },
  searchFailed: {
    en: 'The search could not be loaded. Reload the page.',
    fa: 'جست‌وجو بارگذاری نشد. صفحه را دوباره باز کنید.',
  },
  contents: { en: 'Contents', fa: 'فهرست' },
  onThisPage: { en: 'On this page', fa: 'در این صفحه' },
  otherLanguage: { en: 'فارسی', fa: 'English' },
  copy: { en: 'Copy', fa: 'رونوشت' },
  download: { en: 'Download the file', fa: 'دریافت فایل' },
  copied: { en: 'Copied', fa: 'رونوشت شد' },
  onlyEnglish: {
    en: '',
    fa: 'این صفحه فعلاً فقط به انگلیسی است.',
  },
  guide: { en: 'Guide', fa: 'راهنما' },
  reference: { en: 'Reference', fa: 'مرجع' },
  apis: { en: 'APIs', fa: 'مرجع API' },
  details: { en: 'Details', fa: 'جزئیات' },
  errors: { en: 'Errors', fa: 'خطاها' },
  webhooks: { en: 'Webhooks', fa: 'وب‌هوک‌ها' },
  events: { en: 'Events', fa: 'رویدادها' },
  manifest: { en: 'Manifest fields', fa: 'فیلدهای مانیفست' },
  means: { en: 'What it means', fa: 'یعنی چه' },
  why: { en: 'Why it happens', fa: 'چرا پیش می‌آید' },
  fix: { en: 'What to do', fa: 'چه کار کنید' },
  familyCodes: { en: 'Codes with this ending', fa: 'کدهایی با این پایان' },
  status: { en: 'HTTP status', fa: 'وضعیت HTTP' },
  code: { en: 'Code', fa: 'کد' },
  field: { en: 'Field', fa: 'فیلد' },
  meaning: { en: 'Meaning', fa: 'معنی' },
  rule: { en: 'Rule', fa: 'قاعده' },
  example: { en: 'Example', fa: 'نمونه' },
  atMost: { en: '≤ {to}', fa: 'حداکثر {to}' },
  atLeast: { en: '≥ {from}', fa: 'دست‌کم {from}' },
  between: { en: '{from}–{to}', fa: '{from} تا {to}' },
  characters: { en: 'chars', fa: 'نویسه' },
  items: { en: 'items', fa: 'مورد' },
  required: { en: 'required', fa: 'اجباری' },
  parameters: { en: 'Parameters', fa: 'پارامترها' },
  name: { en: 'Name', fa: 'نام' },
  type: { en: 'Type', fa: 'نوع' },
  description: { en: 'Description', fa: 'توضیح' },
  body: { en: 'Body', fa: 'بدنه' },
  answers: { en: 'Answers', fa: 'پاسخ‌ها' },
  problems: { en: 'Errors', fa: 'خطاها' },
  operations: { en: 'Operations', fa: 'عملیات' },
  errorsIntro: {
    en: 'Every error is a problem document (RFC 9457) with a stable `code`. Compare codes, not titles. The address in its `type` opens the page of the code; a program that requests the same address gets JSON.',
    fa: 'هر خطا یک سند مشکل (RFC 9457) با یک `code` ثابت است. کد را مقایسه کنید نه عنوان را. نشانیِ `type` صفحهٔ همان کد را باز می‌کند و برنامه‌ها از همان نشانی JSON می‌گیرند.',
  },
  manifestIntro: {
    en: 'Drawn from the JSON Schema at `/schemas/plugin-manifest/1.json`, which `npx @kushk/cli manifest check`, the portal, the hub and every instance use.',
    fa: 'از روی JSON Schema نشانی `/schemas/plugin-manifest/1.json` ساخته شده؛ همان که `npx @kushk/cli manifest check`، پورتال، هاب و همهٔ سامانه‌ها به‌کار می‌برند.',
  },
  webhooksIntro: {
    en: 'The calls that a service sends to your plugin, with their headers and bodies.',
    fa: 'فراخوانی‌هایی که سرویس به افزونهٔ شما می‌فرستد، با هدرها و بدنه‌شان.',
  },
  eventsIntro: {
    en: 'Events arrive at `POST {plugin_base_url}/service/events`, at least once and in order per `external_id`, or are read with `GET {api_base}/events`. List in `events` of the manifest what you want beside those that always come.',
    fa: 'رویدادها به `POST {plugin_base_url}/service/events` می‌رسند: دست‌کم یک بار و برای هر `external_id` به ترتیب؛ یا با `GET {api_base}/events` خوانده می‌شوند. هر رویدادی را که جز رویدادهای همیشگی می‌خواهید در `events` مانیفست بنویسید.',
  },
} as const satisfies Readonly<Record<string, Text>>;

/** The API documents, in the order of the navigation. */
export const apiDocuments: readonly { readonly name: string; readonly title: Text; readonly intro: Text }[] = [
  {
    name: 'plugin',
    title: { en: 'Plugin API', fa: 'API افزونه' },
    intro: {
      en: 'What an installed plugin calls, at the `api_base` of its installation, with the installation token.',
      fa: 'آنچه افزونهٔ نصب‌شده فراخوانی می‌کند؛ در `api_base` نصب و با توکن نصب.',
    },
  },
  {
    name: 'developer',
    title: { en: 'Publisher API', fa: 'API ناشر' },
    intro: {
      en: "What a publisher's CI calls, with the publisher key.",
      fa: 'آنچه CI ناشر با کلید ناشر فراخوانی می‌کند.',
    },
  },
  {
    name: 'portal',
    title: { en: 'Portal API', fa: 'API پورتال' },
    intro: { en: 'The same for people of a publisher.', fa: 'همان کارها برای اعضای ناشر.' },
  },
  {
    name: 'instance',
    title: { en: 'Instance API', fa: 'API سامانه' },
    intro: {
      en: 'What admins, members and the assistant of an organisation call.',
      fa: 'آنچه مدیران، اعضا و دستیار یک سازمان فراخوانی می‌کنند.',
    },
  },
  {
    name: 'operator',
    title: { en: 'Operator API', fa: 'API اپراتور' },
    intro: {
      en: "What the operator's staff and reviewers call.",
      fa: 'آنچه کارکنان اپراتور و بازبین‌ها فراخوانی می‌کنند.',
    },
  },
];
