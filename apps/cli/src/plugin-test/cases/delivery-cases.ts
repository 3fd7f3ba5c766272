/** Delivery at least once: repeated and reordered events, and a plugin that restarts. */
import type { TestCase, Verdict } from '../case.js';
import type { TestContext } from '../test-context.js';
import type { PluginEventBody, TestInstallation } from '../test-installation.js';
import { shownCalls, type ReceivedCall } from '../test-service.js';
import { decisions, outcomeEvent } from './outcomes.js';
import { accepted, failed, rejected, verdictOf } from './steps.js';
import { becomesQuiet } from './tool-runs.js';

/** Fails when the plugin wrote although the event was handled before. */
function withoutWrites(verdict: Verdict, writes: readonly ReceivedCall[]): Verdict {
  if (verdict.passed !== true || writes.length === 0) return verdict;
  return failed(`the repetition had an effect: ${shownCalls(writes)}`);
}

/** Sends an event, and then does what repeats it: that must have no effect. */
async function withoutSecondEffect(
  context: TestContext,
  { installation, event }: { readonly installation: TestInstallation; readonly event: PluginEventBody },
  repeat: () => Promise<Verdict>,
): Promise<Verdict> {
  await installation.send(event);
  await becomesQuiet(context, installation);
  let verdict: Verdict = { passed: true, got: '' };
  const writes = await context.effectsOf(event, async () => void (verdict = await repeat()));
  return withoutWrites(verdict, writes);
}

export const withoutRestart: Verdict = {
  passed: null,
  why: {
    en: 'this command can restart only a plugin that it starts itself: --run "npm run dev"',
    fa: 'این فرمان فقط افزونه‌ای را دوباره اجرا می‌کند که خودش اجرا کرده باشد: ‎--run "npm run dev"',
  },
};

const handledOnce = {
  en: 'An event comes again after a lost answer. Store the `id` of each handled event in the transaction of its effect, or right after the effect; answer 2xx to a known `id` without doing anything. Lock the `id` meanwhile, so that two copies at once do not both find it unknown.',
  fa: 'رویداد بعد از پاسخ گم‌شده دوباره می‌آید. `id` هر رویداد انجام‌شده را در همان تراکنش اثرش یا درست بعد از آن ذخیره کنید و به `id` آشنا بدون هیچ کاری 2xx بدهید. در این میان `id` را قفل کنید تا دو نسخهٔ هم‌زمان هر دو آن را ناآشنا نبینند.',
};

