/** Who may install the plugin or renew its credentials: unlisted and other instances, and halves of a signature. */
import type { TestCase } from '../case.js';
import { otherKey, type TestInstallation } from '../test-installation.js';
import type { Credentials } from '../test-installation.js';
import { accepted, rejected, verdictOf, type Step } from './steps.js';

/** Ten seconds beyond what a plugin accepts. */
export const OUTSIDE_TOLERANCE_SECONDS = -310;

const goOnWorking = {
  en: '401 each time, and the stored credentials go on working',
  fa: 'هر بار 401، و اطلاعات دسترسی ذخیره‌شده همچنان کار کند',
};

/** The stored credentials are still the ones that count. */
export async function stillStored(installation: TestInstallation, foreign: Credentials): Promise<readonly Step[]> {
  const foreignEvent = await installation.send(installation.event(), { secrets: [foreign.secret] });
  return [
    accepted('an event signed with the stored secret', await installation.send(installation.event())),
    rejected('an event signed with the foreign secret', foreignEvent),
  ];
}

export const trustCases: readonly TestCase[] = [
  {
    id: 'installed-unlisted',
    promise: 'trust',
    needs: ['installed', 'installed-forged'],
    texts: {
      did: {
        en: 'sent `installed` from an origin that the hub does not list: it publishes its own keys at its own address, and both signatures are right',
        fa: '«installed» از مبدأیی فرستاده شد که در فهرست هاب نیست: کلیدهای خودش را در نشانی خودش منتشر می‌کند و هر دو امضا درست‌اند',
      },
      expected: { en: '401, and nothing stored', fa: '401، و چیزی ذخیره نشود' },
      fix: {
        en: 'Accept only a key that {KUSHK_BASE_URL}/.well-known/jwks.json lists. Keys at {iss}/.well-known/jwks.json prove nothing alone: anybody can publish some, and would own your plugin.',
        fa: 'فقط کلیدی را بپذیرید که در {KUSHK_BASE_URL}/.well-known/jwks.json آمده است. کلیدهای {iss}/.well-known/jwks.json به‌تنهایی چیزی را ثابت نمی‌کنند: هر کسی می‌تواند کلید منتشر کند و افزونهٔ شما را در اختیار بگیرد.',
      },
    },
    run: async (context) => {
      const installation = context.newInstallation(context.service.unlisted);
      return verdictOf(
        rejected('installed', await installation.installed()),
        rejected('an event of that installation', await installation.send(installation.event())),
      );
    },
  },
  {
    id: 'installed-other-instance',
    promise: 'trust',
    needs: ['installed', 'installed-forged', 'installed-unlisted'],
    texts: {
      did: {
        en: 'sent `installed` in the name of one instance (iss and api_base), signed by another instance that the hub lists; then with the own name of that instance, but the api_base of the first',
        fa: '«installed» به نام یک نمونه (iss و api_base) ولی با امضای نمونهٔ دیگری از فهرست هاب فرستاده شد؛ سپس با نام خود آن نمونه، ولی api_base نمونهٔ اول',
      },
      expected: { en: '401 both times, and nothing stored', fa: 'هر دو بار 401، و چیزی ذخیره نشود' },
      fix: {
        en: 'Compare `iss` with the origin of api_base, and accept a key only for the origins that the hub lists with it (service_origins). Otherwise every instance can act for every other one.',
        fa: 'iss را با مبدأ api_base مقایسه کنید و هر کلید را فقط برای مبدأهایی بپذیرید که هاب همراهش آورده است (service_origins). وگرنه هر نمونه می‌تواند به نام نمونه‌های دیگر کار کند.',
      },
    },
    run: async (context) => {
      const installation = context.newInstallation();
      const { key, origin } = context.service.otherInstance;
      const asFirst = await installation.installed(undefined, { issuerKey: key });
      const asItself = await installation.installed(undefined, { issuerKey: key, issuerOrigin: origin });
      return verdictOf(
        rejected('in the name of the first', asFirst),
        rejected('with the api_base of the first', asItself),
        rejected('an event of that installation', await installation.send(installation.event())),
      );
    },
  },
  {
    id: 'installed-stale',
    promise: 'trust',
    needs: ['installed', 'installed-forged'],
    texts: {
      did: {
        en: 'sent `installed` whose issuer signature is more than five minutes old (iat), with a fresh Service-Signature',
        fa: '«installed» فرستاده شد که امضای صادرکننده‌اش (iat) بیش از پنج دقیقه پیش است، با Service-Signature تازه',
      },
      expected: { en: '401, and nothing stored', fa: '401، و چیزی ذخیره نشود' },
      fix: {
        en: 'Refuse an issuer signature whose `iat` is more than 300 seconds away from your clock.',
        fa: 'امضای صادرکننده‌ای را که iat آن بیش از ۳۰۰ ثانیه با ساعت شما فاصله دارد نپذیرید.',
      },
    },
    run: async (context) => {
      const installation = context.newInstallation();
      const stale = await installation.installed(undefined, { issuedShiftSeconds: OUTSIDE_TOLERANCE_SECONDS });
      return verdictOf(
        rejected('installed', stale),
        rejected('an event of that installation', await installation.send(installation.event())),
      );
    },
  },
  {
    id: 'rotation-forged-issuer',
    promise: 'trust',
    needs: ['installed', 'installed-forged', 'event', 'event-forged'],
    texts: {
      did: {
        en: 'sent `installed` with foreign credentials for a known installation, signed with its secret, but by an unknown key; then without an issuer signature',
        fa: '«installed» با اطلاعات دسترسی بیگانه برای نصبی شناخته‌شده فرستاده شد که با کلید همان نصب امضا شده، ولی صادرکننده‌اش ناشناس است؛ سپس بدون امضای صادرکننده',
      },
      expected: goOnWorking,
      fix: {
        en: 'Verify Service-Issuer-Signature also when the installation is known: otherwise a reader of one secret could replace it by another.',
        fa: 'Service-Issuer-Signature را وقتی نصب شناخته‌شده است هم بررسی کنید؛ وگرنه هر کس یک کلید را خوانده باشد می‌تواند کلید خودش را جای آن بگذارد.',
      },
    },
    run: async (context) => {
      const installation = await context.install();
      const foreign = context.newCredentials();
      const unknownKey = await installation.installed(foreign, { issuerKey: otherKey() });
      const unsigned = await installation.installed(foreign, { issuerKey: null });
      return verdictOf(
        rejected('an unknown key', unknownKey),
        rejected('without Service-Issuer-Signature', unsigned),
        ...(await stillStored(installation, foreign)),
      );
    },
  },
  {
    id: 'rotation-forged-secret',
    promise: 'trust',
    needs: ['installed', 'event', 'event-forged', 'rotation'],
    texts: {
      did: {
        en: 'sent `installed` with other credentials for a known installation, by the right instance, but signed with the secret in its own body and without `reconnect`',
        fa: '«installed» با اطلاعات دسترسی دیگر برای نصبی شناخته‌شده و از نمونهٔ درست فرستاده شد، ولی با کلید داخل بدنهٔ خودش امضا شده و reconnect ندارد',
      },
      expected: goOnWorking,
      fix: {
        en: 'Verify `installed` for a known installation with the stored secret. Only a call with "reconnect": true is signed with the secret that it brings.',
        fa: '«installed» برای نصب شناخته‌شده را با کلید ذخیره‌شده بررسی کنید. فقط فراخوانی‌ای که "reconnect": true دارد با کلید داخل خودش امضا می‌شود.',
      },
    },
    run: async (context) => {
      const installation = await context.install();
      const foreign = context.newCredentials();
      const forged = await installation.installed(foreign, { secrets: [foreign.secret] });
      return verdictOf(rejected('the forged `installed`', forged), ...(await stillStored(installation, foreign)));
    },
  },
];
