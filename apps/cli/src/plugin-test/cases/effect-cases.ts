/** An acknowledged event has had its effect: the API is down or slow meanwhile, or the process is killed. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestCase, Verdict } from '../case.js';
import { isAccepted } from '../plugin-call.js';
import type { TestContext, TestOptions } from '../test-context.js';
import type { PluginEventBody, TestInstallation } from '../test-installation.js';
import { isCharge, isDone, shownCalls, type ReceivedCall } from '../test-service.js';
import { withoutRestart } from './delivery-cases.js';
import { accepted, failed, verdictOf } from './steps.js';
import { decisions, outcomeData } from './outcomes.js';
import { happens } from './waiting.js';

/** How long the API is slow at least. A plugin that answers meanwhile has acknowledged before the effect. */
const SLOW_MS = 1_000;

/** Nothing that the plugin asks the API names the event, so nothing shows its effect. */
export const invisible: Verdict = {
  passed: null,
  why: {
    en: 'the plugin calls nothing on the API that names the external_id of an outcome, so its effect is not visible here',
    fa: 'افزونه در API چیزی را که external_id نتیجه را نام ببرد فراخوانی نمی‌کند، پس اثرش از این‌جا دیده نمی‌شود',
  },
};

const withoutState: Verdict = {
  passed: null,
  why: {
    en: 'the outcome of a proposal changes nothing on the API: no record (scope records.own), proposal, source or charge. If you keep outcomes elsewhere, test there that an older revision does not replace a newer one',
    fa: 'نتیجهٔ پیشنهاد چیزی را در API تغییر نمی‌دهد: نه رکوردی (دسترسی records.own)، نه پیشنهاد، ورودی یا برداشتی. اگر نتیجه‌ها را جای دیگری نگه می‌دارید، همان‌جا آزمایش کنید که revision قدیمی جای تازه‌تر را نگیرد',
  },
};

/** A request that the plugin has repeated with another key: the platform would take it for a second one. */
function otherKey(calls: readonly ReceivedCall[]): Verdict | null {
  const keys = new Map<string, string>();
  for (const call of calls.filter((one) => one.method === 'POST' && one.idempotencyKey !== null)) {
    const name = `${call.path} ${call.body}`;
    const first = keys.get(name) ?? call.idempotencyKey!;
    if (first !== call.idempotencyKey)
      return failed(
        `POST ${call.path} came twice with the same body, with the Idempotency-Keys ${first} and ${call.idempotencyKey}`,
        {
          en: 'Make the Idempotency-Key from the id of the event and what is done, so that a repeated request has the same one: with another key it takes effect twice.',
          fa: 'Idempotency-Key را از شناسهٔ رویداد و کاری که انجام می‌شود بسازید تا تکرار همان کلید را داشته باشد؛ با کلید دیگر، درخواست دو بار اثر می‌کند.',
        },
      );
    keys.set(name, first);
  }
  return null;
}

/** An event, and the calls of the plugin about it from now on: those that name it, and charges, which need not. */
function watched(context: TestContext, installation: TestInstallation, event: PluginEventBody) {
  const before = new Set(context.service.calls);
  const names = [event.id, String(event.data['external_id'])];
  const isSince = (call: ReceivedCall): boolean => !before.has(call) && call.installationId === installation.id;
  const calls = (): readonly ReceivedCall[] => {
    const named = new Set(context.callsNaming(names));
    return context.service.calls.filter((call) => isSince(call) && (named.has(call) || isCharge(call)));
  };
  return {
    event,
    calls,
    isDone: () => calls().some(isDone),
    otherKey: () => otherKey(context.service.calls.filter(isSince)),
  };
}

/** Checks the effect of each decision; `invisible` when none has one. */
export async function forEachDecision(
  context: TestContext,
  installation: TestInstallation,
  check: (one: ReturnType<typeof watched>) => Promise<Verdict>,
): Promise<Verdict> {
  let result = invisible;
  for await (const event of decisions(context, installation)) {
    const verdict = await check(watched(context, installation, event));
    if (verdict.passed === false) return verdict;
    if (verdict.passed === true) result = verdict;
  }
  return result;
}

const withinSeconds = (ms: number): string => `within ${ms / 1_000} s`;

