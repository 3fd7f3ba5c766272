/** The lifecycle: `installed`, its repetitions and forgeries, rotation by the admin, `removed`. */
import type { TestCase, Text } from '../case.js';
import { isAccepted, shown } from '../plugin-call.js';
import { otherKey } from '../test-installation.js';
import { acceptsRewritten, rawBodyFix } from './raw-body.js';
import { accepted, failed, rejected, verdictOf } from './steps.js';

/** The plugin has the keys and refuses all the same: the usual cause is another id in its code. */
const refusedIssuer = (pluginId: string): Text => ({
  en: `Compare the plugin id in your code with the id in the manifest, ${pluginId}: Service-Issuer-Signature names the plugin that it is meant for (aud), and both ids must be the same. If they are, verify it over the raw bytes of the body with the keys at {KUSHK_BASE_URL}/.well-known/jwks.json, and Service-Signature with the secret in the body.`,
  fa: `شناسهٔ افزونه در کد را با شناسهٔ مانیفست، ${pluginId}، مقایسه کنید: Service-Issuer-Signature نام افزونه‌ای را دارد که برای آن است (aud) و این دو شناسه باید یکی باشند. اگر یکی هستند، آن را روی بایت‌های خام بدنه با کلیدهای ‎{KUSHK_BASE_URL}/.well-known/jwks.json و Service-Signature را با کلید داخل بدنه بررسی کنید.`,
});

