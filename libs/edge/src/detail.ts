import type { Language } from './problem.js';
import { transitionDetail } from './transition-detail.js';

type Params = Readonly<Record<string, unknown>>;
type DetailText = (params: Params) => readonly [english: string, persian: string] | null;

/** Converts an error parameter to text. Returns an empty string for an object. */
function text(value: unknown): string {
  if (Array.isArray(value)) return value.map(text).join(', ');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** So many names of what a manifest declares are in a sentence; `params` has all of them. */
const MAX_NAMED = 20;

/** The names that a manifest declares, as one text; empty for none. */
function named(names: unknown): string {
  const all = Array.isArray(names) ? names.map(text) : [];
  return [...all.slice(0, MAX_NAMED), ...(all.length > MAX_NAMED ? ['…'] : [])].join(', ');
}

/** The roles as the pages name them. */
const ROLES: Readonly<Record<string, string>> = {
  admin: 'مدیر سازمان',
  member: 'عضو سازمان',
  platform_admin: 'کارمند سکو',
  operator: 'اپراتور هاب',
  reviewer: 'بازبین',
  billing: 'مسئول صورت‌حساب',
  publisher: 'ناشر',
};

const persianRoles = (roles: unknown): string =>
  [roles]
    .flat()
    .map((role) => ROLES[String(role)] ?? text(role))
    .join(' یا ');

const countProblems: DetailText = ({ problems }) => {
  if (!Array.isArray(problems) || problems.length === 0) return null;
  const count = problems.length;
  return [`${count} ${count === 1 ? 'problem' : 'problems'} found`, `${count.toLocaleString('fa-IR')} مشکل پیدا شد`];
};

const OPERATOR_RAISES_IT = ['ask the operator for more', 'از اپراتور سقف بیشتری بخواهید'] as const;
/** What to do when a quota is used up. */
const quotaRemedies: Readonly<Record<string, readonly [english: string, persian: string]>> = {
  record_bytes: ['delete records, or write smaller ones', 'رکوردهایی را پاک کنید یا رکوردهای کوچک‌تری بنویسید'],
  record_bytes_per_day: [
    'write again after midnight in Tehran, and only what has changed',
    'پس از نیمه‌شب به وقت تهران دوباره بنویسید، آن هم فقط آنچه تغییر کرده است',
  ],
  pending_proposals: [
    'wait until people have settled some, or withdraw some',
    'صبر کنید تا به چند پیشنهاد رسیدگی شود، یا چند پیشنهاد را پس بگیرید',
  ],
  releases: OPERATOR_RAISES_IT,
  manifest_bytes: OPERATOR_RAISES_IT,
  // An operator cannot raise this limit.
  release_comments: [
    'decide on the release, or submit a version that replaces it',
    'دربارهٔ نسخه تصمیم بگیرید، یا نسخه‌ای بفرستید که جای آن را بگیرد',
  ],
  saved_views: ['remove views that you do not need', 'نماهایی را که لازم ندارید حذف کنید'],
};
const quotaExceeded: DetailText = ({ quota, limit, used }) => {
  const [next, nextFa] = quotaRemedies[text(quota)] ?? OPERATOR_RAISES_IT;
  return [
    `${text(used)} of ${text(limit)} are used (${text(quota)}): ${next}`,
    `${text(used)} از ${text(limit)} مصرف شده است (${text(quota)})؛ ${nextFa}`,
  ];
};

/** By `hint` of the gateway. */
const routeHints: Readonly<Record<string, readonly [english: string, persian: string]>> = {
  encode_slash: [
    'There is no such address: a slash in an external_id is written %2F',
    'چنین نشانی‌ای نیست؛ ممیز داخل external_id به شکل %2F نوشته می‌شود',
  ],
  begin_with_api_base: [
    'There is no such address: requests of a plugin begin with its whole api_base, …/i/ins_…/plugin/v1',
    'چنین نشانی‌ای نیست؛ درخواست‌های افزونه با کل api_base آن شروع می‌شوند: …/i/ins_…/plugin/v1',
  ],
  slash_after_api_base: [
    'There is no such address: one slash belongs between api_base and what follows, …/plugin/v1/installation',
    'چنین نشانی‌ای نیست؛ میان api_base و ادامهٔ نشانی یک ممیز لازم است: …/plugin/v1/installation',
  ],
  unknown_resource: [
    'api_base is right, and has no such resource: {api_base}/openapi.json lists all of them',
    'api_base درست است، ولی چنین منبعی ندارد؛ همهٔ منبع‌ها در {api_base}/openapi.json آمده‌اند',
  ],
  this_is_the_hub: [
    'This is the hub: plugins, people and the store are on an instance, at api_base and KUSHK_SERVICE_ORIGIN',
    'این هاب است؛ افزونه‌ها، افراد و فروشگاه در سامانهٔ محلی‌اند، در api_base و KUSHK_SERVICE_ORIGIN',
  ],
  this_is_an_instance: [
    'This is an instance: releases, usage and the portal are on the hub, at KUSHK_BASE_URL',
    'این یک سامانه است؛ نسخه‌ها، مصرف و پرتال در هاب‌اند، در KUSHK_BASE_URL',
  ],
};

const credentialNames: Readonly<Record<string, readonly [english: string, persian: string]>> = {
  kp: ['a publisher key', 'کلید ناشر'],
  kr: ['a registry key', 'کلید رجیستری'],
  ki: ['an installation token', 'توکن نصب'],
  ks: ['a signing secret', 'کلید امضا'],
  kh: ['a handle', 'هندل'],
  person: ['an access token of a person', 'توکن ورود یک شخص'],
};
const refusedForms: Readonly<Record<string, readonly [english: string, persian: string]>> = {
  no_bearer: [
    'Authorization must be "Bearer ", then the credential alone',
    'مقدار Authorization باید ‎"Bearer "‎ و پس از آن فقط خود کلید یا توکن باشد',
  ],
  repeated: ['Send Authorization only once', 'هدر Authorization را فقط یک بار بفرستید'],
  in_address: [
    'Send the credential in Authorization, not in the address, which logs store',
    'کلید یا توکن را در هدر Authorization بفرستید، نه در نشانی که در لاگ‌ها می‌ماند',
  ],
};
/** `given` and `expected` are prefixes, or `person`; `reason` says what is wrong with the form. */
const credentialProblem: DetailText = ({ given, expected, reason }) => {
  if (reason !== undefined) return refusedForms[text(reason)] ?? null;
  const [is, should] = [credentialNames[text(given)], credentialNames[text(expected)]];
  if (is === undefined || should === undefined) return null;
  const nameOf = (kind: unknown): string => (kind === 'person' ? '' : ` (${text(kind)}_…)`);
  return [
    `This is ${is[0]}${nameOf(given)}; here belongs ${should[0]}${nameOf(expected)}`,
    `این ${is[1]}${nameOf(given)} است؛ اینجا ${should[1]}${nameOf(expected)} لازم است`,
  ];
};

const unreadable: Readonly<Record<string, readonly [english: string, persian: string]>> = {
  empty: ['has no body', 'بدنه‌ای ندارد'],
  'not JSON': ['is not JSON', 'JSON نیست'],
  'not HTTP': ['is not HTTP', 'HTTP نیست'],
  'no object with content': ['is no object with "content"', 'شیئی دارای "content" نیست'],
};
const toolAnswer: DetailText = ({ reason, status, content_type: type, at }) => {
  if (reason === undefined) return null;
  const [what, whatFa] = unreadable[text(reason)] ?? [
    `cannot be read (${text(reason)})`,
    `قابل خواندن نیست (${text(reason)})`,
  ];
  const answer = [status, type].map(text).filter(Boolean).join(', ');
  const about = answer === '' ? '' : ` (${answer})`;
  const [place, placeFa] = text(at) === '' ? ['', ''] : [` at ${text(at)}`, ` در جایگاه ${text(at)}`];
  return [`The response of the plugin${about} ${what}${place}`, `پاسخ افزونه${about} ${whatFa}${placeFa}`];
};

const details: Readonly<Record<string, DetailText>> = {
  'request.invalid': countProblems,
  'catalogue.manifest_invalid': countProblems,
  'record.invalid': countProblems,
  'tool.arguments_invalid': countProblems,
  'installation.settings_invalid': countProblems,
  'request.too_large': ({ limit_bytes: limit }) =>
    limit === undefined
      ? null
      : [
          `The body may have at most ${text(limit)} bytes here: send less at once`,
          `بدنه در این نشانی حداکثر ${text(limit)} بایت است؛ کمتر بفرستید`,
        ],
  'idempotency.conflict': () => [
    'This Idempotency-Key came before with another method, address or body: use a new key for a new operation',
    'این Idempotency-Key قبلاً با متد، نشانی یا بدنهٔ دیگری آمده است؛ برای عملیات تازه کلید تازه بسازید',
  ],
  'events.cursor_expired': () => [
    'The events after this cursor are no longer kept (30 days): delete the cursor, ask again without after, skip ids that you have handled, and read GET /proposals and GET /sources for what you still take for pending',
    'رویدادهای بعد از این نشانگر دیگر نگه داشته نمی‌شوند (۳۰ روز): نشانگر را پاک کنید، بدون after بپرسید، از شناسه‌های انجام‌شده بگذرید و آنچه را هنوز منتظر می‌دانید با GET /proposals و GET /sources بسنجید',
  ],
  'events.cursor_invalid': () => [
    'after is no cursor of this installation (each has its own): send next_after of its last page unchanged, or leave after out',
    'مقدار after نشانگر این نصب نیست (هر نصب نشانگر خودش را دارد)؛ next_after صفحهٔ قبلِ همان را بدون تغییر بفرستید یا after را بردارید',
  ],
  'wallet.hold_expired': () => [
    'The hold ended more than 24 hours ago: place another one with another Idempotency-Key, and settle it',
    'بیش از ۲۴ ساعت از پایان مهلت این رزرو گذشته است؛ با Idempotency-Key دیگری دوباره رزرو و همان را تسویه کنید',
  ],
  'request.malformed': ({ reason }) =>
    reason ? [`The request cannot be read: ${text(reason)}`, `درخواست قابل خواندن نیست: ${text(reason)}`] : null,
  'request.method_not_allowed': ({ allowed }) =>
    allowed ? [`This address accepts ${text(allowed)}`, `متدهای مجاز این نشانی: ${text(allowed)}`] : null,
  // `declared` comes where the manifest itself is the list: proposals and sources; `proposable` for a type that no
  // scope can name.
  'auth.scope_missing': ({ scope, declared, proposable }) => {
    if (proposable !== undefined)
      return [
        `Proposals are for ${named(proposable)}: a record of your own is written with PUT /records/{type}/{external_id}`,
        `پیشنهاد فقط برای ${named(proposable)} است؛ رکورد خودتان را با PUT /records/{type}/{external_id} بنویسید`,
      ];
    const [has, hasFa] =
      declared === undefined
        ? ['', '']
        : [`; the manifest declares: ${named(declared) || 'none'}`, `؛ در مانیفست: ${named(declared) || 'هیچ'}`];
    return [`This requires the scope ${text(scope)}${has}`, `این کار به دسترسی ${text(scope)} نیاز دارد${hasFa}`];
  },
  'tool.not_found': ({ tool, tools }) =>
    tools === undefined
      ? null
      : [
          `There is no tool ${text(tool)}; there are: ${named(tools) || 'none'}`,
          `ابزار ${text(tool)} نیست؛ ابزارها: ${named(tools) || 'هیچ'}`,
        ],
  'proposal.external_id_exists': ({ proposal_id: id }) => [
    `${text(id)} has this external_id and another body, and is pending: withdraw it with POST /proposals/${text(id)}/withdraw, or use another external_id`,
    `پیشنهاد ${text(id)} با همین external_id و بدنهٔ دیگر در انتظار است؛ با POST /proposals/${text(id)}/withdraw آن را پس بگیرید یا external_id دیگری به‌کار ببرید`,
  ],
  'source.external_id_exists': () => [
    'Another content came with this external_id: use another external_id, as a source is never replaced',
    'محتوای دیگری با این external_id آمده است؛ external_id دیگری به‌کار ببرید، چون هیچ منبعی جایگزین نمی‌شود',
  ],
  'installation.scope_pending': ({ scope }) => [
    `The scope ${text(scope)} awaits the consent of an admin`,
    `دسترسی ${text(scope)} در انتظار تأیید مدیر است`,
  ],
  'auth.role_missing': ({ required }) =>
    required
      ? [
          `This requires one of these roles: ${text(required)}`,
          `این کار به یکی از این نقش‌ها نیاز دارد: ${persianRoles(required)}`,
        ]
      : null,
  'catalogue.transition_invalid': ({ from, to, allowed }) =>
    transitionDetail(text(from), text(to), Array.isArray(allowed) ? allowed.map(text) : []),
  'source.content_mismatch': ({ declared, detected }) => [
    `The content_type is ${text(declared)}, the bytes are ${text(detected)}`,
    `نوع اعلام‌شده ${text(declared)} است، ولی محتوا ${text(detected)} است`,
  ],
  'source.quota_exceeded': ({ limit, maximum }) =>
    limit === 'pending'
      ? [
          `At most ${text(maximum)} sources of an installation may wait for a review`,
          `حداکثر ${text(maximum)} منبع از هر نصب می‌تواند در انتظار بررسی باشد`,
        ]
      : [
          `The contents of the sources of an installation may have at most ${text(maximum)} bytes`,
          `محتوای منبع‌های هر نصب حداکثر ${text(maximum)} بایت است`,
        ],
  'quota.exceeded': quotaExceeded,
  'tool.answer_invalid': toolAnswer,
  'tool.failed': ({ status }) =>
    Number(status) >= 300 && Number(status) < 400
      ? [
          `The plugin answered ${text(status)}: redirects are not followed, so no function of it ran`,
          `افزونه با ${text(status)} پاسخ داد؛ تغییر مسیر دنبال نمی‌شود، پس هیچ تابعی اجرا نشده است`,
        ]
      : null,
  'record.type_not_found': ({ type, types }) => {
    if (types === undefined) return null;
    const known = named(types);
    return known === ''
      ? [
          `The manifest has no records: add the type ${text(type)} to records`,
          `مانیفست records ندارد؛ نوع ${text(type)} را به records اضافه کنید`,
        ]
      : [
          `The manifest has no record type ${text(type)}; it has: ${known}`,
          `مانیفست نوع رکورد ${text(type)} را ندارد؛ نوع‌های آن: ${known}`,
        ];
  },
  'route.not_found': ({ hint }) => routeHints[text(hint)] ?? null,
  'auth.token_invalid': credentialProblem,
  'auth.publisher_key_invalid': credentialProblem,
  'wallet.service_unknown': ({ service, similar, services }) => {
    if (services === undefined) return null;
    const [known, knownFa] = [named(services) || 'none', named(services) || 'هیچ'];
    return similar === null
      ? [`There is no service ${text(service)}; there are: ${known}`, `خدمت ${text(service)} نیست؛ خدمت‌ها: ${knownFa}`]
      : [
          `There is no service ${text(service)}; did you mean ${text(similar)}?`,
          `خدمت ${text(service)} نیست؛ شاید ${text(similar)}`,
        ];
  },
  'wallet.count_invalid': ({ min, max }) => [
    `A count is an integer from ${text(min)} to ${text(max)}`,
    `تعداد باید عدد صحیحی از ${text(min)} تا ${text(max)} باشد`,
  ],
  'wallet.amount_invalid': ({ max }) => {
    const [limit, limitFa] = max === undefined ? ['', ''] : [`, and at most ${text(max)}`, ` و حداکثر ${text(max)}`];
    return [
      `An amount of MU is a decimal string above 0 with at most 6 places, such as "12.5"${limit}`,
      `مقدار MU باید رشته‌ای اعشاری، بزرگ‌تر از ۰ و با حداکثر ۶ رقم اعشار باشد، مانند "12.5"${limitFa}`,
    ];
  },
  'wallet.insufficient_balance': ({ required, available }) => [
    `${text(required)} MU are required, ${text(available)} are available`,
    `${text(required)} MU لازم است؛ موجودی ${text(available)} MU است`,
  ],
  'usage.month_invalid': ({ hint }) => (hint ? [text(hint), text(hint)] : null),
};

/** Of every code that ends so. `weak`: If-Match has only weak tags. */
const REVISION_CONFLICT = '.revision_conflict';
const revisionConflict: DetailText = ({ revision, weak }) => {
  if (weak === true)
    return [
      'If-Match compares strongly (RFC 9110, 13.1.1), so a weak tag such as W/"4" never matches: send "4" without W/',
      'هدر If-Match مقایسهٔ قوی می‌کند (RFC 9110، بخش 13.1.1) و تگ ضعیفی مانند W/"4" هرگز برابر نیست؛ ‎"4"‎ را بدون W/ بفرستید',
    ];
  if (revision === null)
    return [
      'If-Match names a revision, but there is no such record: send it without If-Match to create it',
      'هدر If-Match ویرایشی را نام می‌برد، ولی چنین رکوردی نیست؛ برای ساختن آن، بدون If-Match بفرستید',
    ];
  if (typeof revision !== 'number') return null;
  return [
    `It has revision ${revision} now: read it again, and send what you change with If-Match: "${revision}"`,
    `اکنون ویرایش ${revision} را دارد؛ آن را دوباره بخوانید و تغییر را با If-Match: "${revision}" بفرستید`,
  ];
};

/** Returns one sentence that contains the parameters of this error, or null when the title is enough. */
export function detailOf(code: string, params: Params, language: Language): string | null {
  const detailText = code.endsWith(REVISION_CONFLICT) ? revisionConflict : details[code];
  const detail = detailText?.(params);
  return detail ? detail[language === 'fa' ? 1 : 0] : null;
}
