/** A vendor who types a question into the search of the documents sees its answer among the first three results. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import MiniSearch from 'minisearch';
import { inlineParts } from '@kushk/edge';
import { codesOf, type OpenApiDocument } from './api-reference.js';
import { pageOfCode } from './error-pages.js';
import { readDocuments } from './pages.js';
import { searchIndex } from './search-index.js';
import { searchOptions, sectionsFor, type Found } from './search.js';
import { apiDocuments } from './texts.js';

const docs = fileURLToPath(new URL('../../../docs', import.meta.url));
const { pages, keywords, errors } = readDocuments(docs);
const codes = apiDocuments.flatMap(({ name }) =>
  codesOf(inlineParts(JSON.parse(readFileSync(join(docs, 'openapi', `${name}.json`), 'utf8')) as OpenApiDocument)),
);
const indexes = {
  en: MiniSearch.loadJSON<Found>(searchIndex(pages.en, keywords), searchOptions),
  fa: MiniSearch.loadJSON<Found>(searchIndex(pages.fa, keywords), searchOptions),
};

/** The question, and the slugs of the sections that answer it. */
const questions: Readonly<Record<'en' | 'fa', readonly (readonly [question: string, ...answers: string[]])[]>> = {
  en: [
    ['rounding', 'plugin#rounding'],
    ['how are MU rounded', 'plugin#rounding', 'reference/money'],
    ['refund', 'plugin#refunds'],
    ['uninstall', 'plugin#removal'],
    ['server is down for an hour', 'plugin#when-your-plugin-is-down'],
    ['plugin down', 'plugin#when-your-plugin-is-down'],
    ['how long are events retried', 'plugin#when-your-plugin-is-down', 'reference/delivery#retries'],
    ['rotate my secret', 'plugin#rotation', 'reference/installations#rotation'],
    ['my secret leaked', 'plugin#rotation'],
    ["customer's data on removal", 'plugin#removal', 'reference/installations#removing'],
    ["how do I delete a customer's data", 'plugin#removal', 'reference/installations#removing'],
    ['verify the signature in Python', 'verify#python', 'verify'],
    ['verify a signature in C#', 'verify', 'verify#the-vectors'],
    ['the same event arrives twice', 'plugin#events-by-push-or-by-polling', 'plugin#without-the-sdk'],
    ['webhook timeout', 'reference/delivery#what-counts-as-success'],
    ['maximum size of a document', 'reference/sources', 'reference/limits', 'plugin#bring-in-documents-and-messages'],
    ['balance too low', 'errors/wallet.insufficient_balance', 'reference/money#budgets-and-the-threshold'],
    ['record.not_found', 'errors/not_found'],
    ['wallet.hold_not_found', 'errors/not_found'],
    ['auth.scope_missing', 'errors/auth.scope_missing'],
    ['npm error 404', 'mistakes#no-packages'],
    ['change the plan of an installation', 'reference/installations#the-command'],
    ['raise the price of a plan', 'reference/installations#updates'],
    ['Jalali date', 'reference/platform-records'],
    ['delete a record', 'plugin#keep-your-own-records', 'reference/records-and-proposals#a-plugins-own-records'],
    ['take back a bad release', 'reference/releases'],
    ['withdraw a release', 'reference/releases'],
    ['change the price of a plan', 'reference/installations#updates', 'manifest#plans[].rates'],
    ['which Node version', 'first-plugin', 'publishing#what-you-need'],
    ['several organisations on one server', 'plugin#a-complete-plugin'],
    ['one server for several customers', 'plugin#a-complete-plugin'],
    ['how many requests per second', 'reference/limits#rate-limits-in-production'],
    ['test my plugin in CI', 'plugin#test-it-kushk-plugin-test', 'first-plugin#6-test-it-against-the-contract'],
    ['where are the logs of my plugin', 'plugin#run-it-kushk-dev', 'mistakes#calls'],
    ['what does error 422 mean', 'reference/statuses-and-codes'],
    ['how fast must a tool answer', 'plugin#what-a-tool-may-do', 'errors/tool.timeout', 'reference/limits'],
    ['does a hold expire', 'plugin#sell-a-service', 'events#onWalletHoldExpired', 'errors/wallet.hold_expired'],
    ['migrate records to a new version', 'reference/records-and-proposals#a-plugins-own-records'],
    ['dark mode of my page', 'plugin#pages-inside-the-service', 'reference/bridge#the-context'],
    ['right to left page', 'plugin#pages-inside-the-service', 'reference/bridge#the-context'],
    ['repeat a request safely', 'reference/wire-formats#idempotency', 'plugin#errors-retries-deadlines'],
    ['memory limit of a container', 'reference/containers#what-a-container-gets'],
    ['where do I keep secrets', 'reference/installations#settings', 'reference/manifest#settings'],
    ['read a secret setting in my plugin', 'plugin#settings-and-secrets'],
    ['test with two customers', 'plugin#several-plugins-and-customers'],
    ['run two plugins at once', 'plugin#several-plugins-and-customers'],
    ['apply proposals automatically by a rule', 'reference/records-and-proposals#rules'],
    ['my page does not load in the frame', 'reference/bridge#frames', 'reference/bridge#the-pages-address-and-headers'],
    ['monthly statement', 'reference/usage', 'reference/usage#signed-statements'],
  ],
  fa: [
    ['گرد کردن', 'plugin#گرد-کردن'],
    ['مبلغ‌ها چطور گرد می‌شوند', 'plugin#گرد-کردن'],
    ['بازگشت وجه', 'plugin#بازگشت-وجه'],
    ['پس دادن پول مشتری', 'plugin#بازگشت-وجه'],
    ['حذف نصب', 'plugin#حذف-نصب-و-حذف-داده'],
    ['حذف داده‌های مشتری', 'plugin#حذف-نصب-و-حذف-داده'],
    ['سرور قطع است', 'plugin#وقتی-سرور-شما-قطع-است'],
    ['اگر سرورم یک ساعت خاموش باشد چه می‌شود؟', 'plugin#وقتی-سرور-شما-قطع-است'],
    ['رویدادها تا چه مدت دوباره ارسال می‌شوند', 'plugin#وقتی-سرور-شما-قطع-است', 'reference/delivery#retries'],
    ['تلاش دوباره', 'plugin#وقتی-سرور-شما-قطع-است', 'reference/delivery#retries'],
    ['چرخش کلید', 'plugin#چرخش-کلید-و-توکن'],
    ['تعویض رمز', 'plugin#چرخش-کلید-و-توکن'],
    ['بررسی امضا در پایتون', 'verify#python', 'verify'],
    ['کمبود موجودی', 'errors/wallet.insufficient_balance'],
    ['record.not_found', 'errors/not_found'],
    ['تغییر پلن نصب', 'reference/installations#the-command'],
    ['افزایش قیمت پلن', 'reference/installations#updates'],
    ['تاریخ شمسی', 'reference/platform-records'],
    ['حذف رکورد', 'plugin#منبع‌ها-و-رکوردهای-خودتان', 'reference/records-and-proposals#a-plugins-own-records'],
    ['پس گرفتن نسخه', 'reference/releases'],
    ['تغییر قیمت طرح', 'reference/installations#updates', 'manifest#plans[].rates'],
    ['تغییر قیمت پلن', 'reference/installations#updates', 'manifest#plans[].rates'],
    ['نسخهٔ Node', 'first-plugin', 'publishing#چه-لازم-دارید'],
    ['چند سازمان یک سرور', 'plugin#یک-افزونهٔ-کامل'],
    ['چند درخواست در ثانیه مجاز است', 'reference/limits#rate-limits-in-production'],
    ['آزمون افزونه در CI', 'plugin#آزمون-افزونه', 'first-plugin#۶-آزمون-قرارداد'],
    ['لاگ افزونه کجاست', 'plugin#اجرا-با-kushk-dev', 'mistakes#calls'],
    ['خطای ۴۲۲ یعنی چه', 'reference/statuses-and-codes'],
    ['ابزار تا چند ثانیه باید جواب بدهد', 'plugin#ابزار-چه-کاری-می‌تواند-بکند', 'errors/tool.timeout'],
    ['انقضای رزرو کیف پول', 'plugin#فروش-خدمت', 'events#onWalletHoldExpired', 'errors/wallet.hold_expired'],
    ['مهاجرت رکوردها به نسخهٔ جدید', 'reference/records-and-proposals#a-plugins-own-records'],
    ['حالت تاریک صفحه', 'plugin#صفحه‌های-داخل-سرویس', 'reference/bridge#the-context'],
    ['صفحهٔ راست به چپ', 'plugin#صفحه‌های-داخل-سرویس', 'reference/bridge#the-context'],
    ['تکرار امن درخواست', 'reference/wire-formats#idempotency'],
    ['حافظهٔ کانتینر', 'reference/containers#what-a-container-gets'],
    ['رمزها را کجا نگه دارم', 'reference/installations#settings', 'manifest#settings'],
    ['خواندن تنظیم محرمانه در افزونه', 'plugin#تنظیم‌ها-و-مقدارهای-محرمانه'],
    ['آزمون با دو مشتری', 'plugin#چند-افزونه-و-چند-مشتری'],
    ['اجرای هم‌زمان دو افزونه', 'plugin#چند-افزونه-و-چند-مشتری'],
    ['اعمال خودکار پیشنهاد با قاعده', 'reference/records-and-proposals#rules'],
    ['صفحه در قاب باز نمی‌شود', 'reference/bridge#frames', 'reference/bridge#the-pages-address-and-headers'],
    ['صورت‌حساب ماهانه', 'reference/usage', 'reference/usage#signed-statements'],
    ['rounding', 'plugin#گرد-کردن', 'reference/money'],
    ['uninstall', 'plugin#حذف-نصب-و-حذف-داده', 'reference/installations#removing'],
  ],
};

describe.each(['en', 'fa'] as const)('the first three results of the search (%s)', (language) => {
  it.each(questions[language])('answer "%s"', (question, ...answers) => {
    const found = sectionsFor(indexes[language], question, 3).map(({ address }) => address as string);
    const wanted = answers.map((slug) => `/docs/${language}/${slug}`);
    expect({ found, isAnswered: found.some((one) => wanted.includes(one)) }).toEqual({ found, isAnswered: true });
  });

  it('have the page of every code that the APIs return', () => {
    const lost = [...new Set(codes)].filter((code) => {
      const found = sectionsFor(indexes[language], code, 3).map(({ address }) => address as string);
      return !found.includes(`/docs/${language}/${pageOfCode(code, errors)}`);
    });
    expect(lost).toEqual([]);
  });
});
