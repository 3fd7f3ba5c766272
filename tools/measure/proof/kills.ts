import { apiClient } from '../../run/seed/api.js';
import { startWholeSystem, type WholeSystem } from '../bench/whole-system.js';
import { eventually } from './delivery-system.js';
import { killAtRandom } from './kill-targets.js';
import { atMost, exactly, type Proof, type ProofContext } from './proof.js';
import { changedBetweenAttempts, lostAndRepeated } from './received-events.js';
import { Receiver } from './receiver.js';
import { SettingsLoad } from './settings-load.js';

const endpoints = 50;
const perSecond = 300;
/** The most attempts that a delivery process has in flight per endpoint (docs/reference/delivery.md). */
const inFlightPerEndpoint = 4;
const targets = ['delivery', 'installation', 'gateway', 'nats', 'postgres'] as const;
const completeWithinMs = 300_000;

export const proof: Proof = {
  title:
    '200 kills of delivery, installation, gateway, NATS and PostgreSQL under 300 events/s: nothing acknowledged is lost',
  plantedDefect: 'endless-lease',
  run: async (context: ProofContext) => {
    const kills = context.isQuick ? 20 : 200;
    const preload = new URL(`apply-patches.mjs?patches=${context.patches.join()}`, import.meta.url).href;
    const system = await startWholeSystem(context.patches.length > 0 ? { NODE_OPTIONS: `--import=${preload}` } : {});
    const receiver = await Receiver.start();
    try {
      const load = new SettingsLoad(await install(system, receiver));
      context.report(`${endpoints} plugins installed`);
      load.start(perSecond);
      const killed = await killAtRandom(system, { targets, kills }, context);
      await load.stop();
      context.report(`${killed} kills, ${load.acknowledged.length} acknowledged changes`);
      const lostOf = async (): Promise<number> => {
        await receiver.collect();
        return lostAndRepeated(load.numbered(receiver.events), load.acknowledged).lost;
      };
      await eventually(async () => (await lostOf()) === 0, context.isQuick ? completeWithinMs / 3 : completeWithinMs);
      const events = load.numbered(receiver.events);
      const { lost, repeated } = lostAndRepeated(events, load.acknowledged);
      context.report(`${events.length} requests received`);
      return [
        exactly('kills', killed, { limit: kills, unit: 'kills' }),
        exactly('acknowledged events lost', lost, { limit: 0, unit: 'events' }),
        atMost('repeated requests', repeated, { limit: inFlightPerEndpoint * endpoints * kills, unit: 'requests' }),
        exactly('events with another body or id in a repeat', changedBetweenAttempts(events), {
          limit: 0,
          unit: 'events',
        }),
      ];
    } finally {
      receiver.stop();
      await system.stop();
    }
  },
};

/** Publishes and installs one plugin per endpoint, and returns their installations. */
async function install({ dev }: WholeSystem, receiver: Receiver): Promise<SettingsLoad['installations']> {
  const api = `${dev.instances[0]?.service_origin ?? ''}/instance/v1`;
  const token = dev.organisation.admin_token;
  const admin = apiClient(api, token);
  const ids: string[] = [];
  for (let n = 0; n < endpoints; n += 1) {
    const id = `com.example.proof${n}`;
    const base_url = receiver.baseUrlOf(n);
    await admin.post('/dev/releases', {
      manifest: {
        schema: '1',
        id,
        version: '1.0.0',
        publisher: 'proof',
        kind: 'external',
        plugin_api: '1.0',
        names: { en: 'Proof', fa: 'اثبات' },
        base_url,
        events: ['plugin.settings.changed'],
        settings: { type: 'object', properties: { number: { type: 'integer' } } },
      },
    });
    const body = { plugin_id: id, settings: { number: 0 }, consent: { scopes: [], base_url } };
    ids.push((await admin.post<{ installation_id: string }>('/installations', body)).installation_id);
  }
  for (const id of ids)
    await eventually(
      async () => (await admin.get<{ status: string }>(`/installations/${id}`)).status === 'installed',
      30_000,
    );
  return { api, token, ids };
}
