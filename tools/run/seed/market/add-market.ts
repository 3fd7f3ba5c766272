/**
 * The demo's market: plugins of several publishers in every status, installations of some of them, and an inbox with
 * something of every kind. It is added after the system is ready, on the first start only, because it takes longer than
 * a start should.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { apiClient, pollUntil, type Api } from '../api.js';
import { readCompany } from '../company.js';
import { addMembers, publisherKey, type Manifest } from '../hub.js';
import { readState, updateState } from '../seed-state.js';
import { fillInbox, type DemoInbox } from './inbox.js';
import { installDemo, type InstalledDemo } from './installations.js';
import { bringTo, type DemoRelease, type TargetStatus } from './releases.js';

export interface MarketOptions {
  readonly statePath: string;
  readonly hubUrl: string;
  readonly operator: Api;
  readonly reviewer: Api;
  readonly orgAdmin: Api;
}

interface ReleasePlan {
  readonly version: string;
  readonly to: TargetStatus;
  readonly tier: string;
  readonly notes: string;
  readonly reason?: string;
  /** Published only after the version before it is installed, so that its consent is asked for. */
  readonly after_install?: true;
  readonly with?: Partial<Manifest>;
}
interface PluginPlan {
  readonly publisher: string;
  readonly manifest: Manifest;
  readonly releases: readonly ReleasePlan[];
}

/** The publishers that the seed has not added yet. */
const publishers: Readonly<Record<string, string>> = { parsan: 'نرم‌افزار پارسان' };
const crm = 'ir.parsan.crm';
const sms = 'ir.parsan.sms';
const meetings = 'ir.acme.meetings';
/** One more than the failures that open a circuit. */
const SETTINGS_CHANGES = 6;
const timeoutMs = 60_000;

/** Adds the market. Can be repeated after an interruption; does nothing once it is complete. */
export async function addMarket(options: MarketOptions): Promise<void> {
  const { statePath } = options;
  if (readState(statePath).market === true) return;
  const plans = yamlFile('plugins.yaml') as readonly PluginPlan[];
  await publishPlans(options, plans, (release) => release.after_install !== true);
  const installed = await installPlugins(options, plans);
  await publishPlans(options, plans, (release) => release.after_install === true);
  await Promise.all([
    useWallet(installed.crm.plugin),
    failEvents(options.orgAdmin, installed.sms.installationId),
    fillInbox({
      inbox: yamlFile('inbox.yaml') as DemoInbox,
      today: readState(statePath).company?.day ?? '',
      orgAdmin: options.orgAdmin,
      titleOf: caseTitle,
      plugins: { crm: installed.crm.plugin, meetings: installed.meetings.plugin, sms: installed.sms.plugin },
    }),
  ]);
  updateState(statePath, { market: true });
}

function yamlFile(name: string): unknown {
  return parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
}

async function publishPlans(
  options: MarketOptions,
  plans: readonly PluginPlan[],
  isMeant: (release: ReleasePlan) => boolean,
): Promise<void> {
  for (const { publisher: id, manifest, releases } of plans) {
    const meant = releases.filter(isMeant);
    if (meant.length === 0) continue;
    const publisher = await publisherApi(options, id);
    for (const { version, to, tier, notes, reason = '', with: changes = {} } of meant) {
      const release: DemoRelease = { manifest: { ...manifest, ...changes, version }, to, tier, notes, reason };
      await bringTo(release, { publisher, reviewer: options.reviewer, operator: options.operator });
    }
  }
}

async function publisherApi({ hubUrl, operator, statePath }: MarketOptions, id: string): Promise<Api> {
  const publisher = { id, name: publishers[id] ?? id };
  const key = await publisherKey({ hubUrl, operator, publisher, statePath });
  await addMembers(operator, id);
  return apiClient(`${hubUrl}/developer/v1`, key);
}

interface Plugins {
  readonly crm: InstalledDemo;
  readonly sms: InstalledDemo;
  readonly meetings: InstalledDemo;
}

async function installPlugins({ orgAdmin, statePath }: MarketOptions, plans: readonly PluginPlan[]): Promise<Plugins> {
  const install = async (id: string, version: string, money: { plan: string | null; mu: string | null }) => {
    const plan = plans.find(({ manifest }) => manifest.id === id);
    if (plan === undefined) throw new Error(`plugins.yaml has no ${id}`);
    return installDemo(orgAdmin, { ...plan.manifest, version }, { statePath, ...money });
  };
  return {
    crm: await install(crm, '1.4.0', { plan: 'start', mu: '120' }),
    sms: await install(sms, '0.9.2', { plan: 'pay', mu: '2' }),
    meetings: await install(meetings, '1.1.0', { plan: null, mu: null }),
  };
}

/** Consumption, and one hold that is still open. */
async function useWallet(plugin: Api): Promise<void> {
  const service = 'match.customer';
  for (const count of [12, 31, 7, 18])
    await plugin.post('/wallet/consume', { service, count, reference: `batch-${count}` }, `demo.consume.${count}`);
  await plugin.post('/wallet/holds', { service, count: 20, ttl_seconds: 86_400 }, 'demo.hold');
}

/** Nobody runs the plugin, so the events of changed settings fail until its circuit opens. */
async function failEvents(orgAdmin: Api, installationId: string): Promise<void> {
  const path = `/installations/${installationId}`;
  for (let number = 1; number <= SETTINGS_CHANGES; number += 1)
    await orgAdmin.put(`${path}/settings`, { settings: { sender: `300${number}` } });
  await pollUntil('the open circuit of the demo', timeoutMs, async () => {
    const { events } = await orgAdmin.get<{ events: { state: string } }>(`${path}/health`);
    return events.state === 'open' ? events : null;
  });
}

function caseTitle(key: string): string {
  const found = readCompany().cases.find((one) => one.key === key);
  if (found === undefined) throw new Error(`the demo names the case "${key}", which does not exist`);
  return found.title;
}
