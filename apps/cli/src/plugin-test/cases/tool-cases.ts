/** Tool calls and embedded pages. */
import type { ToolDeclaration } from '@kushk/manifest';
import { noArguments, toolFix } from './tool-advice.js';
import { runTool, shownRun, wrongCallsOf, type ToolRun } from './tool-runs.js';
import type { TestCase, Verdict } from '../case.js';
import { isAccepted, shown } from '../plugin-call.js';
import { isWrite, shownCalls } from '../test-service.js';
import type { TestContext } from '../test-context.js';
import { failed, rejected, verdictOf } from './steps.js';

export const noTools: Verdict = {
  passed: null,
  why: { en: 'the manifest declares no tools', fa: 'مانیفست ابزاری ندارد' },
};

/** The first verdict that is not passed, else all of them together. */
export async function forEachTool(
  context: TestContext,
  check: (tool: ToolDeclaration) => Promise<Verdict>,
): Promise<Verdict> {
  const tools = context.manifest.tools ?? [];
  if (tools.length === 0) return noTools;
  const passed: (Verdict & { readonly passed: true })[] = [];
  for (const tool of tools) {
    const args = context.argumentsOf(tool);
    const verdict = args === null ? noArguments(tool) : await check(tool);
    if (verdict.passed !== true) return verdict;
    passed.push(verdict);
  }
  return {
    passed: true,
    got: passed.map(({ got }) => got).join('; '),
    shown: passed.flatMap((one) => one.shown ?? []),
  };
}

const calledOnce = (context: TestContext, verdictOfRun: (run: ToolRun) => Verdict) => async (tool: ToolDeclaration) =>
  verdictOfRun(await runTool(context, { tool, installation: await context.main() }));

function contentVerdict(run: ToolRun): Verdict {
  const got = shownRun(run);
  return isAccepted(run.answer) && hasContent(run.answer.body)
    ? { passed: true, got, shown: [got] }
    : failed(got, toolFix(run));
}

function hasContent(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && Object.hasOwn(value, 'content');
  } catch {
    return false;
  }
}

/** Whether there is an answer at all, as the API is slow or down. */
function answerVerdict({ tool, answer }: ToolRun): Verdict {
  const got = `${tool.name}: ${shown(answer)}`;
  return answer.status === null ? failed(got) : { passed: true, got };
}

