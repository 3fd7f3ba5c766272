/** What an update may change without the admin: nothing that costs more, reaches more or reveals more. */
import { PersonBrowser } from '../../../../apps/e2e/src/pages/person-browser.js';
import { expectSeen, type Attack } from './attack.js';
import { call, newKey, verdictOf } from './http.js';
import { pluginName } from './friendly-plugin.js';
import { charging, keepingNotes, newManifest, purchase, type Installed, type Manifest } from './parties.js';
import type { ProductionSystem } from './production-system.js';

const pollMs = 100;
const withinMs = 30_000;
const waits = 'waits for consent';

/** Publishes the next version. Resolves with what the installation does: it follows, or it waits for consent. */
async function update(system: ProductionSystem, { address }: Installed, next: Manifest): Promise<string> {
  await system.publish(next);
  for (let waited = 0; waited < withinMs; waited += pollMs) {
    const { json } = await call('GET', address, { token: system.tokens.admin });
    if (json['version'] === next.version) return 'follows';
    if (json['status'] === 'consent_pending') return waits;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return 'neither';
}

const serviceOf = (key: string) => ({ key, names: { en: key }, unit: 'page' });
const withRates = (manifest: Manifest, version: string, rates: Readonly<Record<string, string>>): Manifest => ({
  ...manifest,
  version,
  services: Object.keys(rates).map(serviceOf),
  plans: [{ key: 'basic', names: { en: 'Basic' }, rates }],
});

const prices: Attack = {
  name: 'no update makes the active plan dearer: by a rate, a new service or a service under another key',
  plantedDefect: 'dearer-without-consent',
  run: async (system) => {
    const risen = { rise: { page: '0.5' }, 'new service': { page: '0.25', 'page.hd': '90' }, renamed: { sheet: '5' } };
    const seen: Record<string, string> = {};
    for (const [name, rates] of Object.entries(risen)) {
      const manifest = newManifest(charging);
      await system.publish(manifest);
      const plugin = await system.install(manifest, { plan: 'basic' });
      await purchase(system, plugin, '100');
      seen[name] = await update(system, plugin, withRates(manifest, '1.1.0', rates));
      const body = { service: Object.keys(rates).at(-1), count: 1 };
      const answer = await verdictOf('POST', `${plugin.api}/wallet/consume`, {
        token: plugin.token,
        body,
        headers: newKey(),
      });
      const { json } = await call('GET', `${plugin.address}/wallet`, { token: system.tokens.admin });
      if (Number(json['available']) < 99) seen[`${name}: charge`] = answer;
    }
    return expectSeen(seen, waits);
  },
};

const power: Attack = {
  name: 'no update adds an action of a proposal, and a rule applies only the actions that its admin saw',
  plantedDefect: 'power-without-consent',
  run: async (system) => {
    const { instance, tokens } = system;
    const declaring = (actions: readonly string[]) => ({
      scopes: { 'proposals.calendar_event': 'Plans.' },
      proposals: [{ record_type: 'calendar_event', actions }],
    });
    const manifest = newManifest(declaring(['create']));
    await system.publish(manifest);
    const plugin = await system.install(manifest);
    const send = (path: string, body: object) =>
      call('POST', `${instance}/instance/v1${path}`, { token: tokens.admin, body });
    await send('/rules', { plugin_id: manifest.id, record_type: 'calendar_event', actions: ['create'] });
    const event = { title: 'Board meeting', starts_at: '2027-01-01T10:00:00Z', ends_at: '2027-01-01T11:00:00Z' };
    const { json: planned } = await send('/calendar', event);
    const proposal = {
      ...{ external_id: 'x', record_type: 'calendar_event', action: 'update', record_id: planned['id'] },
      ...{ changes: { title: 'changed without a person' }, summary: 'x' },
    };
    const propose = async () =>
      (await call('POST', `${plugin.api}/proposals`, { token: plugin.token, body: proposal })).json['status'];
    const updated = await update(system, plugin, { ...manifest, ...declaring(['create', 'update']), version: '1.1.0' });
    const before = await propose();
    await send(`/installations/${plugin.id}/update/consent`, {
      ...{ version: '1.1.0', scopes: ['proposals.calendar_event'], base_url: manifest.base_url },
    });
    const after = await propose();
    const { json } = await call('GET', `${instance}/instance/v1/calendar/${String(planned['id'])}`, {
      token: tokens.admin,
    });
    return expectSeen(
      {
        update: updated,
        'proposed before': before === 'applied' ? before : waits,
        'by the rule': after === 'applied' ? after : waits,
        title: json['title'] === event.title ? waits : json['title'],
      },
      waits,
    );
  },
};

const settingsOf = (isSecret: boolean) => ({
  ...keepingNotes,
  settings: {
    type: 'object',
    properties: { api_key: { type: 'string', title: 'Key', ...(isSecret && { writeOnly: true }) } },
  },
  ui: { app: { path: '/app' } },
});
const secrets: Attack = {
  name: 'a setting that was secret is shown to nobody after an update whose schema does not say so',
  plantedDefect: 'unmarked-secrets-shown',
  run: async (system) => {
    const secret = 'S3CRET-OF-THE-ADMIN';
    const manifest = newManifest(settingsOf(true));
    await system.publish(manifest);
    const plugin = await system.install(manifest, { settings: { api_key: secret } });
    const updated = await update(system, plugin, { ...manifest, ...settingsOf(false), version: '1.1.0' });
    const consent = { version: '1.1.0', scopes: ['records.own'], base_url: manifest.base_url };
    await call('POST', `${plugin.address}/update/consent`, { token: system.tokens.admin, body: consent });
    const member = new PersonBrowser(system.instance, system.secrets.signIn.password);
    await member.signIn('member');
    const { json } = await member.fetch(`/instance/v1/installations/${plugin.id}/handle`, {
      method: 'POST',
      json: { surface: 'app' },
    });
    const page = await call('GET', `${plugin.api}/installation`, {
      token: String(json['handle']),
      headers: { origin: `https://${pluginName}` },
    });
    const admin = await call('GET', plugin.address, { token: system.tokens.admin });
    const own = await call('GET', `${plugin.api}/installation`, { token: plugin.token });
    const shown = ({ text }: { text: string }): string => (text.includes(secret) ? 'shown' : 'hidden');
    return expectSeen(
      {
        update: updated === 'neither' ? updated : 'hidden',
        admin: shown(admin),
        page: page.status === 200 ? shown(page) : page.status,
        plugin: shown(own),
      },
      { update: 'hidden', admin: 'hidden', page: 'hidden', plugin: 'shown' },
    );
  },
};

export const consentAttacks: readonly Attack[] = [prices, power, secrets];
