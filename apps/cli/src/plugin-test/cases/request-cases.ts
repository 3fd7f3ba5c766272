/** What the plugin asked of the API in the cases before: requests that were well formed, and holds that ended. */
import { setTimeout as pause } from 'node:timers/promises';
import { PLATFORM_RECORD_TYPES } from '@kushk/manifest';
import type { TestCase, Text, Verdict } from '../case.js';
import type { PluginEventBody } from '../test-installation.js';
import type { ReceivedCall, TestService } from '../test-service.js';
import { decisions } from './outcomes.js';
import { failed } from './steps.js';
import { happens } from './waiting.js';

/** What an instance refuses whatever its state. */
const MALFORMED = new RegExp(
  `^(${[
    '400 request.malformed',
    '400 idempotency.key_required',
    '400 idempotency.key_invalid',
    '404 record.type_not_found',
    '409 idempotency.conflict',
    '409 wallet.plan_missing',
    '422 request.invalid',
    '422 record.invalid',
    '422 wallet.service_unrated',
    '422 wallet.count_invalid',
    '403 auth.scope_missing',
  ].join('|')})`,
);
const SHOWN = 3;

type Deliver = (to: TestService['installed'][number], event: PluginEventBody) => unknown;

const withoutHold: Verdict = {
  passed: null,
  why: {
    en: 'the plugin placed no hold in the cases before, such as event-repeated or poll-repeated; --only leaves them out',
    fa: 'افزونه در موردهای پیشین، مثل event-repeated یا poll-repeated، چیزی رزرو نکرد؛ ‎--only آن‌ها را کنار می‌گذارد',
  },
};

const withoutList: Verdict = {
  passed: null,
  why: {
    en: 'the plugin read no list in the cases before',
    fa: 'افزونه در موردهای پیشین فهرستی نخواند',
  },
};

const listsCase: TestCase = {
  id: 'lists',
  promise: 'effect',
  needs: [],
  texts: {
    did: {
      en: 'answered each list of the API (records, proposals, sources, people, records of the platform without a query) with a first page without items and a next_cursor, in the cases before',
      fa: 'در موردهای پیشین، صفحهٔ اول هر فهرست API (رکوردها، پیشنهادها، ورودی‌ها، افراد، و رکوردهای سکو بدون عبارت جست‌وجو) خالی و با next_cursor برگردانده شد',
    },
    expected: { en: 'a request for the next page of each list', fa: 'درخواست صفحهٔ بعد از هر فهرست' },
    fix: {
      en: 'Ask again with cursor=<next_cursor> until next_cursor is null: a page may have fewer items than limit, or none. In the SDK: records(type).all(), allPages.',
      fa: 'با cursor=<next_cursor> دوباره بپرسید تا next_cursor برابر null شود: صفحه ممکن است کمتر از limit چیزی داشته باشد یا خالی باشد. در SDK: ‏records(type).all()‎ و allPages.',
    },
  },
  run: ({ service }) => {
    const read = [...service.lists];
    const unread = read.filter(([, isFollowed]) => !isFollowed).map(([path]) => `GET ${path}`);
    if (unread.length > 0) return Promise.resolve(failed(`no second page of ${unread.slice(0, SHOWN).join(', ')}`));
    const got = read.map(([path]) => `GET ${path}: both pages`).join(', ');
    return Promise.resolve(read.length === 0 ? withoutList : { passed: true, got });
  },
};

/** Undefined when the first refused request lacks no scope. */
function scopeFix(call: ReceivedCall | undefined): Text | undefined {
  const scope = /^403 auth\.scope_missing (\S+)/.exec(call?.answer ?? '')?.[1];
  if (scope === undefined) return undefined;
  const type = /^proposals\.(\w+)$/.exec(scope)?.[1];
  if (type === undefined || PLATFORM_RECORD_TYPES.some((one) => one === type))
    return {
      en: `Write the scope ${scope} below scopes of the manifest, with its reason.`,
      fa: `دسترسی ${scope} را با دلیلش زیر scopes مانیفست بنویسید.`,
    };
  return {
    en: `No plugin can propose a ${type}: proposals change records of the platform (${PLATFORM_RECORD_TYPES.join(', ')}). Write a record of your own with PUT /records/${type}/{external_id}.`,
    fa: `هیچ افزونه‌ای نمی‌تواند ${type} پیشنهاد بدهد: پیشنهاد، رکوردهای پلتفرم (${PLATFORM_RECORD_TYPES.join('، ')}) را تغییر می‌دهد. رکورد خودتان را با PUT /records/${type}/{external_id} بنویسید.`,
  };
}