export const effectCases: readonly TestCase[] = [
  {
    id: 'event-revision',
    promise: 'effect',
    needs: ['event', 'event-reordered'],
    texts: {
      did: {
        en: 'sent the outcome of a proposal with revision 2, which has a reason, and then the older one with revision 1, as when a dead letter is delivered again',
        fa: 'نتیجهٔ یک پیشنهاد با revision 2 که دلیل دارد و سپس نتیجهٔ قدیمی‌تر با revision 1 فرستاده شد، مثل وقتی رویداد نرسیده دوباره ارسال شود',
      },
      expected: {
        en: '2xx both times, and the records, proposals, sources and charges of the plugin stay as the newer revision left them',
        fa: 'هر دو بار 2xx، و رکوردها، پیشنهادها، ورودی‌ها و برداشت‌های افزونه همان بمانند که نسخهٔ تازه‌تر ساخته است',
      },
      fix: {
        en: 'Store `revision` with the outcome, and ignore an event of the same proposal whose revision is not higher.',
        fa: 'revision را همراه نتیجه نگه دارید و رویدادی از همان پیشنهاد را که revision بزرگ‌تری ندارد نادیده بگیرید.',
      },
    },
    run: async (context) => {
      const installation = await context.install();
      const api = context.service.apiOf(installation);
      const data = { ...(await outcomeData(context, installation)), outcome: 'rejected' };
      const older = installation.event({ data });
      const newer = installation.event({ data: { ...data, revision: data.revision + 1, reason: 'Not this month' } });
      const untouched = api.storedState();
      const first = await installation.send(newer);
      await pause(context.options.settleMs);
      const wanted = api.storedState();
      const verdict = verdictOf(
        accepted('the newer revision', first),
        accepted('the older revision', await installation.send(older)),
      );
      if (verdict.passed !== true) return verdict;
      await pause(context.options.settleMs);
      if (api.storedState() !== wanted) return failed('the older revision changed what the newer one had left');
      return wanted === untouched ? withoutState : verdict;
    },
  },
  {
    id: 'event-effect',
    promise: 'effect',
    needs: ['event', 'event-repeated'],
    texts: {
      did: {
        en: 'sent an outcome while the API answers 503, and after a refusal the same event again while it works',
        fa: 'نتیجه‌ای در حالی فرستاده شد که API پاسخ 503 می‌دهد، و اگر پذیرفته نشد همان رویداد دوباره وقتی API کار می‌کند',
      },
      expected: {
        en: 'either 5xx, and the effect when the event comes again; or 2xx, and the effect by itself as soon as the API works',
        fa: 'یا 5xx و اثر رویداد وقتی دوباره می‌رسد؛ یا 2xx و اثر آن به‌خودی‌خود همین که API کار کند',
      },
      fix: {
        en: 'Acknowledge an event, and note its id, only when its effect is stored; answer 5xx when it failed. The service never repeats an event that got 2xx, so its effect would be lost.',
        fa: 'رویداد را فقط وقتی تأیید کنید و شناسه‌اش را نگه دارید که اثرش ذخیره شده باشد؛ اگر نشد 5xx بدهید. سرویس رویدادی را که 2xx گرفته تکرار نمی‌کند، پس اثرش گم می‌شود.',
      },
    },
    run: async (context) => {
      const { service, options } = context;
      const installation = await context.install();
      return forEachDecision(
        context,
        installation,
        async ({ event, calls, isDone: isEffective, otherKey: wrongKey }) => {
          const first = await service.during(installation, 'busy', () => installation.send(event));
          await pause(options.settleMs);
          const refusal = `the API answered 503 to ${shownCalls(calls().slice(0, 1))}`;
          if (isAccepted(first)) {
            if (calls().length === 0) return invisible;
            if (await happens(isEffective, options.effectMs))
              return wrongKey() ?? verdictOf(accepted('the event', first));
            return failed(
              `${refusal}; the event got ${first.status}, and had no effect ${withinSeconds(options.effectMs)}`,
            );
          }
          const again = verdictOf(accepted('the event again', await installation.send(event)));
          if (calls().length === 0) return invisible;
          if (again.passed !== true) return again;
          if (await happens(isEffective, options.effectMs)) return wrongKey() ?? again;
          return failed(
            `${refusal}; the event got ${first.status ?? 'no answer'}, then ${again.got}, but had no effect`,
          );
        },
      );
    },
  },
  {
    id: 'event-crash',
    promise: 'effect',
    needs: ['event', 'event-repeated', 'event-effect', 'restart'],
    texts: {
      did: {
        en: 'sent an outcome while the API is slow, killed the plugin after its answer, started it again, and sent the event once more',
        fa: 'نتیجه‌ای در حالی فرستاده شد که API کند است؛ پس از پاسخ، افزونه ناگهان بسته و دوباره اجرا شد و رویداد یک بار دیگر فرستاده شد',
      },
      expected: {
        en: 'the effect of one event: before its 2xx, or by itself after the start',
        fa: 'اثر یک رویداد: پیش از 2xx، یا به‌خودی‌خود بعد از اجرای دوباره',
      },
      fix: {
        en: 'Answer 2xx only after the effect, or after the event is in a file or database from which your plugin goes on after a start. Work in memory that follows the answer is lost when the process ends.',
        fa: 'فقط پس از اثر رویداد 2xx بدهید، یا پس از آن‌که رویداد در فایل یا پایگاه داده‌ای نشسته که افزونه بعد از اجرا از همان ادامه می‌دهد. کاری که بعد از پاسخ و در حافظه بماند با پایان برنامه گم می‌شود.',
      },
    },
    run: async (context) => {
      const { restart } = context.options;
      if (restart === null) return withoutRestart;
      const installation = await context.install();
      return forEachDecision(context, installation, (one) => crashVerdict(context, installation, { ...one, restart }));
    },
  },
];

async function crashVerdict(
  context: TestContext,
  installation: TestInstallation,
  { restart, ...one }: ReturnType<typeof watched> & { readonly restart: NonNullable<TestOptions['restart']> },
): Promise<Verdict> {
  const { service, options } = context;
  const { settleMs, effectMs } = options;
  service.setMode(installation, 'silent');
  const sent = installation.send(one.event);
  const early = await Promise.race([sent, pause(SLOW_MS, null)]);
  await pause(settleMs);
  const isEarly = early !== null && isAccepted(early) && one.calls().length > 0 && !one.isDone();
  if (!isEarly) service.setMode(installation, 'working');
  const answer = verdictOf(accepted('the event', await sent));
  if (answer.passed !== true || one.calls().length === 0) return answer.passed === true ? invisible : answer;
  const whileStopped = (): void => service.drop(installation);
  await restart({ isKilled: true, whileStopped });
  if (isEarly && !(await happens(one.isDone, effectMs)))
    return failed(`${answer.got}, before the API had answered; no effect ${withinSeconds(effectMs)} after the start`);
  let repeated: Verdict = { passed: true, got: '' };
  const writes = await context.effectsOf(one.event, async () => {
    repeated = verdictOf(accepted('the event again', await installation.send(one.event)));
  });
  return writes.length > 0 ? failed(`the repetition had an effect: ${shownCalls(writes)}`) : repeated;
}
