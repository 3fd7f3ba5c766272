/** What each field of the manifest means, with an example. The rules come from the schema (`manifest-page.ts`). */
interface FieldText {
  readonly en: string;
  readonly fa: string;
  readonly example: string;
}

export const manifestFields: Readonly<Record<string, FieldText>> = {
  schema: { en: 'The version of this format.', fa: 'نسخهٔ همین قالب.', example: "schema: '1'" },
  id: {
    en: 'The id of the plugin, reverse-DNS under a domain of yours. It never changes.',
    fa: 'شناسهٔ افزونه، به‌صورت دامنهٔ وارونه زیر دامنهٔ خودتان. هیچ‌وقت عوض نمی‌شود.',
    example: 'id: ir.acme.invoices',
  },
  version: {
    en: 'SemVer without build metadata. A version is submitted once; a correction is a new version.',
    fa: 'نسخه به شکل SemVer و بدون build metadata. هر نسخه یک بار فرستاده می‌شود؛ اصلاح یعنی نسخهٔ تازه.',
    example: 'version: 1.4.0',
  },
  publisher: {
    en: 'Your publisher id: the one of the key with which you submit.',
    fa: 'شناسهٔ ناشر شما؛ همان ناشرِ کلیدی که با آن می‌فرستید.',
    example: 'publisher: acme',
  },
  kind: {
    en: '`external`: you host it at `base_url`. `instance`: a container that runs beside the instance.',
    fa: '`external`: خودتان در `base_url` میزبانی می‌کنید. `instance`: کانتینری که کنار سامانه اجرا می‌شود.',
    example: 'kind: external',
  },
  plugin_api: {
    en: 'The version of the plugin API that you use. It runs on instances of the same major and an equal or higher minor.',
    fa: 'نسخهٔ API افزونه که به‌کار می‌برید. روی سامانه‌هایی با همان عدد اول و عدد دوم برابر یا بالاتر اجرا می‌شود.',
    example: "plugin_api: '1.0'",
  },
  names: {
    en: 'The name of the plugin by language, at least one.',
    fa: 'نام افزونه به هر زبان؛ دست‌کم یکی.',
    example: 'names: { en: Invoices, fa: فاکتورها }',
  },
  delivery: {
    en: '`poll`, for kind `external`: the plugin polls its events, nothing is pushed to it, and an admin reads its credentials. Without it events are pushed to `base_url`.',
    fa: '`poll` برای نوع `external`: افزونه رویدادهایش را خودش می‌پرسد، چیزی برایش فرستاده نمی‌شود و مدیر اطلاعات دسترسی‌اش را می‌خواند. بدون آن رویدادها به `base_url` فرستاده می‌شود.',
    example: 'delivery: poll',
  },
  base_url: {
    en: 'Where your server is, for kind `external`. https, except on this machine during development. Its path is kept.',
    fa: 'نشانی سرور شما برای نوع `external`. باید https باشد مگر روی همین کامپیوتر هنگام توسعه. مسیر آن حفظ می‌شود.',
    example: 'base_url: https://plugin.acme.ir',
  },
  image: {
    en: 'The container image with its digest, for kind `instance`.',
    fa: 'ایمیج کانتینر همراه digest، برای نوع `instance`.',
    example: 'image: registry.example/acme/invoices@sha256:…',
  },
  port: {
    en: 'The port on which the container listens for HTTP.',
    fa: 'پورتی که کانتینر روی آن HTTP گوش می‌دهد.',
    example: 'port: 8080',
  },
  egress: {
    en: 'Every `host:port` that the container calls. Everything else is closed.',
    fa: 'همهٔ `host:port`هایی که کانتینر صدا می‌زند. بقیه بسته است.',
    example: 'egress: [api.acme.ir:443]',
  },
  summaries: {
    en: 'One sentence by language, shown in the store.',
    fa: 'یک جمله به هر زبان که در فروشگاه دیده می‌شود.',
    example: 'summaries: { en: Reads invoices and proposes the amounts }',
  },
  scopes: {
    en: 'What the plugin may do, each with a reason that the reviewer and the admin read. One that nothing in the manifest needs is a warning, except those that only read.',
    fa: 'آنچه افزونه اجازه دارد، هر کدام با دلیلی که بازبین و مدیر می‌خوانند. دسترسی‌ای که هیچ چیز مانیفست به آن نیاز ندارد هشدار می‌گیرد، مگر فقط برای خواندن باشد.',
    example: 'scopes:\n  records.own: Keeps the invoices that it has read',
  },
  records: {
    en: 'The types of records that the plugin keeps. Needs the scope `records.own`.',
    fa: 'نوع رکوردهایی که افزونه نگه می‌دارد. دسترسی `records.own` می‌خواهد.',
    example: 'records:\n  - { type: invoice, schema: { type: object } }',
  },
  'records[].type': { en: 'The key of the type.', fa: 'کلید نوع.', example: 'type: invoice' },
  'records[].names': { en: 'Its name by language.', fa: 'نام آن به هر زبان.', example: 'names: { en: Invoice }' },
  'records[].schema': {
    en: 'The JSON Schema (2020-12) of its data.',
    fa: 'JSON Schema (2020-12) داده‌های آن.',
    example: 'schema: { type: object, required: [number] }',
  },
  proposals: {
    en: 'The platform records for which the plugin proposes changes. Each type needs its scope `proposals.<type>`.',
    fa: 'رکوردهای پلتفرم که افزونه برایشان پیشنهاد می‌دهد. هر نوع دسترسی `proposals.<type>` می‌خواهد.',
    example: 'proposals:\n  - { record_type: case, actions: [update] }',
  },
  'proposals[].record_type': { en: 'The type of record.', fa: 'نوع رکورد.', example: 'record_type: case' },
  'proposals[].actions': {
    en: 'What is proposed.',
    fa: 'چه کاری پیشنهاد می‌شود.',
    example: 'actions: [create, update]',
  },
  sources: {
    en: 'The kinds of content that the plugin brings in for review. Each needs `sources.intake.<kind>`.',
    fa: 'نوع محتوایی که افزونه برای بررسی می‌آورد. هر کدام `sources.intake.<kind>` می‌خواهد.',
    example: 'sources: [document]',
  },
  services: {
    en: 'What the plugin sells, counted in units.',
    fa: 'خدمتی که افزونه می‌فروشد و با واحد شمرده می‌شود.',
    example: 'services:\n  - { key: ocr.page, unit: page }',
  },
  'services[].key': { en: 'The key that charges name.', fa: 'کلیدی که در برداشت‌ها می‌آید.', example: 'key: ocr.page' },
  'services[].names': { en: 'Its name by language.', fa: 'نام آن به هر زبان.', example: 'names: { en: Page }' },
  'services[].unit': { en: 'What is counted.', fa: 'چه چیزی شمرده می‌شود.', example: 'unit: page' },
  plans: {
    en: 'The plans that an admin chooses from. Needs the scope `wallet.consume`.',
    fa: 'طرح‌هایی که مدیر از میانشان انتخاب می‌کند. دسترسی `wallet.consume` می‌خواهد.',
    example: "plans:\n  - { key: basic, rates: { ocr.page: '0.25' } }",
  },
  'plans[].key': { en: 'The key of the plan.', fa: 'کلید طرح.', example: 'key: basic' },
  'plans[].names': { en: 'Its name by language.', fa: 'نام آن به هر زبان.', example: 'names: { en: Basic }' },
  'plans[].rates': {
    en: 'MU per unit by service, as decimal strings in quotes. Only declared services.',
    fa: 'تعداد MU برای هر واحد از هر خدمت، به‌صورت رشتهٔ دهدهی داخل گیومه. فقط خدمت‌های تعریف‌شده.',
    example: "rates: { ocr.page: '0.25' }",
  },
  tools: {
    en: 'What the assistant can call. A tool only reads.',
    fa: 'آنچه دستیار می‌تواند صدا بزند. ابزار فقط می‌خواند.',
    example: 'tools:\n  - { name: find_invoice, description: …, input_schema: { type: object } }',
  },
  'tools[].name': { en: 'Its name in the address.', fa: 'نام آن در نشانی.', example: 'name: find_invoice' },
  'tools[].description': {
    en: 'What it does, for the assistant: it decides by this text when to call.',
    fa: 'چه کار می‌کند؛ دستیار از روی همین متن تصمیم می‌گیرد کی صدا بزند.',
    example: 'description: Finds an invoice by its number.',
  },
  'tools[].input_schema': {
    en: 'The JSON Schema of its arguments. Arguments that do not match never reach the plugin.',
    fa: 'JSON Schema آرگومان‌ها. آرگومان نادرست به افزونه نمی‌رسد.',
    example: 'input_schema: { type: object, required: [number] }',
  },
  events: {
    en: 'Events that you want beside those that always come.',
    fa: 'رویدادهایی که جز رویدادهای همیشگی می‌خواهید.',
    example: 'events: [plugin.wallet.low]',
  },
  settings: {
    en: "A JSON Schema of an object, drawn as the admin's form. `writeOnly: true` or `format: password` makes a value secret.",
    fa: 'JSON Schema یک شیء که فرم مدیر از رویش ساخته می‌شود. `writeOnly: true` یا `format: password` مقدار را محرمانه می‌کند.',
    example: 'settings: { type: object, properties: { currency: { type: string } } }',
  },
  ui: { en: 'The pages inside the service.', fa: 'صفحه‌های داخل سرویس.', example: 'ui: { app: { path: /pages/app } }' },
  'ui.app': { en: 'A page of its own.', fa: 'یک صفحهٔ مستقل.', example: 'app: { path: /pages/app }' },
  'ui.app.path': { en: 'Its path below `base_url`.', fa: 'مسیر آن زیر `base_url`.', example: 'path: /pages/app' },
  'ui.app.names': { en: 'Its title by language.', fa: 'عنوان آن به هر زبان.', example: 'names: { fa: فاکتورها }' },
  'ui.panels': {
    en: 'Panels beside a record, which load when a person opens them.',
    fa: 'پنل‌های کنار رکورد که وقتی شخص بازشان کند بارگذاری می‌شوند.',
    example: 'panels:\n  - { key: invoices, path: /pages/case, record_type: case }',
  },
  'ui.panels[].key': { en: 'The key of the panel.', fa: 'کلید پنل.', example: 'key: invoices' },
  'ui.panels[].path': { en: 'Its path below `base_url`.', fa: 'مسیر آن زیر `base_url`.', example: 'path: /pages/case' },
  'ui.panels[].names': { en: 'Its title by language.', fa: 'عنوان آن به هر زبان.', example: 'names: { en: Invoices }' },
  'ui.panels[].record_type': {
    en: 'The type of record beside which it is shown.',
    fa: 'نوع رکوردی که پنل کنارش دیده می‌شود.',
    example: 'record_type: case',
  },
};
