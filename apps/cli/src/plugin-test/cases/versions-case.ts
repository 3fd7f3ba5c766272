/** One address serves the installations of all versions, also of a version that the plugin does not know yet. */
import type { TestCase } from '../case.js';
import { accepted, verdictOf } from './steps.js';

export const versionsCase: TestCase = {
  id: 'versions',
  promise: 'effect',
  needs: ['installed', 'event', 'tool'],
  texts: {
    did: {
      en: 'sent an event and called each tool for two installations at once: one runs the version of the manifest, the other a higher one (Service-Plugin-Version)',
      fa: 'برای دو نصب هم‌زمان رویدادی فرستاده و هر ابزار فراخوانی شد: یکی نسخهٔ مانیفست را دارد و دیگری نسخه‌ای بالاتر (Service-Plugin-Version)',
    },
    expected: { en: '2xx for each', fa: 'برای هر کدام 2xx' },
    fix: {
      en: 'Serve every version at one address: installations move to a new version one after the other. Serve a version that you do not know as your newest one: an installation may move before your own deployment has ended.',
      fa: 'همهٔ نسخه‌ها را در یک نشانی پاسخ دهید: نصب‌ها یکی‌یکی به نسخهٔ تازه می‌روند. نسخه‌ای را که نمی‌شناسید مثل تازه‌ترین نسخهٔ خود پاسخ دهید: شاید نصبی پیش از پایان استقرار شما به آن برود.',
    },
  },
  run: async (context) => {
    const headers = { 'service-plugin-version': versionAfter(context.manifest.version) };
    const versions = [
      { name: 'the version of the manifest', installation: await context.main(), headers: {} },
      { name: 'a higher version', installation: await context.install({ headers }), headers },
    ];
    const steps = await Promise.all(
      versions.map(async ({ name, installation, headers }) => {
        const event = await installation.send(installation.event(), { headers });
        const tools = (context.manifest.tools ?? []).map(async (tool) => {
          const answer = await context.callTool(installation, tool, { headers });
          return accepted(`${tool.name}, ${name}`, answer);
        });
        return [accepted(`the event, ${name}`, event), ...(await Promise.all(tools))];
      }),
    );
    return verdictOf(...steps.flat());
  },
};

/** The next patch version. */
function versionAfter(version: string): string {
  const [major = '0', minor = '0', patch = '0'] = version.split(/[-+]/)[0]?.split('.') ?? [];
  return `${major}.${minor}.${Number(patch) + 1}`;
}