export const toolCases: readonly TestCase[] = [
  {
    id: 'tool',
    promise: 'tool',
    needs: ['installed', 'event-raw-body'],
    texts: {
      did: {
        en: 'called each tool of the manifest with arguments that match its input_schema',
        fa: 'هر ابزار مانیفست با ورودی‌هایی سازگار با input_schema آن فراخوانی شد',
      },
      expected: { en: '200 with {"content": …}', fa: '200 با {"content": …}' },
      fix: {
        en: 'Answer {"content": …} with any JSON, also when nothing was found. Give arguments that suit your tool with --arguments.',
        fa: 'همیشه {"content": …} با هر JSON دلخواه برگردانید، حتی وقتی چیزی پیدا نشد. ورودی مناسب ابزارتان را با ‎--arguments بدهید.',
      },
    },
    run: (context) => forEachTool(context, calledOnce(context, contentVerdict)),
  },
  {
    id: 'tool-read-only',
    promise: 'tool',
    needs: ['installed', 'tool'],
    texts: {
      did: {
        en: 'called each tool in a new installation in which nothing else happens, and watched what it writes to the API',
        fa: 'هر ابزار در نصب تازه‌ای که هیچ کار دیگری در آن نبود فراخوانی شد و نوشتن‌هایش در API زیر نظر بود',
      },
      expected: {
        en: 'no write: neither with the handle of the call nor with the token of the installation; a charge is a write too',
        fa: 'بدون نوشتن: نه با handle این فراخوانی و نه با توکن نصب؛ برداشت از کیف پول هم نوشتن است',
      },
      fix: {
        en: 'A tool must not change anything, and cannot be paid for: the assistant may call it at any time and as often as it likes. Write, propose and charge when an event arrives or when a person acts on your page.',
        fa: 'ابزار نباید چیزی را تغییر دهد و نمی‌شود بابتش MU گرفت، چون دستیار هر وقت و هر چند بار که بخواهد صدایش می‌زند. نوشتن، پیشنهاد دادن و برداشت از کیف پول را وقتی انجام دهید که رویدادی می‌رسد یا کسی در صفحهٔ افزونه کاری می‌کند.',
      },
    },
    run: (context) =>
      forEachTool(context, async (tool) => {
        const writes = await wrongCallsOf(context, tool, isWrite);
        if (writes.length === 0) return { passed: true, got: `${tool.name}: 0 writes` };
        const credential = writes.some(({ handle }) => handle === null)
          ? 'the token of the installation'
          : 'the handle';
        return failed(`${tool.name} with ${credential}: ${shownCalls(writes)}`);
      }),
  },
  {
    id: 'tool-forged',
    promise: 'signature',
    needs: ['installed', 'tool'],
    texts: {
      did: { en: 'called a tool signed with another secret', fa: 'ابزاری با امضای کلیدی دیگر فراخوانی شد' },
      expected: { en: '401', fa: '401' },
      fix: {
        en: 'Verify Service-Signature of tool calls as well.',
        fa: 'Service-Signature فراخوانی ابزار را هم بررسی کنید.',
      },
    },
    run: async (context) => {
      const [tool] = context.manifest.tools ?? [];
      if (tool === undefined) return noTools;
      const installation = await context.main();
      const answer = await context.callTool(installation, tool, { secrets: [context.newCredentials().secret] });
      return verdictOf(rejected(tool.name, answer));
    },
  },
  {
    id: 'tool-slow',
    promise: 'tool',
    needs: ['installed', 'tool'],
    texts: {
      did: {
        en: "called each tool while the platform's API accepts every request of the plugin but never answers it",
        fa: 'هر ابزار در حالی فراخوانی شد که API پلتفرم همهٔ درخواست‌های افزونه را می‌گیرد ولی به هیچ‌کدام پاسخ نمی‌دهد',
      },
      expected: {
        en: 'a complete answer of the tool within ten seconds, whatever its status',
        fa: 'پاسخ کامل ابزار در کمتر از ده ثانیه، با هر کد وضعیتی',
      },
      fix: {
        en: 'Set a timeout on every request that the tool sends, for example 3 seconds (the retries together below 8), and answer when it is over: {"content": …} with what you have so far, or 504. The service stops waiting after ten seconds, and the person gets nothing.',
        fa: 'برای هر درخواستی که ابزار می‌فرستد timeout بگذارید، مثلاً ۳ ثانیه (با همهٔ تلاش‌های دوباره کمتر از ۸ ثانیه)، و وقتی تمام شد پاسخ دهید: {"content": …} با آنچه تا آن‌جا دارید، یا 504. سرویس بعد از ده ثانیه منتظر نمی‌ماند و به شخص چیزی نمی‌رسد.',
      },
    },
    run: async (context) =>
      context.service.during(await context.main(), 'silent', () =>
        forEachTool(context, calledOnce(context, answerVerdict)),
      ),
  },
  {
    id: 'tool-broken',
    promise: 'tool',
    needs: ['installed', 'tool'],
    texts: {
      did: {
        en: 'called each tool while the API answers 503, then again while it works',
        fa: 'هر ابزار در حالی فراخوانی شد که API پاسخ 503 می‌دهد، و سپس دوباره وقتی کار می‌کند',
      },
      expected: {
        en: 'a complete answer, and content again as soon as the API works',
        fa: 'پاسخی کامل، و دوباره محتوا همین که API کار کند',
      },
      fix: {
        en: 'Catch what fails inside a tool and answer 5xx. One failed call must not end the process or the next call.',
        fa: 'خطای داخل ابزار را بگیرید و 5xx برگردانید. یک فراخوانی ناموفق نباید برنامه یا فراخوانی بعدی را از کار بیندازد.',
      },
    },
    run: async (context) => {
      const broken = await context.service.during(await context.main(), 'failing', () =>
        forEachTool(context, calledOnce(context, answerVerdict)),
      );
      return broken.passed === true ? forEachTool(context, calledOnce(context, contentVerdict)) : broken;
    },
  },
];
