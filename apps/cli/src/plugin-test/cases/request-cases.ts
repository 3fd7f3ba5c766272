/** What the plugin asked of the API in the cases before: requests that were well formed, and holds that ended. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestCase, Verdict } from '../case.js';
import type { PluginEventBody } from '../test-installation.js';
import type { TestService } from '../test-service.js';
import { outcomeEvent } from './outcomes.js';
import { failed } from './steps.js';
import { happens } from './waiting.js';

const MALFORMED = /^(422 request\.invalid|400 request\.malformed|400 idempotency\.key_required)/;
/** More waiting proposals than a plugin makes in the cases. */
const MAX_OUTCOMES = 20;
const SHOWN = 3;

type Deliver = (to: TestService['installed'][number], event: PluginEventBody) => unknown;

const withoutHold: Verdict = {
  passed: null,
  why: {
    en: 'the plugin placed no hold in the cases before',
    fa: 'افزونه در موردهای پیشین چیزی رزرو نکرد',
  },
};

/** `deliver` brings an event to the plugin. */
export const requestCases = (deliver: Deliver): readonly TestCase[] => [
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
        en: 'no request that was rejected as malformed (400 request.malformed, 400 idempotency.key_required, 422 request.invalid)',
        fa: 'هیچ درخواستی به‌خاطر شکل نادرست رد نشده باشد (400 request.malformed، 400 idempotency.key_required یا 422 request.invalid)',
      },
      fix: {
        en: 'Whatever charges needs an Idempotency-Key. The body of a request is a JSON object: send {} when it has no fields. In PHP json_encode([]) writes []; write json_encode((object) []).',
        fa: 'هر چه هزینه می‌گیرد Idempotency-Key می‌خواهد. بدنهٔ درخواست یک شیء JSON است: اگر فیلدی ندارد {} بفرستید. در PHP حاصل json_encode([]) برابر [] است؛ json_encode((object) []) بنویسید.',
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
        en: 'sent an outcome for each proposal that had none, and looked for holds that the plugin placed in the cases before',
        fa: 'برای هر پیشنهاد بی‌نتیجه نتیجه‌ای فرستاده شد و رزروهای افزونه در موردهای پیشین بررسی شد',
      },
      expected: { en: 'every hold settled or released', fa: 'همهٔ رزروها تسویه یا آزاد شده باشند' },
      fix: {
        en: 'Settle a hold after the service, or release it. When the settlement is refused, correct the request: another charge beside it keeps the MU of the customer held.',
        fa: 'رزرو را بعد از خدمت تسویه یا آزاد کنید. اگر تسویه رد شد همان درخواست را درست کنید: برداشتی دیگر در کنار آن، MU مشتری را رزروشده نگه می‌دارد.',
      },
    },
    run: async (context) => {
      const { service, options } = context;
      const installed = service.installed.filter(({ api }) => api.hasHolds);
      if (installed.length === 0) return withoutHold;
      for (const { installation, api } of installed)
        for (let count = 0; api.hasUndecidedProposal() && count < MAX_OUTCOMES; count += 1) {
          await deliver({ installation, api }, await outcomeEvent(context, installation));
        }
      const openHolds = (): readonly string[] => installed.flatMap(({ api }) => api.openHolds());
      if (await happens(() => openHolds().length === 0, options.effectMs))
        return { passed: true, got: 'no hold is open' };
      return failed(`${openHolds().length} open holds: ${openHolds().slice(0, SHOWN).join(', ')}`);
    },
  },
];
