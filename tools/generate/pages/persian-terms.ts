/**
 * The Persian words of the product: one word for one thing, in all texts for people. A text that has a second word for
 * a term fails the build.
 */

interface Term {
  readonly en: string;
  readonly fa: string;
  /** The words that are not used for it, and what they would be confused with. */
  readonly not: RegExp;
  /** Documents for developers may have a second word. */
  readonly isOfPages?: true;
}

export const PERSIAN_TERMS: readonly Term[] = [
  { en: 'apply (a proposal)', fa: 'اعمال', not: /اِعمال|اجرا کردن پیشنهاد/ },
  { en: 'approve (a release)', fa: 'تأیید', not: /تصویب|تایید/, isOfPages: true },
  { en: 'audit', fa: 'گزارش فعالیت', not: /ممیزی|لاگ فعالیت/ },
  { en: 'balance', fa: 'موجودی', not: /بالانس|مانده‌حساب/ },
  { en: 'call (to a plugin)', fa: 'فراخوانی', not: /تماس‌ها/ },
  { en: 'carried over (MU)', fa: 'انتقال', not: /رفته به نصب|مانده از نصب/ },
  { en: 'case', fa: 'پرونده', not: /(?<![\p{L}\u200c])کیس(?!\p{L})/u },
  { en: 'code', fa: 'کد', not: /کُد/ },
  { en: 'consent', fa: 'رضایت', not: /کانسنت|رضایت شما را می‌خواهد/ },
  { en: 'conversation (a record)', fa: 'گفتگو', not: /نشست|گفت‌وگو|گفت و گو/, isOfPages: true },
  { en: 'dismiss (a source)', fa: 'کنار گذاشتن', not: /نادیده گرفتن/ },
  { en: 'download', fa: 'دانلود', not: /دریافت CSV|بارگیری/ },
  { en: 'e-mail', fa: 'ایمیل', not: /رایانامه|پست الکترونیک/ },
  { en: 'final (month)', fa: 'قطعی', not: /^نهایی$/ },
  { en: 'here', fa: 'اینجا', not: /این‌جا/ },
  { en: 'history', fa: 'تاریخچه', not: /سرگذشت/ },
  { en: 'hold (MU)', fa: 'رزرو', not: /نگه‌داشت/, isOfPages: true },
  { en: 'hub', fa: 'هاب', not: /صفحه‌های مرکز|هاب مرکزی/ },
  { en: 'memory', fa: 'حافظه', not: /خاطره|یادسپرده/ },
  { en: 'open (month)', fa: 'ماه باز', not: /^هنوز باز$/ },
  { en: 'operator', fa: 'اپراتور', not: /گرداننده/, isOfPages: true },
  { en: 'password', fa: 'رمز عبور', not: /گذرواژه|پسورد/, isOfPages: true },
  { en: 'plugin', fa: 'افزونه', not: /پلاگین|پلاگ‌این/ },
  { en: 'publisher', fa: 'ناشر', not: /منتشرکننده/ },
  { en: 'return to the queue (a review)', fa: 'برگرداندن به صف', not: /پس داد|پس بده/ },
  { en: 'revoke (a key)', fa: 'باطل کردن', not: /لغوش کنید|لغو کلید/ },
  { en: 'revoke (MU)', fa: 'کسر', not: /پس‌گرفت|پس گرفتن MU/ },
  { en: 'rotate (credentials)', fa: 'تعویض', not: /نو کردن|نو شود/ },
  { en: 'rule', fa: 'قاعده', not: /قانون/ },
  { en: 'schema', fa: 'طرح‌واره', not: /اسکیما/, isOfPages: true },
  { en: 'token', fa: 'توکن', not: /ژتون/ },
  { en: 'update', fa: 'به‌روزرسانی', not: /آپدیت|بروزرسانی|بروز رسانی/ },
  { en: 'wallet', fa: 'کیف پول', not: /کیف‌پول|والت/ },
  { en: 'withdraw (a release)', fa: 'پس گرفتن نسخه', not: /لغو انتشار/ },
];

/** The problems of a Persian text: a second word for a term, an Arabic letter, words of schemas and codes of roles. */
export function persianProblems(text: string): readonly string[] {
  const terms = PERSIAN_TERMS.flatMap(({ en, fa, not }) => {
    const found = not.exec(text)?.[0];
    return found === undefined ? [] : [`«${found}» is not used, «${fa}» is the word for ${en}`];
  });
  const code = FOR_MACHINES.exec(text)?.[0];
  return code === undefined ? terms : [...terms, `${code} is no word for people`];
}

/** Arabic ي and ك, types of JSON schemas, roles and ids as the API has them. */
const FOR_MACHINES = /[يك]|\b(string|integer|boolean|platform_admin|admin|member|(org|per|ins|prp)_\w+)\b/;

/** What a column of MU counts, in both languages: a wrong word books money elsewhere in the reader's mind. */
const MONEY: Readonly<Record<string, string>> = {
  Consumed: 'مصرف',
  'Consumed this month': 'مصرف این ماه',
  Consumption: 'مصرف',
  Purchased: 'خرید',
  Purchase: 'خرید',
  Gifted: 'هدیه',
  Gifts: 'هدیه',
  Gift: 'هدیه',
  'Given back': 'برگشت',
  'Consumption given back': 'برگشت مصرف',
  Revoked: 'کسرشده',
  Revocation: 'کسر',
  Hold: 'رزرو',
  Held: 'رزروشده',
  'Held for work in progress': 'رزروشده',
  'Consumption of a hold': 'برداشت از رزرو',
  'Released hold': 'آزادسازی رزرو',
  'Expired hold': 'پایان مهلت',
  Balance: 'موجودی',
  'Carried over from the previous installation': 'انتقال از نصب قبلی',
  'Carried over to the next installation': 'انتقال به نصب بعدی',
};
const MONEY_KEYS =
  /^(operator\.usage|portal\.usage|usage|wallet\.(tile|total|entry|kind)|store\.mu)\.(consum\w+|purchas\w+|gift\w*|revers\w+|revo\w+|carried_(in|out)|held|hold|settle|release|expiry|available)$/;

/** Returns the problem of a label of MU: its languages must name the same thing. */
export function moneyProblem(key: string, { en, fa }: { readonly en: string; readonly fa: string }): string | null {
  if (!MONEY_KEYS.test(key)) return null;
  const meant = MONEY[en];
  if (meant === undefined) return `“${en}” has no Persian word in MONEY`;
  return fa.startsWith(meant) ? null : `“${en}” is «${meant}», not «${fa}»`;
}
