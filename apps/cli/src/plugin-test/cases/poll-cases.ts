/** A plugin that polls: it gets its credentials from the environment, and needs no port. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestCase, Verdict } from '../case.js';
import { isWrite, shownCalls } from '../test-service.js';
import { forEachDecision, invisible } from './effect-cases.js';
import { pollChargeCase } from './charge-cases.js';
import { pollTypesCase } from './event-type-cases.js';
import { pollRestartCase } from './poll-restart-case.js';
import { decisions, outcomeData } from './outcomes.js';
import { paceCases } from './pace-cases.js';
import { acknowledges, limitMs, main, notAcknowledged, seconds, shownRequests, startPoller } from './poller.js';
import { stateTexts } from './state-cases.js';
import { failed } from './steps.js';
import { becomesQuiet } from './tool-runs.js';
import { happens } from './waiting.js';

/** A plugin may ask once more to be sure that it was removed. */
const MAX_REQUESTS_AFTER_REMOVAL = 3;

const withoutReasons: Verdict = {
  passed: null,
  why: {
    en: 'the plugin writes the reason of an outcome nowhere in the API, so the order of its work is not visible here',
    fa: 'افزونه دلیل نتیجه را در API نمی‌نویسد، پس ترتیب کارش از این‌جا دیده نمی‌شود',
  },
};

