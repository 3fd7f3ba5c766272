/** Every type of event that comes to the plugin, and one that does not exist yet. */
import type { Manifest } from '@kushk/manifest';
import { exampleEventData } from '../../dev/example-event.js';
import { eventsLine, unlistedEvents } from '../../dev/unsent-events.js';
import type { TestCase, Text, Verdict } from '../case.js';
import { isAccepted } from '../plugin-call.js';
import type { PluginEventBody, TestInstallation } from '../test-installation.js';
import { acknowledges, notAcknowledged, shownRequests, startPoller } from './poller.js';
import { accepted, failed, verdictOf, type Step } from './steps.js';

/** The types that the manifest lists, and those that answer what it proposes and brings in. */
const typesOf = ({ events = [], proposals = [], sources = [] }: Manifest): ReadonlySet<string> =>
  new Set([
    ...events,
    ...(proposals.length > 0 ? ['plugin.proposal.settled'] : []),
    ...(sources.length > 0 ? ['plugin.source.reviewed'] : []),
  ]);

const eventOf = (installation: TestInstallation, type: string): PluginEventBody =>
  installation.event({ type, data: { ...exampleEventData(type) } });

/** Adds the events that are not sent, and the line of the manifest that requests one. No log shows an unsent event. */
function withUnlisted(verdict: Verdict, manifest: Manifest): Verdict {
  const [first, ...others] = unlistedEvents(manifest);
  if (verdict.passed !== true || first === undefined) return verdict;
  const shown = [
    `not sent, as events of the manifest does not list them: ${[first, ...others].join(', ')}`,
    `to get one, add it there: ${eventsLine(manifest, first)}`,
  ];
  return { ...verdict, shown };
}

const fix: Text = {
  en: 'Correct the handler of this event type: the service repeats an event that gets no 2xx for seven days, and later events of the installation may wait for it. Its data may name what your plugin does not know. To send it again in development: "kushk dev trigger" with the type.',
  fa: 'تابعی را که این نوع رویداد را می‌گیرد درست کنید: سرویس رویدادی را که 2xx نگیرد تا هفت روز تکرار می‌کند و رویدادهای بعدی نصب ممکن است منتظرش بمانند. داده‌اش ممکن است چیزی را نام ببرد که افزونه نمی‌شناسد. برای ارسال دوباره در زمان توسعه: «kushk dev trigger» با همین نوع.',
};
const withoutTypes: Verdict = {
  passed: null,
  why: {
    en: 'the manifest lists no events, proposals or sources',
    fa: 'مانیفست رویداد، پیشنهاد یا ورودی‌ای ندارد',
  },
};

export const eventTypesCase: TestCase = {
  id: 'event-types',
  promise: 'effect',
  needs: ['event', 'event-unknown-type'],
  texts: {
    did: {
      en: 'sent one event of each type below `events` of the manifest, and of each that answers its proposals and sources, with example data',
      fa: 'از هر نوعی که زیر events مانیفست آمده و هر نوعی که نتیجهٔ پیشنهادها و ورودی‌هایش است یک رویداد با دادهٔ نمونه فرستاده شد',
    },
    expected: { en: '2xx for each', fa: 'برای هر کدام 2xx' },
    fix,
  },
  run: async (context) => {
    const types = typesOf(context.manifest);
    if (types.size === 0) return withoutTypes;
    // An installation of its own: a plugin may stop its work for one that was paused.
    const installation = await context.install();
    const steps: Step[] = [];
    for (const type of types) {
      const answer = await installation.send(eventOf(installation, type));
      steps.push(accepted(type, answer));
      if (!isAccepted(answer)) break;
    }
    return withUnlisted(verdictOf(...steps), context.manifest);
  },
};

export const pollTypesCase: TestCase = {
  id: 'poll-types',
  promise: 'poll',
  needs: ['poll'],
  texts: {
    did: {
      en: 'had pages with one event each: of every type below `events` of the manifest, of each that answers its proposals and sources, and of a type that does not exist yet',
      fa: 'صفحه‌هایی با یک رویداد آماده بود: از هر نوعی که زیر events مانیفست آمده، هر نوعی که نتیجهٔ پیشنهادها و ورودی‌هایش است، و نوعی که هنوز وجود ندارد',
    },
    expected: { en: 'after each page a request with its next_after', fa: 'بعد از هر صفحه، درخواستی با next_after آن' },
    fix: {
      en: 'Correct the handler of this event type, and skip types that you do not handle: a page whose event fails for ever stops all that come after it. Its data may name what your plugin does not know.',
      fa: 'تابعی را که این نوع رویداد را می‌گیرد درست کنید و از نوع‌هایی که به کارتان نمی‌آید بگذرید: صفحه‌ای که رویدادش همیشه خطا بدهد همهٔ بعدی‌ها را متوقف می‌کند. داده‌اش ممکن است چیزی را نام ببرد که افزونه نمی‌شناسد.',
    },
  },
  run: async (context) => {
    const installation = await startPoller(context, { isFresh: true });
    const { feed } = context.service.apiOf(installation);
    const unknown = installation.event({ type: 'plugin.test.unknown', data: {} });
    const events = [...[...typesOf(context.manifest)].map((type) => eventOf(installation, type)), unknown];
    for (const event of events) {
      feed.add(event);
      if (await acknowledges(context, feed)) continue;
      const missing = notAcknowledged(context, feed);
      // Later cases need a plugin that is not stuck at this page.
      await startPoller(context, { isFresh: true });
      return missing.passed === false ? failed(`${event.type}: ${missing.got}`) : missing;
    }
    return withUnlisted({ passed: true, got: shownRequests(feed) }, context.manifest);
  },
};
