/** A tool sees with the handle of the person who asks, and with nothing else. */
import type { TestCase } from '../case.js';
import { isAccepted, shown } from '../plugin-call.js';
import { markedRecord } from '../marked-record.js';
import { isWrite, shownCalls, type ReceivedCall } from '../test-service.js';
import { failed } from './steps.js';
import { forEachTool } from './tool-cases.js';
import { becomesQuiet, wrongCallsOf } from './tool-runs.js';

/** What the API shows to each person differently. Settings and wallet are the same for everyone. */
const OF_PEOPLE = /^\/(?:records|people|proposals|sources|platform|mcp)(?:[/?]|$)/;

function readsWithoutHandle(call: ReceivedCall, handle: string): boolean {
  if (isWrite(call) || !OF_PEOPLE.test(call.path) || call.handle === handle) return false;
  // The start of an MCP session reads nothing.
  return !call.path.startsWith('/mcp') || call.body.includes('"tools/call"');
}

export const personCases: readonly TestCase[] = [
  {
    id: 'tool-handle',
    promise: 'tool',
    needs: ['installed', 'tool'],
    texts: {
      did: {
        en: 'called each tool in a new installation in which nothing else happens, and watched with which credential it reads',
        fa: 'هر ابزار در نصب تازه‌ای که هیچ کار دیگری در آن نبود فراخوانی شد و زیر نظر بود که با چه مجوزی می‌خواند',
      },
      expected: {
        en: 'every read of records, people, proposals, sources and MCP carries the handle of this call as Service-Handle',
        fa: 'هر خواندنِ رکورد، افراد، پیشنهاد، منبع و MCP با handle همین فراخوانی در Service-Handle',
      },
      fix: {
        en: 'Send `handle` of the body as Service-Handle with every read of the tool: `person` in the SDK and in the templates. With the token alone a member sees what the whole organisation sees.',
        fa: 'handle داخل بدنه را با هر خواندن ابزار در Service-Handle بفرستید: `person` در SDK و قالب‌ها. با توکن تنها، عضو سازمان چیزی را می‌بیند که کل سازمان می‌بیند.',
      },
    },
    run: (context) =>
      forEachTool(context, async (tool) => {
        const [wrong, ...more] = await wrongCallsOf(context, tool, readsWithoutHandle);
        if (wrong === undefined) return { passed: true, got: `${tool.name}: 0 reads without its handle` };
        const credential = wrong.handle === null ? 'the token of the installation' : 'another handle';
        return failed(`${tool.name} with ${credential}: ${shownCalls([wrong, ...more])}`);
      }),
  },
  {
    id: 'tool-persons',
    promise: 'tool',
    needs: ['installed', 'tool', 'tool-handle'],
    texts: {
      did: {
        en: 'called each tool for one person, who sees a marked record, then for another person, who does not see it',
        fa: 'هر ابزار برای یک نفر که رکوردی نشان‌دار می‌بیند فراخوانی شد و سپس برای کسی که آن را نمی‌بیند',
      },
      expected: {
        en: 'the second answer does not contain the marked text',
        fa: 'متن نشان‌دار در پاسخ دوم نباشد',
      },
      fix: {
        en: 'Keep nothing that was read with a handle for the next call, or keep it by person (user_id in the body).',
        fa: 'چیزی را که با handle خوانده‌اید برای فراخوانی بعدی نگه ندارید، یا برای هر شخص جدا نگه دارید (user_id در بدنه).',
      },
    },
    run: (context) =>
      forEachTool(context, async (tool) => {
        const { records = [] } = context.manifest;
        if (!records.some(({ schema }) => markedRecord(schema, 'mark') !== null))
          return { passed: true, got: `${tool.name}: no record type with a free text` };
        const installation = await context.install();
        await becomesQuiet(context, installation);
        const [person, other] = [context.newHandle(installation), context.newHandle(installation)];
        const mark = `mark${person.slice(-8)}`;
        // The words of the arguments, so that a tool that searches finds the record.
        const words = Object.values(context.argumentsOf(tool) ?? {}).filter((value) => typeof value === 'string');
        context.service.apiOf(installation).marks.set(person, [...words, mark].join(' '));
        const first = await context.callTool(installation, tool, { handle: person });
        const second = await context.callTool(installation, tool, { handle: other });
        if (second.body.includes(mark)) return failed(`${tool.name} shows it to the other person: ${shown(second)}`);
        if (!isAccepted(second)) return failed(`${tool.name}: ${shown(second)}`);
        const seen = first.body.includes(mark) ? 'only to the first person' : 'to neither';
        return { passed: true, got: `${tool.name} shows it ${seen}` };
      }),
  },
];