export const pollCases: readonly TestCase[] = [
  {
    id: 'poll',
    promise: 'poll',
    needs: [],
    texts: {
      did: {
        en: 'started the plugin with the credentials of a new installation in its environment (KUSHK_INSTALLATION_ID, KUSHK_API_BASE, KUSHK_INSTALLATION_TOKEN, KUSHK_SIGNING_SECRET), and had one event for it',
        fa: 'افزونه با اطلاعات دسترسی نصبی تازه در متغیرهای محیط (KUSHK_INSTALLATION_ID، KUSHK_API_BASE، KUSHK_INSTALLATION_TOKEN، KUSHK_SIGNING_SECRET) اجرا شد و یک رویداد برایش آماده بود',
      },
      expected: {
        en: 'GET {api_base}/events without a cursor, then with next_after of the page',
        fa: 'GET {api_base}/events بدون نشانگر، سپس با next_after صفحه',
      },
      fix: {
        en: 'Ask GET {KUSHK_API_BASE}/events?wait=25 with the token as bearer, handle the events of the page, store next_after, and ask again with after=.',
        fa: 'GET {KUSHK_API_BASE}/events?wait=25 را با توکن بفرستید، رویدادهای صفحه را انجام دهید، next_after را ذخیره کنید و دوباره با after=‎ بپرسید.',
      },
    },
    run: async (context) => {
      const installation = await startPoller(context, { isFresh: true });
      const { feed } = context.service.apiOf(installation);
      const first = feed.requests[0]?.after;
      if (first === undefined) return notAcknowledged(context, feed);
      if (first !== '') return failed(`the first request has after=${first}`);
      feed.add(installation.event());
      if (!(await acknowledges(context, feed))) return notAcknowledged(context, feed);
      return { passed: true, got: shownRequests(feed) };
    },
  },
  {
    id: 'state',
    promise: 'state',
    needs: ['poll'],
    texts: {
      did: {
        en: 'started the plugin again with another KUSHK_STATE_DIR, an empty folder, and the credentials of another installation',
        fa: 'افزونه با KUSHK_STATE_DIR دیگری که پوشه‌ای خالی است و با اطلاعات دسترسی نصبی دیگر دوباره اجرا شد',
      },
      ...stateTexts,
    },
    run: async (context) => {
      const { feed: before } = await main(context);
      let count = 0;
      const whileStopped = (): void => void (count = before.requests.length);
      const installation = await startPoller(context, { isFresh: true, whileStopped });
      const { feed } = context.service.apiOf(installation);
      if (feed.requests.length === 0) return notAcknowledged(context, feed);
      await pause(context.options.settleMs);
      const more = before.requests.length - count;
      if (more > 0) return failed(`${more} requests with the token of the installation from before`);
      const first = feed.requests[0]?.after ?? '';
      return first === '' ? { passed: true, got: shownRequests(feed) } : failed(`the first request has after=${first}`);
    },
  },
  ...paceCases,
  {
    id: 'poll-repeated',
    promise: 'poll',
    needs: ['poll'],
    texts: {
      did: {
        en: 'had the outcome of a proposal, and of a source if the plugin brought one in, and a later page with the same event (the same id) again',
        fa: 'نتیجهٔ یک پیشنهاد، و اگر افزونه ورودی‌ای فرستاده بود نتیجهٔ آن، و صفحه‌ای بعدی با همان رویداد (همان id) آماده بود',
      },
      expected: {
        en: 'neither a write nor a charge for the repeated event',
        fa: 'برای رویداد تکراری نه نوشتنی در API و نه برداشتی',
      },
      fix: {
        en: 'Store the `id` of each handled event, together with its effect, and skip a known `id`: a page can come again, and an event can be pushed and polled.',
        fa: '`id` هر رویداد انجام‌شده را همراه اثرش ذخیره کنید و از `id` آشنا بگذرید: صفحه ممکن است دوباره بیاید و رویداد ممکن است هم فرستاده و هم خوانده شود.',
      },
    },
    run: async (context) => {
      const { installation, feed } = await main(context);
      let isVisible = false;
      for await (const event of decisions(context, installation)) {
        let isAcknowledged = true;
        const page = async (): Promise<void> => {
          feed.add(event);
          isAcknowledged = await acknowledges(context, feed);
        };
        const effects = await context.effectsOf(event, page);
        isVisible ||= effects.length > 0;
        await becomesQuiet(context, installation);
        const repeated = isAcknowledged ? await context.effectsOf(event, page) : [];
        if (!isAcknowledged) return notAcknowledged(context, feed);
        if (repeated.length > 0) return failed(`the repeated ${event.type} had an effect: ${shownCalls(repeated)}`);
      }
      return isVisible ? { passed: true, got: '0 writes' } : invisible;
    },
  },
  {
    id: 'poll-effect',
    promise: 'poll',
    needs: ['poll', 'poll-repeated'],
    texts: {
      did: {
        en: 'had the outcome of a proposal, and of a source if the plugin brought one in, while everything but GET /events answers 503, then let the API work again',
        fa: 'نتیجهٔ یک پیشنهاد، و اگر افزونه ورودی‌ای فرستاده بود نتیجهٔ آن، آماده بود در حالی که همه چیز جز GET /events پاسخ 503 می‌دهد، و سپس API دوباره کار کرد',
      },
      expected: {
        en: 'the effect of the event, whether the cursor moved before or after it',
        fa: 'اثر رویداد، چه نشانگر پیش از آن جلو رفته باشد چه بعد از آن',
      },
      fix: {
        en: 'Store next_after only when every event of the page has had its effect. After a failure ask for the same page again.',
        fa: 'next_after را فقط وقتی ذخیره کنید که همهٔ رویدادهای صفحه اثر کرده باشند. بعد از خطا همان صفحه را دوباره بخواهید.',
      },
    },
    run: async (context) => {
      const { service, options } = context;
      // Its proposal has no outcome yet: what a plugin does at the first one, such as a charge, is the effect.
      const installation = await startPoller(context, { isFresh: true });
      const { feed } = service.apiOf(installation);
      return forEachDecision(context, installation, async (watched) => {
        const isPast = (): boolean => feed.requests.some(({ after }) => after === feed.head);
        await service.during(installation, 'busy', async () => {
          feed.add(watched.event);
          await happens(() => watched.calls().length > 0 || isPast(), options.effectMs);
          await pause(options.settleMs);
        });
        if (watched.calls().length === 0) return invisible;
        if (await happens(() => watched.isDone() && isPast(), limitMs(context)))
          return watched.otherKey() ?? { passed: true, got: shownRequests(feed) };
        const refused = shownCalls(watched.calls().slice(0, 1));
        return failed(
          `the API answered 503 to ${refused}, and ${watched.event.type} had no effect within ${seconds(limitMs(context))}; ${shownRequests(feed)}`,
        );
      });
    },
  },
  {
    id: 'poll-order',
    promise: 'poll',
    needs: ['poll'],
    texts: {
      did: {
        en: 'had three outcomes of the same external_id in one page',
        fa: 'سه نتیجه برای یک external_id در یک صفحه آماده بود',
      },
      expected: { en: 'the effect of the newest one last', fa: 'اثر تازه‌ترین آن‌ها آخر از همه' },
      fix: {
        en: 'Handle the events of one external_id one after the other, in the order of the page.',
        fa: 'رویدادهای یک external_id را یکی‌یکی و به ترتیب صفحه انجام دهید.',
      },
    },
    run: async (context) => {
      const { installation, feed } = await main(context);
      const data = await outcomeData(context, installation);
      const before = new Set(context.service.calls);
      const reasons = ['the first reason', 'the second reason', 'the third reason'];
      const outcomes = reasons.map((reason, index) => ({
        ...data,
        outcome: 'rejected',
        reason,
        revision: data.revision + index,
      }));
      feed.add(...outcomes.map((outcome) => installation.event({ data: outcome })));
      if (!(await acknowledges(context, feed))) return notAcknowledged(context, feed);
      const writes = context.callsNaming(reasons).filter((call) => !before.has(call) && isWrite(call));
      const last = writes.at(-1);
      if (last === undefined) return withoutReasons;
      const order = `the last write has ${reasons.find((reason) => last.body.includes(reason)) ?? ''}`;
      return last.body.includes('the third reason') ? { passed: true, got: order } : failed(order);
    },
  },
  pollRestartCase,
  pollTypesCase,
  pollChargeCase,
  {
    id: 'poll-expired',
    promise: 'poll',
    needs: ['poll'],
    texts: {
      did: {
        en: 'answered 410 events.cursor_expired to the cursor of the plugin, as after 30 days without a request',
        fa: 'به نشانگر افزونه 410 events.cursor_expired داده شد، مثل وقتی ۳۰ روز درخواستی نیامده باشد',
      },
      expected: {
        en: 'a request without a cursor, and the events that are kept are handled',
        fa: 'درخواستی بدون نشانگر، و انجام رویدادهایی که نگه داشته شده‌اند',
      },
      fix: {
        en: 'At 410 delete the stored cursor and begin with the oldest event that is kept. Ids that you have handled come again; skip them.',
        fa: 'با 410 نشانگر ذخیره‌شده را پاک کنید و از قدیمی‌ترین رویداد موجود شروع کنید. شناسه‌های انجام‌شده دوباره می‌آیند؛ از آن‌ها بگذرید.',
      },
    },
    run: async (context) => {
      const { installation, feed } = await main(context);
      feed.add(installation.event());
      if (!(await acknowledges(context, feed))) return notAcknowledged(context, feed);
      feed.expire(installation.event());
      return (await acknowledges(context, feed))
        ? { passed: true, got: shownRequests(feed) }
        : notAcknowledged(context, feed);
    },
  },
  {
    id: 'poll-removed',
    promise: 'poll',
    needs: ['poll'],
    texts: {
      did: {
        en: 'removed the installation: its token gets 401 from now on',
        fa: 'نصب حذف شد: توکنش از این پس 401 می‌گیرد',
      },
      expected: {
        en: `at most ${MAX_REQUESTS_AFTER_REMOVAL} further requests`,
        fa: `حداکثر ${MAX_REQUESTS_AFTER_REMOVAL} درخواست دیگر`,
      },
      fix: {
        en: 'At 401 for the newest token, stop asking. Keep what you store: an admin may only have renewed the credentials. Delete it when an admin confirms the removal.',
        fa: 'با 401 برای تازه‌ترین توکن دیگر نپرسید. داده‌ها را نگه دارید: شاید مدیر فقط اطلاعات دسترسی را نو کرده باشد. وقتی مدیر حذف را تأیید کرد پاک کنید.',
      },
    },
    run: async (context) => {
      const { installation, feed } = await main(context);
      const refused = (): number => feed.requests.filter(({ status }) => status === 401).length;
      installation.isRemoved = true;
      feed.end();
      await happens(() => refused() > 0, limitMs(context));
      await pause(context.options.effectMs);
      const got = `${refused()} requests with the token of the removed installation`;
      return refused() > MAX_REQUESTS_AFTER_REMOVAL ? failed(got) : { passed: true, got };
    },
  },
];
