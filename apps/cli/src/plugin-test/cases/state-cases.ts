/** State of a test stays apart from real state, and credentials stay inside the plugin. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestCase, Verdict } from '../case.js';
import { isAccepted, isRejected, shown } from '../plugin-call.js';
import { withoutRestart } from './delivery-cases.js';
import { failed } from './steps.js';

export const stateTexts = {
  expected: {
    en: 'the second start knows nothing of the first',
    fa: 'اجرای دوم چیزی از اجرای اول نداند',
  },
  fix: {
    en: 'Store everything below the folder that KUSHK_STATE_DIR names: credentials, handled events, cursors. A plugin that stores elsewhere mixes the installations of this test with its real ones.',
    fa: 'همه چیز را زیر پوشه‌ای نگه دارید که KUSHK_STATE_DIR نام می‌برد: اطلاعات دسترسی، رویدادهای انجام‌شده و نشانگرها. افزونه‌ای که جای دیگری ذخیره کند نصب‌های این آزمون را با نصب‌های واقعی مخلوط می‌کند.',
  },
};

const acceptsEverything: Verdict = {
  passed: null,
  why: {
    en: 'the plugin accepts events of installations that it never had: see event-forged',
    fa: 'افزونه رویداد نصب‌هایی را هم می‌پذیرد که هیچ‌وقت نداشته است: مورد event-forged را ببینید',
  },
};

export const stateCase: TestCase = {
  id: 'state',
  promise: 'state',
  needs: ['installed', 'event', 'signature-verified'],
  texts: {
    did: {
      en: 'started the plugin again with another KUSHK_STATE_DIR, an empty folder, and sent an event of the installation from before',
      fa: 'افزونه با KUSHK_STATE_DIR دیگری که پوشه‌ای خالی است دوباره اجرا شد و رویدادی از نصب قبلی فرستاده شد',
    },
    ...stateTexts,
    expected: { en: `401: ${stateTexts.expected.en}`, fa: `‏401: ${stateTexts.expected.fa}` },
  },
  run: async (context) => {
    const { restart } = context.options;
    if (restart === null) return withoutRestart;
    const installation = await context.main();
    await restart({ isFresh: true });
    context.setMain(null);
    const answer = await installation.send(installation.event());
    if (isRejected(answer)) return { passed: true, got: shown(answer) };
    const unknown = context.newInstallation();
    if (isAccepted(await unknown.send(unknown.event()))) return acceptsEverything;
    // What is stored where real installations are is deleted again.
    await installation.removed();
    return failed(`an event of the installation from before: ${shown(answer)}`);
  },
};

export const secretsCase: TestCase = {
  id: 'secrets',
  promise: 'secrets',
  needs: [],
  texts: {
    did: {
      en: 'searched the output of the plugin and all its answers for the tokens, signing secrets and handles of this test',
      fa: 'خروجی افزونه و همهٔ پاسخ‌هایش برای یافتن توکن‌ها، کلیدهای امضا و handleهای این آزمون جست‌وجو شد',
    },
    expected: { en: 'none of them', fa: 'هیچ‌کدام' },
    fix: {
      en: 'Never write a whole call or request to your log, and never put one into an answer: name the installation and the code. What was written is known to everyone who reads the log; rotate it.',
      fa: 'هیچ‌وقت کل یک فراخوانی یا درخواست را در لاگ یا پاسخ ننویسید: شناسهٔ نصب و کد کافی است. آنچه نوشته شده را هر خوانندهٔ لاگ می‌داند؛ عوضش کنید.',
    },
  },
  run: async (context) => {
    await pause(context.options.settleMs);
    const [leak] = context.leakSearch.leaks;
    if (leak === undefined) return { passed: true, got: `${context.leakSearch.searched} texts without any of them` };
    return failed(`${leak.what} in ${leak.place}: ${leak.text}`);
  },
};
