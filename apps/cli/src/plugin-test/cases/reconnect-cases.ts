/** A plugin that has lost its credentials gets new ones: `installed` with `reconnect`, and its forgeries. */
import type { TestCase } from '../case.js';
import type { TestContext } from '../test-context.js';
import type { TestInstallation } from '../test-installation.js';
import { accepted, rejected, verdictOf } from './steps.js';
import { OUTSIDE_TOLERANCE_SECONDS, stillStored } from './trust-cases.js';

/** The times of the calls of a case, so that each is newer than the one before without waiting. */
const [FIRST_SECONDS, SECOND_SECONDS, THIRD_SECONDS] = [-30, -20, -10];

const installEarlier = (context: TestContext): Promise<TestInstallation> =>
  context.install({ issuedShiftSeconds: FIRST_SECONDS });

const refused = {
  en: '401 each time, and the stored credentials go on working',
  fa: 'هر بار 401، و اطلاعات دسترسی ذخیره‌شده همچنان کار کند',
};

export const reconnectCases: readonly TestCase[] = [
  {
    id: 'reconnect',
    promise: 'credentials',
    needs: ['installed', 'event', 'event-forged', 'rotation'],
    texts: {
      did: {
        en: 'sent `installed` with "reconnect": true, new credentials and the signature of the new secret, for a known installation and for an unknown one; then an event with the new secret, and one with the lost one',
        fa: '«installed» با "reconnect": true، اطلاعات دسترسی تازه و امضای کلید تازه برای نصبی شناخته‌شده و نصبی ناشناس فرستاده شد؛ سپس رویدادی با کلید تازه و یکی با کلید گم‌شده',
      },
      expected: {
        en: '2xx for `installed` and for the event with the new secret, 401 for the lost one',
        fa: 'برای «installed» و رویداد با کلید تازه 2xx، و برای کلید گم‌شده 401',
      },
      fix: {
        en: 'At "reconnect": true verify Service-Signature with the secret in the body and the issuer as at the first `installed`. Then replace token and secret; the old ones are dead.',
        fa: 'وقتی "reconnect": true آمده، Service-Signature را با کلید داخل بدنه و صادرکننده را مثل اولین «installed» بررسی کنید. بعد توکن و کلید را عوض کنید؛ قبلی‌ها دیگر اعتبار ندارند.',
      },
    },
    run: async (context) => {
      const installation = await installEarlier(context);
      const [lost, fresh] = [installation.credentials, context.newCredentials()];
      installation.credentials = fresh;
      const known = await installation.reconnect(fresh);
      const unknown = context.newInstallation();
      const event = await installation.send(installation.event());
      const old = await installation.send(installation.event(), { secrets: [lost.secret] });
      return verdictOf(
        accepted('a known installation', known),
        accepted('an unknown installation', await unknown.reconnect(unknown.credentials)),
        accepted('an event signed with the new secret', event),
        rejected('an event signed with the lost secret', old),
      );
    },
  },
  {
    id: 'reconnect-replayed',
    promise: 'trust',
    needs: ['installed', 'installed-forged', 'event', 'event-forged', 'reconnect'],
    texts: {
      did: {
        en: 'reconnected twice, then sent the first `installed` with "reconnect" again, and one whose issuer signature is more than five minutes old',
        fa: 'اتصال دو بار تازه شد و سپس اولین «installed» با reconnect دوباره فرستاده شد، و یکی که امضای صادرکننده‌اش بیش از پنج دقیقه پیش است',
      },
      expected: refused,
      fix: {
        en: 'Store `iat` of the newest accepted issuer signature, and accept a reconnect only with a newer one that is at most five minutes old. Otherwise a recorded call puts old credentials back.',
        fa: 'مقدار iat تازه‌ترین امضای صادرکنندهٔ پذیرفته‌شده را نگه دارید و reconnect را فقط با iat تازه‌تر و حداکثر پنج دقیقه‌ای بپذیرید. وگرنه فراخوانی ضبط‌شده اطلاعات دسترسی قدیمی را برمی‌گرداند.',
      },
    },
    run: async (context) => {
      const installation = await installEarlier(context);
      const [first, second, third] = [context.newCredentials(), context.newCredentials(), context.newCredentials()];
      installation.credentials = first;
      const one = await installation.reconnect(first, { issuedShiftSeconds: SECOND_SECONDS });
      installation.credentials = second;
      const other = await installation.reconnect(second, { issuedShiftSeconds: THIRD_SECONDS });
      const replayed = await installation.reconnect(first, { issuedShiftSeconds: SECOND_SECONDS });
      const stale = await installation.reconnect(third, { issuedShiftSeconds: OUTSIDE_TOLERANCE_SECONDS });
      return verdictOf(
        accepted('the first reconnect', one),
        accepted('the second reconnect', other),
        rejected('the first one again', replayed),
        rejected('an old one', stale),
        ...(await stillStored(installation, first)),
      );
    },
  },
  {
    id: 'reconnect-other-instance',
    promise: 'trust',
    needs: ['installed-other-instance', 'installed', 'installed-forged', 'event', 'event-forged', 'reconnect'],
    texts: {
      did: {
        en: 'sent `installed` with "reconnect": true for a known installation from another instance that the hub lists: with its own name, then with the name of the right one',
        fa: '«installed» با "reconnect": true برای نصبی شناخته‌شده از نمونهٔ دیگری از فهرست هاب فرستاده شد: با نام خودش، سپس با نام نمونهٔ درست',
      },
      expected: refused,
      fix: {
        en: 'Accept a reconnect only from the instance that is stored: `iss` is the origin of the stored api_base, and the hub lists the key for it (service_origins).',
        fa: 'reconnect را فقط از نمونه‌ای که ذخیره شده بپذیرید: iss مبدأ api_base ذخیره‌شده است و هاب کلید را برای همان آورده است (service_origins).',
      },
    },
    run: async (context) => {
      const installation = await installEarlier(context);
      const foreign = context.newCredentials();
      const { key, origin } = context.service.otherInstance;
      const asItself = await installation.reconnect(foreign, { issuerKey: key, issuerOrigin: origin });
      const asFirst = await installation.reconnect(foreign, { issuerKey: key });
      return verdictOf(
        rejected('with its own name', asItself),
        rejected('with the name of the right one', asFirst),
        ...(await stillStored(installation, foreign)),
      );
    },
  },
  {
    id: 'reconnect-other-address',
    promise: 'trust',
    needs: ['installed', 'installed-forged', 'event', 'event-forged', 'reconnect', 'reconnect-other-instance'],
    texts: {
      did: {
        en: 'sent `installed` with "reconnect": true for a known installation with the api_base of another instance, correctly signed by that one; then by the right instance',
        fa: '«installed» با "reconnect": true برای نصبی شناخته‌شده با api_base نمونه‌ای دیگر و با امضای درست همان فرستاده شد؛ سپس با امضای نمونهٔ درست',
      },
      expected: refused,
      fix: {
        en: 'Compare the origin of api_base with the stored one, and `iss` with both. An installation never moves to another instance.',
        fa: 'مبدأ api_base را با مبدأ ذخیره‌شده و iss را با هر دو مقایسه کنید. نصب هیچ‌وقت به نمونهٔ دیگری نمی‌رود.',
      },
    },
    run: async (context) => {
      const installation = await installEarlier(context);
      const foreign = context.newCredentials();
      const { key, origin } = context.service.otherInstance;
      const delivery = { api_base: `${origin}${new URL(installation.apiBase).pathname}` };
      const byOther = await installation.reconnect(foreign, { delivery, issuerKey: key, issuerOrigin: origin });
      const byRight = await installation.reconnect(foreign, { delivery });
      return verdictOf(
        rejected('signed by the other instance', byOther),
        rejected('signed by the right instance', byRight),
        ...(await stillStored(installation, foreign)),
      );
    },
  },
];
