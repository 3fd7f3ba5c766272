/** A plugin that polls goes on where it was, and does nothing again that has an outcome. */
import type { TestCase, Text } from '../case.js';
import type { TestContext } from '../test-context.js';
import type { TestInstallation } from '../test-installation.js';
import { isSuccess, type ReceivedCall } from '../test-service.js';
import { acknowledges, limitMs, main, notAcknowledged, restarted, shownRequests } from './poller.js';
import { failed } from './steps.js';
import { becomesQuiet } from './tool-runs.js';
import { happens } from './waiting.js';

const keepOutcomes: Text = {
  en: 'Store the outcome of each proposal with its external_id, read the events that wait before you propose at a start, and propose nothing that has an outcome: the platform takes the same external_id for a new proposal then, and the customer sees it twice.',
  fa: 'نتیجهٔ هر پیشنهاد را با external_id آن نگه دارید، در شروع اول رویدادهای منتظر را بخوانید و چیزی را که نتیجه گرفته دوباره پیشنهاد نکنید: پلتفرم همان external_id را آن‌وقت پیشنهادی تازه می‌داند و مشتری دو بار می‌بیندش.',
};

/** Names a proposal that came after the earlier calls although it has an outcome; undefined when there is none. */
function proposedAgain(
  { service }: TestContext,
  installation: TestInstallation,
  earlier: ReadonlySet<ReceivedCall>,
): string | undefined {
  const { decidedProposals } = service.apiOf(installation);
  const isAgain = (call: ReceivedCall): boolean =>
    call.method === 'POST' &&
    call.path === '/proposals' &&
    call.installationId === installation.id &&
    isSuccess(call) &&
    decidedProposals.has(String((JSON.parse(call.body) as { readonly external_id?: unknown }).external_id));
  const again = service.calls.find((call) => !earlier.has(call) && isAgain(call));
  return (
    again && `after the start POST /proposals again for an outcome that it has handled: ${again.body.slice(0, 200)}`
  );
}

export const pollRestartCase: TestCase = {
  id: 'poll-restart',
  promise: 'poll',
  needs: ['poll', 'poll-repeated'],
  texts: {
    did: {
      en: 'killed the plugin after it had handled an event, and started it again',
      fa: 'افزونه پس از انجام یک رویداد ناگهان بسته و دوباره اجرا شد',
    },
    expected: {
      en: 'the first request has the cursor of before, a new event is handled, and nothing is proposed again that has an outcome',
      fa: 'اولین درخواست نشانگر قبلی را داشته باشد، رویداد تازه انجام شود و چیزی که نتیجه گرفته دوباره پیشنهاد نشود',
    },
    fix: {
      en: 'Write next_after to a file or a database before you ask for the next page, and begin with it after a start.',
      fa: 'next_after را پیش از درخواست صفحهٔ بعد در فایل یا پایگاه داده بنویسید و بعد از هر اجرا از همان شروع کنید.',
    },
  },
  run: async (context) => {
    const { installation, feed } = await main(context);
    feed.add(installation.event());
    if (!(await acknowledges(context, feed))) return notAcknowledged(context, feed);
    const [count, cursor] = [feed.requests.length, feed.head];
    const earlier = new Set(context.service.calls);
    await restarted(context, { isKilled: true });
    if (!(await happens(() => feed.requests.length > count, limitMs(context)))) return notAcknowledged(context, feed);
    const first = feed.requests[count]?.after;
    if (first !== cursor) return failed(`the first request has after=${first ?? ''} instead of ${cursor}`);
    feed.add(installation.event());
    if (!(await acknowledges(context, feed))) return notAcknowledged(context, feed);
    await becomesQuiet(context, installation);
    const again = proposedAgain(context, installation, earlier);
    return again === undefined ? { passed: true, got: shownRequests(feed) } : failed(again, keepOutcomes);
  },
};
