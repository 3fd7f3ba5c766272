/** Tool calls and embedded pages. */
import { readOnlyCallsOf, type ToolRun } from './tool-runs.js';
import type { TestCase, Verdict } from '../case.js';
import { isAccepted, shown } from '../plugin-call.js';
import type { TestContext } from '../test-context.js';
import { newCredentials } from '../test-installation.js';
import { pageVerdict } from './page-policy.js';
import { failed, rejected, verdictOf } from './steps.js';

const noTools: Verdict = {
  passed: null,
  why: { en: 'the manifest declares no tools', fa: 'مانیفست ابزاری ندارد' },
};
const noPages: Verdict = {
  passed: null,
  why: { en: 'the manifest declares no pages', fa: 'مانیفست صفحه‌ای ندارد' },
};

/** The first verdict that is not passed, else all of them together. */
async function forEachTool(
  context: TestContext,
  check: (run: ToolRun) => Verdict | Promise<Verdict>,
): Promise<Verdict> {
  const tools = context.manifest.tools ?? [];
  if (tools.length === 0) return noTools;
  const got: string[] = [];
  for (const tool of tools) {
    const verdict = await check(await readOnlyCallsOf(context, tool));
    if (verdict.passed !== true) return verdict;
    got.push(verdict.got);
  }
  return { passed: true, got: got.join('; ') };
}

function contentVerdict({ tool, answer }: ToolRun): Verdict {
  if (!isAccepted(answer)) return failed(`${tool.name}: ${shown(answer)}`);
  try {
    const value: unknown = JSON.parse(answer.body);
    const hasContent = typeof value === 'object' && value !== null && Object.hasOwn(value, 'content');
    return hasContent
      ? { passed: true, got: `${tool.name}: ${shown(answer)}` }
      : failed(`${tool.name}: ${shown(answer)}`);
  } catch {
    return failed(`${tool.name}: ${shown(answer)}`);
  }
}

export const toolCases: readonly TestCase[] = [
  {
    id: 'tool',
    needs: ['installed'],
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
    run: (context) => forEachTool(context, contentVerdict),
  },
  {
    id: 'tool-read-only',
    needs: ['installed', 'tool'],
    texts: {
      did: {
        en: 'called each tool and watched what it writes to the API',
        fa: 'هر ابزار فراخوانی شد و نوشتن‌هایش در API زیر نظر بود',
      },
      expected: { en: 'no write with the handle of the call', fa: 'بدون نوشتن با handle این فراخوانی' },
      fix: {
        en: 'A tool must not change anything: the assistant may call it at any time. Propose changes elsewhere, from a page or an event. The handle of a tool call only reads.',
        fa: 'ابزار نباید چیزی را تغییر دهد، چون دستیار هر زمان ممکن است آن را صدا بزند. تغییر را جای دیگری پیشنهاد کنید، از صفحه یا رویداد. handle ابزار فقط می‌خواند.',
      },
    },
    run: (context) =>
      forEachTool(context, ({ tool, writes }) =>
        writes.length === 0
          ? { passed: true, got: `${tool.name}: 0 writes` }
          : failed(`${tool.name}: ${writes.map(({ method, path }) => `${method} ${path}`).join(', ')}`),
      ),
  },
  {
    id: 'tool-forged',
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
      const answer = await context.callTool(installation, tool, { secrets: [newCredentials().secret] });
      return verdictOf(rejected(tool.name, answer));
    },
  },
  {
    id: 'tool-slow',
    needs: ['installed', 'tool'],
    texts: {
      did: {
        en: 'called each tool while the API does not answer',
        fa: 'هر ابزار در حالی فراخوانی شد که API پاسخ نمی‌دهد',
      },
      expected: {
        en: 'any complete answer before the deadline of ten seconds',
        fa: 'هر پاسخ کاملی پیش از مهلت ده‌ثانیه‌ای',
      },
      fix: {
        en: 'Give what the tool waits for a deadline of its own, and answer with what you have or with an error before ten seconds are over.',
        fa: 'برای آنچه ابزار منتظرش است مهلتی بگذارید و پیش از ده ثانیه با آنچه دارید یا با خطا پاسخ دهید.',
      },
    },
    run: async (context) => {
      context.service.setMode('silent');
      try {
        return await forEachTool(context, ({ tool, answer }) =>
          answer.status === null
            ? failed(`${tool.name}: ${shown(answer)}`)
            : { passed: true, got: `${tool.name}: ${shown(answer)}` },
        );
      } finally {
        context.service.setMode('working');
      }
    },
  },
  {
    id: 'tool-broken',
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
      context.service.setMode('failing');
      let broken: Verdict;
      try {
        broken = await forEachTool(context, ({ tool, answer }) =>
          answer.status === null
            ? failed(`${tool.name}: ${shown(answer)}`)
            : { passed: true, got: `${tool.name}: ${shown(answer)}` },
        );
      } finally {
        context.service.setMode('working');
      }
      return broken.passed === true ? forEachTool(context, contentVerdict) : broken;
    },
  },
  {
    id: 'page-frame-ancestors',
    needs: ['installed'],
    texts: {
      did: {
        en: 'requested each page of the manifest, as the service does before it embeds the page',
        fa: 'هر صفحهٔ مانیفست درخواست شد، همان‌گونه که سرویس پیش از نمایش صفحه می‌کند',
      },
      expected: {
        en: '2xx with Content-Security-Policy: frame-ancestors and exactly the origin of the service in api_base',
        fa: '2xx با Content-Security-Policy: frame-ancestors و دقیقاً مبدأ سرویس در api_base',
      },
      fix: {
        en: 'Send `Content-Security-Policy: frame-ancestors <origin of api_base>` for the installation in ?installation_id=. The SDK does it: serveEmbeddedPage.',
        fa: 'برای نصبِ ‎?installation_id= سرآیند `Content-Security-Policy: frame-ancestors <مبدأ api_base>` را بفرستید. SDK این کار را می‌کند: serveEmbeddedPage.',
      },
    },
    run: async (context) => {
      const { ui } = context.manifest;
      const paths = [...(ui?.app === undefined ? [] : [ui.app]), ...(ui?.panels ?? [])].map(({ path }) => path);
      if (paths.length === 0) return noPages;
      const installation = await context.main();
      for (const path of paths) {
        const verdict = pageVerdict(path, await installation.page(path), context.service.origin);
        if (verdict.passed !== true) return verdict;
      }
      return {
        passed: true,
        got: paths.map((path) => `${path}: frame-ancestors ${context.service.origin}`).join('; '),
      };
    },
  },
];
