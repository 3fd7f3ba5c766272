/** A charge that is repeated after a lost answer has the same key: with another one the customer pays twice. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestCase, Text, Verdict } from '../case.js';
import { isAccepted } from '../plugin-call.js';
import type { TestContext } from '../test-context.js';
import type { TestInstallation } from '../test-installation.js';
import { isCharge, type ReceivedCall } from '../test-service.js';
import { decisions } from './outcomes.js';
import { acknowledges, limitMs, notAcknowledged, restarted, startPoller } from './poller.js';
import { accepted, failed, verdictOf } from './steps.js';
import { becomesQuiet } from './tool-runs.js';
import { happens } from './waiting.js';

const withoutCharge: Verdict = {
  passed: null,
  why: {
    en: 'the plugin charges nothing when a proposal is applied or a source is accepted',
    fa: 'افزونه با اعمال پیشنهاد یا پذیرش ورودی چیزی برنمی‌دارد',
  },
};
const withoutPageCharge: Verdict = {
  passed: null,
  why: {
    en: 'the requests of the page in --actions charge nothing',
    fa: 'درخواست‌های صفحه در ‎--actions چیزی برنمی‌دارند',
  },
};

const expectedKey: Text = {
  en: 'the charge again with the Idempotency-Key of the first attempt',
  fa: 'همان برداشت دوباره، با همان Idempotency-Key بار اول',
};
const keyOfEvent: Text = {
  en: 'Make the Idempotency-Key of each charge from the `id` of the event and what is paid, such as hold.evt_…: the same at each attempt, also after a start of the process. A random key, the time or a counter is another one at each attempt, and the customer pays twice.',
  fa: 'Idempotency-Key هر برداشت را از `id` رویداد و چیزی که پولش برداشته می‌شود بسازید، مثل ‎hold.evt_…: در هر تلاش همان، بعد از اجرای دوبارهٔ برنامه هم. کلید تصادفی، ساعت یا شمارنده در هر تلاش کلید دیگری است و مشتری دو بار می‌پردازد.',
};
const keyOfAction: Text = {
  en: 'Make the id of what is done once, when the form is shown, send it with each attempt, and make the Idempotency-Key from it (order.ID). A key that your server makes at random at each request lets a double click, or a retry after a lost answer, pay twice.',
  fa: 'شناسهٔ کار را یک بار، وقتی فرم نشان داده می‌شود، بسازید و با هر تلاش بفرستید و Idempotency-Key را از همان بسازید (order.ID). با کلیدی که سرور در هر درخواست تصادفی می‌سازد، دو بار کلیک یا تکرار بعد از پاسخ گم‌شده دو بار می‌پردازد.',
};

/** The charges of the installation from now on. */
function chargesSince({ service }: TestContext, { id }: TestInstallation): () => readonly ReceivedCall[] {
  const before = new Set(service.calls);
  return () => service.calls.filter((call) => !before.has(call) && call.installationId === id && isCharge(call));
}

/**
 * Fails when the plugin has repeated a charge with another key: a key from before is missing, and there is a new one. A
 * new key beside the old ones is another charge. Null when nothing is wrong.
 */
function keyVerdict(
  before: readonly ReceivedCall[],
  later: readonly ReceivedCall[],
  { when, fix }: { readonly when: string; readonly fix: Text },
): Verdict | null {
  const keysOf = (calls: readonly ReceivedCall[]): ReadonlySet<string | null> =>
    new Set(calls.map(({ idempotencyKey }) => idempotencyKey));
  const [first, second] = [keysOf(before), keysOf(later)];
  const [lost] = before.filter(({ idempotencyKey }) => !second.has(idempotencyKey));
  const [other] = later.filter(({ idempotencyKey }) => !first.has(idempotencyKey));
  if (lost === undefined || other === undefined) return null;
  const key = ({ idempotencyKey }: ReceivedCall): string => idempotencyKey ?? 'no key';
  return failed(`POST ${lost.path} with the key ${key(lost)}, and ${when} POST ${other.path} with ${key(other)}`, fix);
}

const eventAgain = { when: 'when the event came again', fix: keyOfEvent };