export const lifecycleCases: readonly TestCase[] = [
  {
    id: 'installed',
    promise: 'trust',
    needs: [],
    isBasic: true,
    texts: {
      did: {
        en: 'sent `installed` with new credentials',
        fa: '«installed» با اطلاعات دسترسی تازه فرستاده شد',
      },
      expected: { en: 'a 2xx within ten seconds', fa: 'پاسخ 2xx در کمتر از ده ثانیه' },
      fix: {
        en: 'Store token and signing_secret by installation_id, then answer 200. Verify Service-Signature with the secret in the body and Service-Issuer-Signature with the keys at {KUSHK_BASE_URL}/.well-known/jwks.json.',
        fa: 'token و signing_secret را برای installation_id نگه دارید و 200 برگردانید. Service-Signature را با کلید داخل بدنه و Service-Issuer-Signature را با کلیدهای ‎{KUSHK_BASE_URL}/.well-known/jwks.json بررسی کنید.',
      },
    },
    run: async (context) => {
      const { service, options } = context;
      const requestsBefore = service.hub.keyRequests;
      const installation = context.newInstallation();
      const answer = await installation.installed();
      if (isAccepted(answer)) return verdictOf(accepted('installed', answer));
      const isRefused = answer.status === 401 || answer.status === 403;
      if (
        isRefused &&
        (await acceptsRewritten((writtenBy) => context.newInstallation().installed(undefined, { writtenBy })))
      )
        return failed(shown(answer), rawBodyFix);
      if (answer.status === null && answer.error?.startsWith('ECONN') === true)
        return failed(`${options.baseUrl}: ${shown(answer)}`, {
          en: `Nothing listens at ${options.baseUrl}. Start the plugin, or let this command start it: --run "npm run dev".`,
          fa: `چیزی در ${options.baseUrl} گوش نمی‌دهد. افزونه را اجرا کنید یا اجرایش را به همین فرمان بسپارید: ‎--run "npm run dev".`,
        });
      if (isRefused && service.hub.keyRequests === requestsBefore)
        return failed(shown(answer), {
          en: `The plugin did not ask this command for its keys. Start it with KUSHK_BASE_URL=${service.hub.origin}, or let this command start it (--run). If it was started so, compare the plugin id in its code with the id in the manifest, ${options.manifest.id}.`,
          fa: `افزونه کلیدهای این فرمان را نخواست. آن را با KUSHK_BASE_URL=${service.hub.origin} اجرا کنید یا اجرایش را به همین فرمان بسپارید (‎--run). اگر همین‌طور اجرا شده، شناسهٔ افزونه در کد را با شناسهٔ مانیفست، ${options.manifest.id}، مقایسه کنید.`,
        });
      if (isRefused && !answer.body.includes('signature.invalid'))
        return failed(shown(answer), refusedIssuer(options.manifest.id));
      return verdictOf(accepted('installed', answer));
    },
  },
  {
    id: 'installed-repeated',
    promise: 'credentials',
    needs: ['installed'],
    texts: {
      did: {
        en: 'sent the same `installed` twice, as after a lost answer',
        fa: 'همان «installed» دو بار فرستاده شد، مثل وقتی پاسخ گم شده باشد',
      },
      expected: { en: '2xx both times', fa: 'هر دو بار 2xx' },
      fix: {
        en: 'Answer 200 when the installation is known with the same credentials. The service repeats `installed` until it gets a 2xx.',
        fa: 'اگر نصب با همین اطلاعات دسترسی شناخته شده است، 200 برگردانید. سرویس «installed» را تا گرفتن 2xx تکرار می‌کند.',
      },
    },
    run: async (context) => {
      const installation = await context.install();
      const second = await installation.installed();
      return verdictOf(
        accepted('the second `installed`', second),
        accepted('an event after it', await installation.send(installation.event())),
      );
    },
  },
  {
    id: 'installed-forged',
    promise: 'trust',
    needs: ['installed'],
    texts: {
      did: {
        en: 'sent `installed` that is correctly signed with the secret in its own body, but whose Service-Issuer-Signature is of an unknown key; then without that signature',
        fa: '«installed» فرستاده شد که با کلید داخل بدنهٔ خودش درست امضا شده، ولی Service-Issuer-Signature آن از کلیدی ناشناس است؛ سپس بدون آن امضا',
      },
      expected: { en: '401 both times, and nothing stored', fa: 'هر دو بار 401، و چیزی ذخیره نشود' },
      fix: {
        en: 'Verify Service-Issuer-Signature (EdDSA, detached JWS) with the keys of the hub before you store anything. Anybody can sign with a secret that they send along.',
        fa: 'پیش از ذخیره، Service-Issuer-Signature (EdDSA، JWS جدا) را با کلیدهای هاب بررسی کنید. هر کسی می‌تواند با کلیدی که خودش فرستاده امضا کند.',
      },
    },
    run: async (context) => {
      const installation = context.newInstallation();
      const unknownKey = await installation.installed(undefined, { issuerKey: otherKey() });
      const unsigned = await installation.installed(undefined, { issuerKey: null });
      return verdictOf(
        rejected('an unknown key', unknownKey),
        rejected('without Service-Issuer-Signature', unsigned),
        rejected('an event of that installation', await installation.send(installation.event())),
      );
    },
  },
  {
    id: 'installed-other-plugin',
    promise: 'trust',
    needs: ['installed', 'installed-forged'],
    texts: {
      did: {
        en: 'sent `installed` whose Service-Issuer-Signature names another plugin (aud)',
        fa: '«installed» فرستاده شد که Service-Issuer-Signature آن نام افزونهٔ دیگری را دارد (aud)',
      },
      expected: { en: '401', fa: '401' },
      fix: {
        en: 'Compare `aud` of the issuer signature with the id of your manifest.',
        fa: 'مقدار aud امضای صادرکننده را با id مانیفست خود مقایسه کنید.',
      },
    },
    run: async (context) => {
      const answer = await context.newInstallation().installed(undefined, { audience: 'ir.example.other' });
      return verdictOf(rejected('installed', answer));
    },
  },
  {
    id: 'rotation',
    promise: 'credentials',
    needs: ['installed', 'event'],
    texts: {
      did: {
        en: 'sent `installed` with new credentials for a known installation, signed with the old secret; then events signed with the new secret, and one with the old one that was under way',
        fa: '«installed» با اطلاعات دسترسی تازه برای نصبی شناخته‌شده، با امضای کلید قدیمی فرستاده شد؛ سپس رویدادهایی با کلید تازه و یکی با کلید قدیمی که در راه بود',
      },
      expected: { en: '2xx for each', fa: 'برای هر کدام 2xx' },
      fix: {
        en: 'Verify `installed` for a known installation with the secret that you have, store the new one, and accept both for a while.',
        fa: '«installed» برای نصب شناخته‌شده را با کلیدی که دارید بررسی کنید، کلید تازه را ذخیره کنید و مدتی هر دو را بپذیرید.',
      },
    },
    run: async (context) => {
      const installation = await context.install();
      const [old, fresh] = [installation.credentials, context.newCredentials()];
      installation.furtherTokens.add(fresh.token);
      const delivered = await installation.installed(fresh);
      installation.credentials = fresh;
      return verdictOf(
        accepted('`installed` with new credentials', delivered),
        accepted('an event signed with the new secret', await installation.send(installation.event())),
        accepted(
          'an event signed with the old secret',
          await installation.send(installation.event(), { secrets: [old.secret] }),
        ),
      );
    },
  },
  {
    id: 'removed-forged',
    promise: 'trust',
    needs: ['installed', 'installed-forged', 'event'],
    texts: {
      did: {
        en: 'sent `removed` three times: signed with another secret and an unknown key, with the right secret but an unknown key, and with another secret but by the instance',
        fa: '«removed» سه بار فرستاده شد: با کلیدی دیگر و صادرکننده‌ای ناشناس، با کلید درست ولی صادرکننده‌ای ناشناس، و با کلیدی دیگر ولی از خود نمونه',
      },
      expected: { en: '401 each time, and the installation goes on working', fa: 'هر بار 401، و نصب همچنان کار کند' },
      fix: {
        en: 'Verify both signatures of `removed`, like those of every other lifecycle call, before you delete anything.',
        fa: 'پیش از حذف هر چیز، هر دو امضای «removed» را مانند دیگر فراخوانی‌های چرخهٔ عمر بررسی کنید.',
      },
    },
    run: async (context) => {
      const installation = await context.install();
      const { secret } = context.newCredentials();
      const both = await installation.removed({ secrets: [secret], issuerKey: otherKey() });
      const issuer = await installation.removed({ issuerKey: otherKey() });
      const signature = await installation.removed({ secrets: [secret] });
      return verdictOf(
        rejected('another secret and an unknown key', both),
        rejected('an unknown key', issuer),
        rejected('another secret', signature),
        accepted('an event after it', await installation.send(installation.event())),
      );
    },
  },
  {
    id: 'removed',
    promise: 'credentials',
    needs: ['installed', 'event'],
    texts: {
      did: {
        en: 'sent `removed`, then `removed` again as after a lost answer, then an event with the old secret',
        fa: '«removed» فرستاده شد، سپس دوباره مثل وقتی پاسخ گم شده باشد، و بعد رویدادی با کلید قدیمی',
      },
      expected: { en: '2xx, 2xx, then 401 for the event', fa: '2xx، 2xx، و 401 برای رویداد' },
      fix: {
        en: 'Delete the credentials at `removed` and reject what comes later. Answer 2xx to a repeated `removed` whose issuer signature is valid, because there is no secret any more.',
        fa: 'با «removed» اطلاعات دسترسی را پاک کنید و فراخوانی‌های بعدی را نپذیرید. به «removed» تکراری که امضای صادرکنندهٔ معتبر دارد 2xx بدهید، چون دیگر کلیدی نمانده است.',
      },
    },
    run: async (context) => {
      const installation = await context.install();
      const first = await installation.removed();
      const second = await installation.removed();
      return verdictOf(
        accepted('removed', first),
        accepted('the repeated `removed`', second),
        rejected('an event after it', await installation.send(installation.event())),
      );
    },
  },
];
