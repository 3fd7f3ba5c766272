import { accounts, type Account } from './accounts.js';
import { escapeHtml, page, type Language } from './page-layout.js';

const texts = {
  fa: {
    title: 'ورود به کوشک',
    hub: 'صفحه‌های هاب: پورتال ناشر، بازبینی و اپراتور',
    instance: 'صفحه‌های سامانه: فروشگاه، صندوق ورودی و پرونده‌ها',
    choose: 'با کدام حساب وارد می‌شوید؟',
    others: 'حساب‌های دیگر که در این صفحه‌ها دسترسی ندارند',
    password: 'رمز عبور (برای همهٔ حساب‌ها یکی است و npm start آن را نشان می‌دهد)',
    submit: 'ورود',
    wrong: 'رمز عبور درست نیست. دوباره وارد کنید.',
    roles: {
      operator: 'اپراتور',
      reviewer: 'بازبین',
      billing: 'مالی',
      platform_admin: 'مدیر سامانه',
      publisher: 'ناشر',
      admin: 'مدیر سازمان نمونه',
      member: 'عضو سازمان نمونه',
    },
    comma: '، ',
  },
  en: {
    title: 'Sign in to Kushk',
    hub: 'Pages of the hub: publisher portal, review and operator',
    instance: 'Pages of the instance: store, inbox and cases',
    choose: 'Which account do you use?',
    others: 'Other accounts, which have no access to these pages',
    password: 'Password (the same for all accounts; npm start shows it)',
    submit: 'Sign in',
    wrong: 'The password is wrong. Enter it again.',
    roles: {
      operator: 'Operator',
      reviewer: 'Reviewer',
      billing: 'Billing',
      platform_admin: 'Platform admin',
      publisher: 'Publisher',
      admin: 'Admin of the demo company',
      member: 'Member of the demo company',
    },
    comma: ', ',
  },
} as const;
/** The account that shows most of an instance. */
const DEFAULT_ACCOUNT = 'admin';
type Texts = (typeof texts)[Language];
type RoleName = keyof Texts['roles'];

export interface LoginPageContent {
  readonly language: Language;
  /** The address to which the form is sent. */
  readonly action: string;
  /** Whether the person wants to use the hub; otherwise an instance. Null for a client of scripts. */
  readonly isHub: boolean | null;
  /** True after a wrong password. */
  readonly failed: boolean;
  /** The account that was chosen before. */
  readonly chosen: string | null;
}

const worksOnHub = ({ staff, publishers = [] }: Account): boolean => staff.length + publishers.length > 0;

function rolesOf(account: Account): readonly RoleName[] {
  if (account.staff.length > 0) return account.staff;
  if (account.publishers !== undefined) return ['publisher'];
  if (account.platformStaff !== undefined) return account.platformStaff;
  return [account.username === 'admin' ? 'admin' : 'member'];
}

/** Renders the sign-in page of the demo: the accounts as a list, those first that have access. */
export function loginPage({ language, action, isHub, failed, chosen }: LoginPageContent): string {
  const text = texts[language];
  const hasAccess = (account: Account): boolean => isHub === null || worksOnHub(account) === isHub;
  const first = accounts.filter(hasAccess);
  const others = accounts.filter((account) => !hasAccess(account));
  const selected = chosen ?? (isHub === true ? first[0]?.username : DEFAULT_ACCOUNT);
  const list = (some: readonly Account[]): string =>
    `<div class="accounts">${some.map((account) => accountRow(account, { text, selected })).join('')}</div>`;
  return page(language, {
    title: text.title,
    body: `
<header><h1>${text.title}</h1>${isHub === null ? '' : `<p class="soft">${isHub ? text.hub : text.instance}</p>`}</header>
<form method="post" action="${escapeHtml(action)}">
  <fieldset><legend>${text.choose}</legend>${list(first)}</fieldset>
  ${others.length === 0 ? '' : `<details><summary>${text.others}</summary>${list(others)}</details>`}
  <div class="bar">
    ${failed ? `<p role="alert">${text.wrong}</p>` : ''}
    <label class="field">${text.password}<input name="password" type="password" autocomplete="current-password" required autofocus dir="ltr"></label>
    <button>${text.submit}</button>
  </div>
</form>`,
  });
}

function accountRow(
  account: Account,
  { text, selected }: { readonly text: Texts; readonly selected: string | undefined },
): string {
  const roles = rolesOf(account).map((role) => text.roles[role]);
  const checked = account.username === selected ? ' checked' : '';
  return `<label class="account"><input type="radio" name="username" value="${escapeHtml(account.username)}"${checked} required>
<span><bdi>${escapeHtml(account.name)}</bdi> <code dir="ltr" class="soft">${escapeHtml(account.username)}</code><span class="role">${roles.join(text.comma)}</span></span></label>`;
}
