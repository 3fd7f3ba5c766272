/** The messages of mistakes that nothing else shows: the plugin runs, and one part of it never works (messages.ts). */
import type { Message } from './messages.js';

export const mistakeMessages = {
  plugin_api_unsupported: {
    en: 'is a version of the plugin API that no instance is known to offer, so none offers the release',
    fa: 'نسخه‌ای از API افزونه است که هیچ سامانهٔ شناخته‌شده‌ای ندارد؛ پس هیچ‌کدام این نسخه را عرضه نمی‌کند',
    hint: 'write "{newest}", unless you know an instance that offers more',
    hintFa: 'بنویسید "{newest}"، مگر آنکه سامانه‌ای با نسخهٔ بالاتر بشناسید',
  },
  base_url_service_path: {
    en: 'ends with /service, which is added to it: the service would call {address}',
    fa: 'به ‎/service ختم می‌شود که خودِ سرویس اضافه می‌کند؛ سرویس این نشانی را صدا می‌زند: {address}',
    hint: 'write {without}',
    hintFa: 'بنویسید {without}',
  },
  base_url_unused: {
    en: 'is never called: a plugin that polls needs an address only for tools and pages, and this manifest has none',
    fa: 'هرگز صدا زده نمی‌شود؛ افزونه‌ای که رویدادها را خودش می‌خواند فقط برای ابزار و صفحه نشانی می‌خواهد و این مانیفست هیچ‌کدام را ندارد',
    hint: 'remove base_url; or remove delivery, if the events are to come there',
    hintFa: 'base_url را حذف کنید؛ یا اگر رویدادها باید به آن برسند delivery را',
  },
  name_repeated: {
    en: 'is the name of another entry of the list, so people cannot tell them apart',
    fa: 'نام مورد دیگری از همین فهرست هم هست و کسی نمی‌تواند از هم تشخیصشان دهد',
    hint: 'give each a name of its own',
    hintFa: 'به هر کدام نام خودش را بدهید',
  },
  page_same_site: {
    en: 'has pages on the site of the service ({host}), which never shows them: they could act as the person there',
    fa: 'صفحه‌هایی روی همان سایت سرویس ({host}) دارد که هرگز نشان داده نمی‌شوند، چون می‌توانند به‌جای کاربر عمل کنند',
    hint: 'use another domain; on one machine, localhost for one and 127.0.0.1 for the other',
    hintFa: 'دامنهٔ دیگری به‌کار ببرید؛ روی یک کامپیوتر، localhost برای یکی و 127.0.0.1 برای دیگری',
  },
  panel_never_shown: {
    en: 'is a record type whose page shows no panels, so the panel never appears',
    fa: 'نوع رکوردی است که صفحه‌اش پنل ندارد؛ این پنل هرگز نمایش داده نمی‌شود',
    hint: 'write case, or leave record_type out',
    hintFa: 'بنویسید case، یا record_type را حذف کنید',
  },
  rate_missing: {
    en: 'has no rate for {service}, so this plan cannot pay for it: each charge is refused',
    fa: 'برای {service} نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود',
    hint: 'add the rate ("0" for free), or remove the service from services',
    hintFa: 'نرخ را اضافه کنید ("0" یعنی رایگان)، یا سرویس را از services حذف کنید',
  },
  plan_missing: {
    en: 'is missing, and services are paid only with a plan: every hold and charge is refused with wallet.plan_missing',
    fa: 'نیامده است و بهای سرویس‌ها فقط با یک طرح پرداخت می‌شود؛ هر رزرو و برداشت با wallet.plan_missing رد می‌شود',
    hint: 'for example plans: [{ key: basic, names: { en: Basic }, rates: { {service}: "0.25" } }], or remove services',
    hintFa:
      'برای نمونه plans: [{ key: basic, names: { fa: پایه }, rates: { {service}: "0.25" } }]، یا services را حذف کنید',
  },
  secret_default: {
    en: 'is the default of a secret, but everybody can read a manifest',
    fa: 'مقدار پیش‌فرضِ یک مقدار محرمانه است، ولی همه مانیفست را می‌خوانند',
    hint: 'remove the default: the admin enters the value',
    hintFa: 'پیش‌فرض را حذف کنید؛ مقدار را مدیر وارد می‌کند',
  },
  example_invalid: {
    en: 'does not match its own schema: it {reason}',
    fa: 'با اسکیمای خودش نمی‌خواند: {reason}',
    hint: 'correct the value or the schema',
    hintFa: 'مقدار یا اسکیما را درست کنید',
  },
} as const satisfies Record<string, Message>;
