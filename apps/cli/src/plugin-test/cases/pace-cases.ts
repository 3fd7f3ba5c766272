/** When a plugin that polls sends its next request: not at once when nothing is new, nor before it may. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestCase } from '../case.js';
import { limitMs, main, seconds, shownRequests } from './poller.js';
import { failed } from './steps.js';
import { happens } from './waiting.js';

/** Long enough to tell a loop from a plugin that asks at intervals. */
const IDLE_MS = 2_000;
const MAX_IDLE_REQUESTS = 5;
/** Longer than the pause of a plugin that begins with a second and ignores the header. */
const RETRY_AFTER_SECONDS = 2;

export const paceCases: readonly TestCase[] = [
  {
    id: 'poll-pace',
    promise: 'poll',
    needs: ['poll'],
    texts: {
      did: {
        en: `looked at the requests for ${IDLE_MS / 1_000} seconds in which there was nothing new`,
        fa: `درخواست‌ها در ${IDLE_MS / 1_000} ثانیه‌ای که چیز تازه‌ای نبود بررسی شد`,
      },
      expected: { en: `at most ${MAX_IDLE_REQUESTS} requests`, fa: `حداکثر ${MAX_IDLE_REQUESTS} درخواست` },
      fix: {
        en: 'Ask with wait=25: the answer comes when there is something new. Without wait, pause between two requests.',
        fa: 'با wait=25 بپرسید تا پاسخ وقتی بیاید که چیز تازه‌ای هست؛ بدون wait، بین دو درخواست صبر کنید.',
      },
    },
    run: async (context) => {
      const { feed } = await main(context);
      const before = feed.requests.length;
      await pause(IDLE_MS);
      const got = `${feed.requests.length - before} requests`;
      return feed.requests.length - before > MAX_IDLE_REQUESTS ? failed(got) : { passed: true, got };
    },
  },
  {
    id: 'poll-busy',
    promise: 'poll',
    needs: ['poll'],
    texts: {
      did: {
        en: `answered 429 with Retry-After: ${RETRY_AFTER_SECONDS} to a request for events`,
        fa: `به یک درخواست رویدادها با 429 و Retry-After: ${RETRY_AFTER_SECONDS} پاسخ داد`,
      },
      expected: {
        en: `the next request, not before ${RETRY_AFTER_SECONDS} seconds have passed`,
        fa: `درخواست بعدی، نه زودتر از ${RETRY_AFTER_SECONDS} ثانیه`,
      },
      fix: {
        en: 'After 429 and 503 wait as many seconds as Retry-After says, then ask again with the same cursor.',
        fa: 'بعد از 429 و 503 به اندازهٔ ثانیه‌های Retry-After صبر کنید و دوباره با همان نشانگر بپرسید.',
      },
    },
    run: async (context) => {
      const { feed } = await main(context);
      // A request that waits is among them.
      const refused = (): number => feed.requests.filter(({ status }) => status === 429).length;
      feed.refuse(RETRY_AFTER_SECONDS);
      if (!(await happens(() => refused() > 0, limitMs(context))))
        return failed(`no request within ${seconds(limitMs(context))}`);
      const goesOn = (): boolean => feed.requests.at(-1)?.status !== 429;
      const isBack = await happens(goesOn, RETRY_AFTER_SECONDS * 1_000 + limitMs(context));
      if (refused() > 1) return failed(`${refused() - 1} requests before ${RETRY_AFTER_SECONDS} s had passed`);
      return isBack ? { passed: true, got: shownRequests(feed) } : failed('no further request');
    },
  },
];