/** `deliver` brings an event to the plugin. */
export const requestCases = (deliver: Deliver): readonly TestCase[] => [
  {
    id: 'requests',
    promise: 'effect',
    needs: [],
    texts: {
      did: {
        en: 'looked through the answers of the API to all requests of the plugin in the cases before',
        fa: 'پاسخ‌های API به همهٔ درخواست‌های افزونه در موردهای پیشین بررسی شد',
      },
      expected: {
        en: 'no request that an instance refuses whatever its state: no JSON, unknown or missing fields, wrong types, data that does not match its record type, no valid Idempotency-Key or one of another request, a charge without a plan or a rate, a scope that the manifest does not have',
        fa: 'هیچ درخواستی نباشد که سرویس در هر حالی رد می‌کند: JSON نادرست، فیلد ناشناس یا جاافتاده، نوع نادرست، داده‌ای ناسازگار با نوع رکوردش، Idempotency-Key نامعتبر یا مال درخواستی دیگر، برداشتی بدون طرح یا نرخ، یا دسترسی‌ای که مانیفست ندارد',
      },
      fix: {
        en: 'Send the fields of the OpenAPI document, in `changes` those of the record type, and data that matches its schema in the manifest; an example of each is in the reference. Whatever charges needs an Idempotency-Key of 1 to 128 characters of A-Z a-z 0-9 . _ : -. The body of a request is a JSON object: send {} when it has no fields. In PHP json_encode([]) writes []; write json_encode((object) []).',
        fa: 'فیلدهای سند OpenAPI را بفرستید، در changes فیلدهای همان نوع رکورد را، و داده‌ای که با اسکیمای مانیفست جور باشد؛ در مرجع از هر کدام نمونه‌ای هست. هر چه هزینه می‌گیرد Idempotency-Key می‌خواهد که ۱ تا ۱۲۸ نویسه از A-Z a-z 0-9 . _ : - باشد. بدنهٔ درخواست یک شیء JSON است: اگر فیلدی ندارد {} بفرستید. در PHP حاصل json_encode([]) برابر [] است؛ json_encode((object) []) بنویسید.',
      },
    },
    run: async ({ service, options }) => {
      await pause(options.settleMs);
      const rejected = service.calls.filter(({ answer }) => MALFORMED.test(answer));
      const shown = rejected.slice(0, SHOWN).map(({ method, path, answer }) => `${method} ${path}: ${answer}`);
      return rejected.length === 0
        ? { passed: true, got: `${service.calls.length} requests, none of them malformed` }
        : failed(`${rejected.length} malformed requests: ${shown.join(', ')}`, scopeFix(rejected[0]));
    },
  },
  listsCase,
  {
    id: 'holds',
    promise: 'effect',
    // A charge that is repeated with another key leaves the first hold open.
    needs: ['requests', 'poll-charge'],
    texts: {
      did: {
        en: 'sent an outcome for each proposal and source that had none, and looked for holds that the plugin placed in the cases before',
        fa: 'برای هر پیشنهاد و ورودی بی‌نتیجه نتیجه‌ای فرستاده شد و رزروهای افزونه در موردهای پیشین بررسی شد',
      },
      expected: { en: 'every hold settled or released', fa: 'همهٔ رزروها تسویه یا آزاد شده باشند' },
      fix: {
        en: 'After the service POST /wallet/holds/{id}/settle, after a failure or a rejection POST /wallet/holds/{id}/release. An open hold keeps the MU of the customer until it expires, and then nothing was paid. When the settlement is refused, correct the request: another charge beside it does not end the hold.',
        fa: 'بعد از خدمت POST /wallet/holds/{id}/settle و بعد از خطا یا رد پیشنهاد POST /wallet/holds/{id}/release بفرستید. رزرو باز، MU مشتری را تا پایان مهلتش نگه می‌دارد و بعد چیزی پرداخت نشده است. اگر تسویه رد شد همان درخواست را درست کنید: برداشتی دیگر در کنارش رزرو را تمام نمی‌کند.',
      },
    },
    run: async (context) => {
      const { service, options } = context;
      const installed = service.installed.filter(({ api }) => api.hasHolds);
      if (installed.length === 0) return withoutHold;
      for (const { installation, api } of installed)
        for await (const event of decisions(context, installation)) await deliver({ installation, api }, event);
      const openHolds = (): readonly string[] => installed.flatMap(({ api }) => api.openHolds());
      if (await happens(() => openHolds().length === 0, options.effectMs))
        return { passed: true, got: 'no hold is open' };
      const shown = openHolds().slice(0, SHOWN).join(', ');
      return failed(`${openHolds().length} holds stay open although nothing is left to do: ${shown}`);
    },
  },
];