export const deliveryCases: readonly TestCase[] = [
  {
    id: 'event-repeated',
    promise: 'effect',
    needs: ['event'],
    texts: {
      did: {
        en: 'sent the outcome of a proposal, and of a source if the plugin brought one in, twice each with the same id, one after the other',
        fa: 'نتیجهٔ یک پیشنهاد، و اگر افزونه ورودی‌ای فرستاده بود نتیجهٔ آن هم، هر کدام با همان id دو بار پشت سر هم فرستاده شد',
      },
      expected: {
        en: '2xx both times, and neither a write nor a charge for the second',
        fa: 'هر دو بار 2xx، و برای بار دوم نه نوشتنی در API و نه برداشتی',
      },
      fix: handledOnce,
    },
    run: async (context) => {
      const installation = await context.main();
      let verdict: Verdict = { passed: true, got: '' };
      for await (const event of decisions(context, installation)) {
        verdict = await withoutSecondEffect(context, { installation, event }, async () =>
          verdictOf(accepted(`the repeated ${event.type}`, await installation.send(event))),
        );
        if (verdict.passed !== true) break;
      }
      return verdict;
    },
  },
  {
    id: 'event-concurrent',
    promise: 'effect',
    needs: ['event', 'event-repeated'],
    texts: {
      did: { en: 'sent the same event three times at once', fa: 'یک رویداد سه بار هم‌زمان فرستاده شد' },
      expected: {
        en: '2xx each time (409 or 5xx is repeated later), and the effect of one event',
        fa: 'هر بار 2xx، و اثر فقط یک رویداد',
      },
      fix: handledOnce,
    },
    run: async (context) => {
      const installation = await context.main();
      const single = await outcomeEvent(context, installation);
      const once = await context.effectsOf(single, () => installation.send(single));
      const event = await outcomeEvent(context, installation);
      let verdict: Verdict = { passed: true, got: '' };
      const writes = await context.effectsOf(event, async () => {
        const answers = await Promise.all([1, 2, 3].map(() => installation.send(event)));
        verdict = verdictOf(...answers.map((answer, index) => accepted(`copy ${index + 1}`, answer)));
      });
      if (verdict.passed && writes.length > once.length)
        return failed(`one event causes ${once.length} writes, three copies of one ${writes.length}`);
      return verdict;
    },
  },
  {
    id: 'event-reordered',
    promise: 'effect',
    needs: ['event'],
    texts: {
      did: {
        en: 'sent a newer event before an older one, as when a dead letter is delivered again',
        fa: 'رویداد تازه‌تر پیش از رویداد قدیمی‌تر فرستاده شد، مثل وقتی رویداد نرسیده دوباره ارسال شود',
      },
      expected: { en: '2xx both times', fa: 'هر دو بار 2xx' },
      fix: {
        en: 'Do not reject an event because its `sequence` is lower than the last one. Events with different external_id have no order; for the same external_id compare `sequence` and ignore what is older.',
        fa: 'رویداد را به‌خاطر کوچک‌تر بودن sequence رد نکنید. رویدادهای external_id‌های متفاوت ترتیبی ندارند؛ برای یک external_id مقدار sequence را مقایسه کنید و قدیمی‌تر را نادیده بگیرید.',
      },
    },
    run: async (context) => {
      const installation = await context.main();
      const [older, newer] = [installation.event(), installation.event()];
      const first = await installation.send(newer);
      return verdictOf(accepted('the newer event', first), accepted('the older event', await installation.send(older)));
    },
  },
  {
    id: 'event-id-changed',
    promise: 'effect',
    needs: ['event', 'event-repeated'],
    texts: {
      did: {
        en: 'sent a handled event again with another Service-Event-Id, which the signature does not cover',
        fa: 'رویداد انجام‌شده دوباره با Service-Event-Id دیگری فرستاده شد که امضا آن را در بر نمی‌گیرد',
      },
      expected: {
        en: '4xx, or 2xx without any effect',
        fa: '4xx، یا 2xx بدون هیچ اثری',
      },
      fix: {
        en: 'Recognise repetitions by `id` in the signed body, and reject a Service-Event-Id that differs from it.',
        fa: 'تکرار را از id داخل بدنهٔ امضاشده بشناسید و Service-Event-Id متفاوت با آن را نپذیرید.',
      },
    },
    run: async (context) => {
      const installation = await context.main();
      const event = await outcomeEvent(context, installation);
      return withoutSecondEffect(context, { installation, event }, async () => {
        const headers = { 'service-event-id': `${event.id}x` };
        const answer = await installation.send(event, { headers });
        const isTolerated = answer.status !== null && answer.status < 300;
        return verdictOf((isTolerated ? accepted : rejected)('the event', answer));
      });
    },
  },
  {
    id: 'restart',
    promise: 'effect',
    needs: ['installed', 'installed-repeated', 'event', 'event-repeated', 'event-reordered'],
    texts: {
      did: {
        en: 'restarted the plugin, then sent a new event, an event from before the restart, and `installed` again',
        fa: 'افزونه دوباره اجرا شد و سپس رویدادی تازه، رویدادی از پیش از اجرای دوباره، و «installed» دوباره فرستاده شد',
      },
      expected: {
        en: '2xx each time, and no effect of the repeated event',
        fa: 'هر بار 2xx، و رویداد تکراری اثری نداشته باشد',
      },
      fix: {
        en: 'Keep credentials and the ids of handled events in a file or a database, not in memory.',
        fa: 'اطلاعات دسترسی و شناسهٔ رویدادهای انجام‌شده را در فایل یا پایگاه داده نگه دارید، نه در حافظه.',
      },
    },
    run: async (context) => {
      const { restart } = context.options;
      if (restart === null) return withoutRestart;
      const installation = await context.install();
      const event = await outcomeEvent(context, installation);
      await installation.send(event);
      await becomesQuiet(context, installation);
      await restart();
      const fresh = await installation.send(installation.event());
      let verdict = verdictOf(accepted('a new event', fresh));
      if (!verdict.passed) return verdict;
      await becomesQuiet(context, installation);
      const writes = await context.effectsOf(event, async () => {
        const repeated = await installation.send(event);
        verdict = verdictOf(
          accepted('the event from before', repeated),
          accepted('installed', await installation.installed()),
        );
      });
      return withoutWrites(verdict, writes);
    },
  },
];
