/** Pages: who may embed them, what they contain, and what their requests do without a person. */
import type { JsonObject } from '@kushk/contracts';
import type { TestCase, Verdict } from '../case.js';
import type { TestContext } from '../test-context.js';
import { isSuccess, isWrite, shownCalls } from '../test-service.js';
import { pageChargeCase } from './charge-cases.js';
import { pageVerdict } from './page-policy.js';
import { accepted, failed, rejected, verdictOf } from './steps.js';
import { becomesQuiet } from './tool-runs.js';

const noPages: Verdict = {
  passed: null,
  why: { en: 'the manifest declares no pages', fa: 'مانیفست صفحه‌ای ندارد' },
};
const noActions: Verdict = {
  passed: null,
  why: {
    en: 'name what your page sends to your own server: --actions \'{"/path": {…}}\'',
    fa: 'آنچه صفحه‌تان به سرور خودتان می‌فرستد نام ببرید: ‎--actions \'{"/path": {…}}\'',
  },
};

/** Why there is no request of a page to send; null when one was given. */
function withoutActions(context: TestContext): Verdict | null {
  if (Object.keys(context.options.pageActions).length > 0) return null;
  return pagesOf(context).length === 0 ? noPages : noActions;
}

function pagesOf({ manifest: { ui } }: TestContext): readonly string[] {
  return [...(ui?.app === undefined ? [] : [ui.app]), ...(ui?.panels ?? [])].map(({ path }) => path);
}

async function actionVerdict(context: TestContext, path: string, given: JsonObject): Promise<Verdict> {
  const [installation, other] = [await context.install(), await context.install()];
  await becomesQuiet(context, installation);
  const body = { ...given, installation_id: installation.id };
  const before = new Set(context.service.calls);
  const forged = await installation.pageAction(path, { ...body, handle: 'kh_forged' });
  const missing = await installation.pageAction(path, body);
  const foreign = await installation.pageAction(path, { ...body, handle: context.newHandle(other) });
  const writes = context.service.calls.filter(
    (call) => !before.has(call) && call.installationId === installation.id && isWrite(call) && isSuccess(call),
  );
  if (writes.length > 0) return failed(`${path} wrote without a person: ${shownCalls(writes)}`);
  const right = await installation.pageAction(path, { ...body, handle: context.newHandle(installation) });
  return verdictOf(
    rejected(`${path} with a handle that does not exist`, forged),
    rejected(`${path} without a handle`, missing),
    rejected(`${path} with a handle of another installation`, foreign),
    accepted(`${path} with a handle of a person`, right),
  );
}

export const pageCases: readonly TestCase[] = [
  {
    id: 'page-frame-ancestors',
    promise: 'page',
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
      const paths = pagesOf(context);
      if (paths.length === 0) return noPages;
      const installation = await context.main();
      const { origin } = context.service.instance;
      for (const path of paths) {
        const verdict = pageVerdict(path, await installation.page(path), origin);
        if (verdict.passed !== true) return verdict;
      }
      return { passed: true, got: paths.map((path) => `${path}: frame-ancestors ${origin}`).join('; ') };
    },
  },
  {
    id: 'page-records',
    promise: 'page',
    needs: ['installed', 'page-frame-ancestors'],
    texts: {
      did: {
        en: 'requested each page of the manifest, without a person, while the API has records that only two people may see',
        fa: 'هر صفحهٔ مانیفست بدون شخص درخواست شد، در حالی که API رکوردهایی دارد که فقط دو نفر باید ببینند',
      },
      expected: { en: 'a page without any text of these records', fa: 'صفحه‌ای بدون هیچ متنی از این رکوردها' },
      fix: {
        en: 'Let the script of the page read with the handle of its person: `bridge.fetch`, or `bridge.getHandle()` for your own server. A page that is rendered with the token shows everyone the same, and anyone can request it.',
        fa: 'بگذارید اسکریپت صفحه با handle همان شخص بخواند: `bridge.fetch`، یا `bridge.getHandle()` برای سرور خودتان. صفحه‌ای که با توکن ساخته شود به همه یک چیز نشان می‌دهد و هر کسی می‌تواند درخواستش کند.',
      },
    },
    run: async (context) => {
      const paths = pagesOf(context);
      if (paths.length === 0) return noPages;
      const installation = await context.install();
      const mark = `mark${installation.id.slice(-8)}`;
      const { marks } = context.service.apiOf(installation);
      for (const name of ['first', 'second']) marks.set(context.newHandle(installation), `${mark} ${name}`);
      for (const path of paths) {
        const { body } = await installation.page(path);
        if (body.includes(mark)) return failed(`${path} contains a record that its reader may not see`);
      }
      return { passed: true, got: paths.map((path) => `${path}: no records`).join('; ') };
    },
  },
  {
    id: 'page-action',
    promise: 'page',
    needs: ['installed', 'event-raw-body'],
    texts: {
      did: {
        en: 'sent the given requests of the page with a handle that does not exist, without one, with one of another installation, and with a good one',
        fa: 'درخواست‌های داده‌شدهٔ صفحه با handle ساختگی، بدون handle، با handle نصبی دیگر و با handle درست فرستاده شد',
      },
      expected: { en: '4xx and no write three times, then 2xx', fa: 'سه بار 4xx و بدون نوشتن، سپس 2xx' },
      fix: {
        en: 'Before you write or charge with the token, ask the API something with the handle of the request: GET /installation answers 401 to a bad one.',
        fa: 'پیش از آن‌که با توکن بنویسید یا هزینه‌ای بردارید، با handle همان درخواست چیزی از API بپرسید: GET /installation به handle نادرست 401 می‌دهد.',
      },
    },
    run: async (context) => {
      const missing = withoutActions(context);
      if (missing !== null) return missing;
      const passed: string[] = [];
      for (const [path, body] of Object.entries(context.options.pageActions)) {
        const verdict = await actionVerdict(context, path, body);
        if (verdict.passed !== true) return verdict;
        passed.push(verdict.got);
      }
      return { passed: true, got: passed.join('; ') };
    },
  },
  pageChargeCase(withoutActions),
];
