/** What the plugin asked of the API in the cases before: requests that were well formed, and holds that ended. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestCase, Verdict } from '../case.js';
import { failed } from './steps.js';

const MALFORMED = /^(422 request\.invalid|400 request\.malformed)/;
const SHOWN = 3;

const withoutHold: Verdict = {
  passed: null,
  why: {
    en: 'the plugin placed no hold in the cases before',
    fa: 'افزونه در موردهای پیشین چیزی رزرو نکرد',
  },
};

export const requestCases: readonly TestCase[] = [
  {
    id: 'requests',
    promise: 'effect',
    needs: [],
    texts: {
      did: {
        en: 'looked through the answers of the API to all requests of the plugin in the cases before',
        fa: 'پاسخ‌های API به همهٔ درخواست‌های افزونه در موردهای پیشین بررسی شد',
      },
      expected: {
        en: 'no request that was rejected as malformed (400 request.malformed, 422 request.invalid)',
        fa: 'هیچ درخواستی به‌خاطر شکل نادرست رد نشده باشد (400 request.malformed یا 422 request.invalid)',
      },
      fix: {
        en: 'The body of a request is a JSON object: send {} when it has no fields. In PHP json_encode([]) writes []; write json_encode((object) []).',
        fa: 'بدنهٔ درخواست یک شیء JSON است: اگر فیلدی ندارد {} بفرستید. در PHP حاصل json_encode([]) برابر [] است؛ json_encode((object) []) بنویسید.',
      },
    },
    run: async ({ service, options }) => {
      await pause(options.settleMs);
      const rejected = service.calls.filter(({ answer }) => MALFORMED.test(answer));
      const shown = rejected.slice(0, SHOWN).map(({ method, path, answer }) => `${method} ${path}: ${answer}`);
      return rejected.length === 0
        ? { passed: true, got: `${service.calls.length} requests, none of them malformed` }
        : failed(`${rejected.length} malformed requests: ${shown.join(', ')}`);
    },
  },
  {
    id: 'holds',
    promise: 'effect',
    needs: ['requests'],
    texts: {
      did: {
        en: 'looked for holds that the plugin placed in the cases before, in installations whose proposals all have an outcome, and for refused settlements in all',
        fa: 'رزروهای افزونه در موردهای پیشین بررسی شد: در نصب‌هایی که همهٔ پیشنهادهایشان نتیجه دارند، و تسویه‌های ردشده در همهٔ نصب‌ها',
      },
      expected: { en: 'every hold settled or released', fa: 'همهٔ رزروها تسویه یا آزاد شده باشند' },
      fix: {
        en: 'Settle a hold after the service, or release it. When the settlement is refused, correct the request: another charge beside it keeps the MU of the customer held.',
        fa: 'رزرو را بعد از خدمت تسویه یا آزاد کنید. اگر تسویه رد شد همان درخواست را درست کنید: برداشتی دیگر در کنار آن، MU مشتری را رزروشده نگه می‌دارد.',
      },
    },
    run: async ({ service, options }) => {
      await pause(options.settleMs);
      if (!service.apis.some(({ hasHolds }) => hasHolds)) return withoutHold;
      const refused = service.calls.filter(
        ({ path, answer }) => /^\/wallet\/holds\/[^/]+\/(settle|release)$/.test(path) && answer.startsWith('4'),
      );
      const open = service.apis.flatMap((api) => {
        const isWaiting = api.hasUndecidedProposal();
        return api.openHolds().filter((id) => !isWaiting || refused.some(({ path }) => path.split('/')[3] === id));
      });
      return open.length === 0
        ? { passed: true, got: 'no hold is open' }
        : failed(`${open.length} open holds: ${open.slice(0, SHOWN).join(', ')}`);
    },
  },
];
