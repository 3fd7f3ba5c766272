/** Whether a plugin verifies signatures over a body that it has parsed and written again, not over the raw bytes. */
import type { TestCase, Text } from '../case.js';
import { isAccepted, type PluginAnswer } from '../plugin-call.js';
import { accepted, failed, verdictOf } from './steps.js';

type Write = (value: unknown) => string;

/** JSON as other writers write it: with sorted keys, with spaces, with escaped slashes, with both of the last. */
const WRITERS: readonly Write[] = [
  (value) => JSON.stringify(sorted(value)),
  (value) => spaced(value),
  (value) => JSON.stringify(value).replaceAll('/', '\\/'),
  (value) => JSON.stringify(sorted(value)).replaceAll('/', '\\/'),
];

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

function spaced(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${spaced(member)}`);
  return `{${members.join(', ')}}`;
}

/** Whether the plugin accepts a call once its body is written as the plugin itself may write it. */
export async function acceptsRewritten(send: (write: Write) => Promise<PluginAnswer>): Promise<boolean> {
  for (const write of WRITERS) if (isAccepted(await send(write))) return true;
  return false;
}

export const rawBodyFix: Text = {
  en: 'The plugin parses the body and computes the signature over JSON that it writes itself (JSON.stringify(request.body) or the like): it accepted a body in its own spelling, and refused the same values in another (spaces, order of the fields, escapes). Compute the HMAC over the raw bytes as they arrived, before anything parses them: express.raw() in Express, request.get_data() in Flask, io.ReadAll(r.Body) in Go, php://input in PHP.',
  fa: 'افزونه بدنه را می‌خواند و امضا را روی JSONی حساب می‌کند که خودش دوباره نوشته است (JSON.stringify(request.body) یا مانند آن): بدنه‌ای با نگارش خودش را پذیرفت و همان مقدارها با نگارشی دیگر (فاصله‌ها، ترتیب فیلدها، گریزها) را رد کرد. HMAC را روی بایت‌ها همان‌گونه که رسیده‌اند حساب کنید، پیش از آن‌که چیزی بدنه را بخواند: express.raw() در Express، ‏request.get_data() در Flask، ‏io.ReadAll(r.Body) در Go و php://input در PHP.',
};

/** It comes before the plain event: a plugin that parses first often refuses that as well, and this is the cause. */
export const rawBodyCase: TestCase = {
  id: 'event-raw-body',
  promise: 'signature',
  needs: ['installed'],
  texts: {
    did: {
      en: 'sent a correctly signed event whose JSON is spelled unusually: line breaks, an escaped letter, Persian text',
      fa: 'رویدادی با امضای درست فرستاده شد که JSON آن نگارشی نامعمول دارد: شکست سطر، حرفی با گریز، متن فارسی',
    },
    expected: { en: '2xx', fa: '2xx' },
    fix: rawBodyFix,
  },
  run: async (context) => {
    const installation = await context.main();
    const event = installation.event();
    const changed = { ...event, data: { ...event.data, reason: 'مبلغ نادرست است' } };
    const text = JSON.stringify(changed, null, 1).replace('applied', '\\u0061pplied');
    const answer = await installation.sendText(text, { eventId: event.id });
    const verdict = verdictOf(accepted('the event', answer));
    if (verdict.passed !== false) return verdict;
    const isPlainAccepted = await acceptsRewritten((write) => {
      const plain = installation.event();
      return installation.sendText(write(plain), { eventId: plain.id });
    });
    if (isPlainAccepted || isAccepted(await installation.send(installation.event())))
      return failed(verdict.got, rawBodyFix);
    return {
      passed: null,
      why: {
        en: 'the plugin refuses every event, so the body is not the cause: see the case event',
        fa: 'افزونه هیچ رویدادی را نمی‌پذیرد، پس علت بدنه نیست: مورد event را ببینید',
      },
    };
  },
};