export const eventChargeCase: TestCase = {
  id: 'event-charge',
  promise: 'effect',
  needs: ['event', 'event-repeated', 'event-effect', 'restart'],
  texts: {
    did: {
      en: 'sent the outcome of a proposal, and of a source if the plugin brought one in, while the API charges but its answer to the charge is lost (503); then killed the plugin, started it and sent the event again',
      fa: 'نتیجهٔ یک پیشنهاد، و اگر افزونه ورودی‌ای فرستاده بود نتیجهٔ آن، در حالی فرستاده شد که API برداشت می‌کند ولی پاسخش گم می‌شود (503)؛ سپس افزونه ناگهان بسته و دوباره اجرا و رویداد دوباره فرستاده شد',
    },
    expected: expectedKey,
    fix: keyOfEvent,
  },
  run: async (context) => {
    const { service, options } = context;
    const installation = await context.install();
    let verdict: Verdict = withoutCharge;
    for await (const event of decisions(context, installation)) {
      const charges = chargesSince(context, installation);
      const first = await service.during(installation, 'losing', async () => {
        const answer = await installation.send(event);
        await pause(options.settleMs);
        return answer;
      });
      const before = charges();
      if (before.length === 0) continue;
      await options.restart?.({ isKilled: true });
      const again = isAccepted(first) ? first : await installation.send(event);
      // A plugin that has acknowledged goes on by itself.
      if (isAccepted(first)) await happens(() => charges().length > before.length, options.effectMs);
      await becomesQuiet(context, installation);
      const wrong = keyVerdict(before, charges().slice(before.length), eventAgain);
      if (wrong !== null) return wrong;
      verdict = verdictOf(accepted(event.type, again));
      if (verdict.passed !== true) return verdict;
    }
    return verdict;
  },
};

export const pollChargeCase: TestCase = {
  id: 'poll-charge',
  promise: 'poll',
  needs: ['poll', 'poll-repeated', 'poll-effect', 'poll-restart'],
  texts: {
    did: {
      en: 'had the outcome of a proposal, and of a source if the plugin brought one in, while the API charges but its answer to the charge is lost (503); then killed the plugin and started it, so that it polls the event again',
      fa: 'نتیجهٔ یک پیشنهاد، و اگر افزونه ورودی‌ای فرستاده بود نتیجهٔ آن، در حالی آماده بود که API برداشت می‌کند ولی پاسخش گم می‌شود (503)؛ سپس افزونه ناگهان بسته و دوباره اجرا شد تا رویداد را باز بخواند',
    },
    expected: expectedKey,
    fix: keyOfEvent,
  },
  run: async (context) => {
    const { service, options } = context;
    const installation = await startPoller(context, { isFresh: true });
    const { feed } = service.apiOf(installation);
    let verdict: Verdict = withoutCharge;
    for await (const event of decisions(context, installation)) {
      const charges = chargesSince(context, installation);
      let before: readonly ReceivedCall[] = [];
      await service.during(installation, 'losing', async () => {
        feed.add(event);
        const isPast = (): boolean => feed.requests.some(({ after }) => after === feed.head);
        await happens(() => charges().length > 0 || isPast(), limitMs(context));
        await pause(options.settleMs);
        // Those of the first process alone: a key of the second one is another one, also when it stays the same then.
        before = charges();
        if (before.length > 0) await restarted(context, { isKilled: true });
      });
      if (!(await acknowledges(context, feed))) return notAcknowledged(context, feed);
      await becomesQuiet(context, installation);
      const wrong = keyVerdict(before, charges().slice(before.length), eventAgain);
      if (wrong !== null) return wrong;
      if (before.length > 0) verdict = { passed: true, got: `${before.length} charges, each with the same key again` };
    }
    return verdict;
  },
};

export const pageChargeCase = (noActions: (context: TestContext) => Verdict | null): TestCase => ({
  id: 'page-charge',
  promise: 'page',
  needs: ['page-action'],
  texts: {
    did: {
      en: 'sent each given request of the page twice, as a double click or a retry after a lost answer does',
      fa: 'هر درخواست داده‌شدهٔ صفحه دو بار فرستاده شد، مثل دو بار کلیک یا تکرار بعد از پاسخ گم‌شده',
    },
    expected: {
      en: 'every charge of the second request with the Idempotency-Key of the first',
      fa: 'برداشت‌های درخواست دوم با همان Idempotency-Key درخواست اول',
    },
    fix: keyOfAction,
  },
  run: async (context) => {
    const missing = noActions(context);
    if (missing !== null) return missing;
    let verdict: Verdict = withoutPageCharge;
    for (const [path, body] of Object.entries(context.options.pageActions)) {
      const installation = await context.install();
      await becomesQuiet(context, installation);
      const charges = chargesSince(context, installation);
      const click = async (): Promise<void> => {
        const handle = context.newHandle(installation);
        await installation.pageAction(path, { ...body, installation_id: installation.id, handle });
        await becomesQuiet(context, installation);
      };
      await click();
      const before = charges();
      await click();
      const when = `for the same request of ${path} again`;
      const wrong = keyVerdict(before, charges().slice(before.length), { when, fix: keyOfAction });
      if (wrong !== null) return wrong;
      if (before.length > 0) verdict = { passed: true, got: `${path}: the same key both times` };
    }
    return verdict;
  },
});
