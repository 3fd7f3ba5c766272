/** Signatures of events: good, forged, changed, stale, future, and of a rotation under way. */
import type { TestCase } from '../case.js';
import { isAccepted, shown } from '../plugin-call.js';
import { accepted, failed, rejected, verdictOf } from './steps.js';

/** Ten seconds beyond what a plugin accepts. */
const OUTSIDE_TOLERANCE_SECONDS = 310;

export const signatureCases: readonly TestCase[] = [
  {
    id: 'event',
    promise: 'signature',
    needs: ['installed', 'event-raw-body'],
    isBasic: true,
    texts: {
      did: { en: 'sent a correctly signed event', fa: 'رویدادی با امضای درست فرستاده شد' },
      expected: { en: 'a 2xx within ten seconds', fa: 'پاسخ 2xx در کمتر از ده ثانیه' },
      fix: {
        en: 'Read the secret of Service-Installation-Id, verify HMAC-SHA256 over `<t>.<body>`, store the event and answer 200.',
        fa: 'کلید Service-Installation-Id را بخوانید، HMAC-SHA256 روی ‎`<t>.<body>` را بررسی کنید، رویداد را ذخیره کنید و 200 برگردانید.',
      },
    },
    run: async (context) => {
      const installation = await context.main();
      return verdictOf(accepted('the event', await installation.send(installation.event())));
    },
  },
  {
    id: 'signature-verified',
    promise: 'signature',
    needs: ['event'],
    texts: {
      did: {
        en: 'sent an event with a wrong signature, and one without any signature',
        fa: 'رویدادی با امضای نادرست و رویدادی بدون هیچ امضایی فرستاده شد',
      },
      expected: {
        en: 'not 2xx both times: the plugin verifies signatures (how well, the next cases test)',
        fa: 'هر دو بار 2xx نباشد: افزونه امضا را بررسی می‌کند (چقدر درست، در موردهای بعد)',
      },
      fix: {
        en: 'The plugin verifies no signature: anyone who knows its address can send it events and call its tools. Before anything else at /service/lifecycle, /service/events and /service/tools/…, compute HMAC-SHA256 over `<t>.<body>` with the secret of Service-Installation-Id, compare it with each v1 of Service-Signature, and answer 401 when none matches. The SDK and the templates of "kushk plugin new" do it; for Python, PHP, Go and Java the documents have a file each (verify).',
        fa: 'افزونه هیچ امضایی را بررسی نمی‌کند: هر کس نشانی‌اش را بداند می‌تواند برایش رویداد بفرستد و ابزارهایش را صدا بزند. در ‎/service/lifecycle، ‏/service/events و ‎/service/tools/…‎ پیش از هر کار دیگر، HMAC-SHA256 را روی ‎`<t>.<body>` با کلید Service-Installation-Id حساب کنید، با هر v1 در Service-Signature بسنجید و اگر هیچ‌کدام نخواند 401 بدهید. SDK و قالب‌های «kushk plugin new» این کار را می‌کنند؛ برای پایتون، PHP، Go و جاوا هم در مستندات (verify) فایل آماده هست.',
      },
    },
    run: async (context) => {
      const installation = await context.main();
      const wrong = await installation.send(installation.event(), { secrets: [context.newCredentials().secret] });
      const missing = await installation.send(installation.event(), { secrets: [] });
      const got = `a wrong signature: ${shown(wrong)}; no signature: ${shown(missing)}`;
      return isAccepted(wrong) && isAccepted(missing)
        ? failed(`the plugin verifies no signature: ${got}`)
        : { passed: true, got };
    },
  },
  {
    id: 'event-unknown-type',
    promise: 'effect',
    needs: ['event'],
    texts: {
      did: {
        en: 'sent an event of a type that does not exist yet',
        fa: 'رویدادی از نوعی که هنوز وجود ندارد فرستاده شد',
      },
      expected: { en: '2xx', fa: '2xx' },
      fix: {
        en: 'Answer 2xx to types that you do not handle: a new type would otherwise be repeated for seven days.',
        fa: 'به نوع‌هایی که به کارتان نمی‌آید هم 2xx بدهید؛ وگرنه نوع تازه هفت روز تکرار می‌شود.',
      },
    },
    run: async (context) => {
      const installation = await context.main();
      const event = installation.event({ type: 'plugin.test.unknown', data: {} });
      return verdictOf(accepted('the event', await installation.send(event)));
    },
  },
  {
    id: 'event-two-signatures',
    promise: 'signature',
    needs: ['event'],
    texts: {
      did: {
        en: 'sent events with two v1 values, as during a rotation: an unknown one first, then the known one first',
        fa: 'رویدادهایی با دو مقدار v1 فرستاده شد، مثل زمان تعویض کلید: یک بار اول مقدار ناشناس، یک بار اول مقدار شناخته‌شده',
      },
      expected: { en: '2xx both times', fa: 'هر دو بار 2xx' },
      fix: {
        en: 'Compare every v1 value of Service-Signature; one that matches is enough.',
        fa: 'همهٔ مقدارهای v1 در Service-Signature را مقایسه کنید؛ یکی که درست باشد کافی است.',
      },
    },
    run: async (context) => {
      const installation = await context.main();
      const [known, unknown] = [installation.credentials.secret, context.newCredentials().secret];
      const last = await installation.send(installation.event(), { secrets: [unknown, known] });
      const first = await installation.send(installation.event(), { secrets: [known, unknown] });
      return verdictOf(accepted('the known value last', last), accepted('the known value first', first));
    },
  },
  {
    id: 'event-forged',
    promise: 'signature',
    needs: ['event', 'signature-verified'],
    texts: {
      did: { en: 'sent an event signed with another secret', fa: 'رویدادی با امضای کلیدی دیگر فرستاده شد' },
      expected: { en: '401', fa: '401' },
      fix: {
        en: 'Compute HMAC-SHA256 over `<t>.<body>` with the whole `ks_…` text and compare it in constant time. Answer 401 when no v1 value matches.',
        fa: 'HMAC-SHA256 را روی ‎`<t>.<body>` با کل متن ‎`ks_…` حساب کنید و در زمان ثابت مقایسه کنید. اگر هیچ مقدار v1 نخواند، 401 برگردانید.',
      },
    },
    run: async (context) => {
      const installation = await context.main();
      const answer = await installation.send(installation.event(), { secrets: [context.newCredentials().secret] });
      return verdictOf(rejected('the event', answer));
    },
  },
  {
    id: 'event-unsigned',
    promise: 'signature',
    needs: ['event', 'event-forged'],
    texts: {
      did: { en: 'sent an event without Service-Signature', fa: 'رویدادی بدون Service-Signature فرستاده شد' },
      expected: { en: '401', fa: '401' },
      fix: {
        en: 'Reject a call without Service-Signature, also in development: `kushk dev` signs every call.',
        fa: 'فراخوانی بدون Service-Signature را نپذیرید، در زمان توسعه هم: «kushk dev» همه را امضا می‌کند.',
      },
    },
    run: async (context) => {
      const installation = await context.main();
      return verdictOf(rejected('the event', await installation.send(installation.event(), { secrets: [] })));
    },
  },
  {
    id: 'event-changed',
    promise: 'signature',
    needs: ['event', 'event-forged'],
    texts: {
      did: {
        en: 'sent an event whose body was changed after it was signed',
        fa: 'رویدادی فرستاده شد که بدنه‌اش پس از امضا تغییر کرده است',
      },
      expected: { en: '401', fa: '401' },
      fix: {
        en: 'Include the whole body in the HMAC, as received.',
        fa: 'کل بدنه را همان‌گونه که رسیده در HMAC بیاورید.',
      },
    },
    run: async (context) => {
      const installation = await context.main();
      const event = installation.event();
      const sentBody = JSON.stringify(event).replace('"applied"', '"rejected"');
      return verdictOf(rejected('the event', await installation.send(event, { sentBody })));
    },
  },
  {
    id: 'event-stale',
    promise: 'signature',
    needs: ['event', 'event-forged'],
    texts: {
      did: {
        en: 'sent a correctly signed event whose `t` is more than five minutes old',
        fa: 'رویدادی با امضای درست فرستاده شد که t آن بیش از پنج دقیقه پیش است',
      },
      expected: { en: '401', fa: '401' },
      fix: {
        en: 'Reject a `t` that is more than 300 seconds before your clock. Otherwise a recorded call can be sent again.',
        fa: 't قدیمی‌تر از ۳۰۰ ثانیه را نپذیرید؛ وگرنه فراخوانی ضبط‌شده را می‌شود دوباره فرستاد.',
      },
    },
    run: async (context) => {
      const installation = await context.main();
      const answer = await installation.send(installation.event(), { shiftSeconds: -OUTSIDE_TOLERANCE_SECONDS });
      return verdictOf(rejected('the event', answer));
    },
  },
  {
    id: 'event-future',
    promise: 'signature',
    needs: ['event', 'event-forged', 'event-stale'],
    texts: {
      did: {
        en: 'sent a correctly signed event whose `t` is more than five minutes in the future',
        fa: 'رویدادی با امضای درست فرستاده شد که t آن بیش از پنج دقیقه در آینده است',
      },
      expected: { en: '401', fa: '401' },
      fix: {
        en: 'Compare the absolute difference: |now − t| ≤ 300.',
        fa: 'قدر مطلق اختلاف را بسنجید: |now − t| ≤ 300.',
      },
    },
    run: async (context) => {
      const installation = await context.main();
      const answer = await installation.send(installation.event(), { shiftSeconds: OUTSIDE_TOLERANCE_SECONDS });
      return verdictOf(rejected('the event', answer));
    },
  },
  {
    id: 'event-wrong-installation',
    promise: 'signature',
    needs: ['event', 'event-forged'],
    texts: {
      did: {
        en: 'sent an event in the name of one installation, signed with the secret of another; and one whose body names another installation than its header',
        fa: 'رویدادی به نام یک نصب با امضای کلید نصبی دیگر فرستاده شد؛ و رویدادی که بدنه و سرآیندش نصب‌های متفاوتی را نام می‌برند',
      },
      expected: { en: '4xx both times', fa: 'هر دو بار 4xx' },
      fix: {
        en: 'Use the secret of exactly the installation in Service-Installation-Id, and compare it with installation_id in the body.',
        fa: 'کلید همان نصبی را به کار ببرید که در Service-Installation-Id آمده، و آن را با installation_id بدنه مقایسه کنید.',
      },
    },
    run: async (context) => {
      const installation = await context.main();
      const other = await context.install();
      const { secret } = other.credentials;
      const foreignSecret = await installation.send(installation.event(), { secrets: [secret] });
      const foreignBody = await installation.send(installation.event({ installation_id: other.id }));
      return verdictOf(
        rejected("another installation's secret", foreignSecret),
        rejected('another installation in the body', foreignBody),
      );
    },
  },
];
