/**
 * Months that are over, for `KUSHK_DEMO=months`. Usage closes with its month, and nothing writes a past one: the test
 * clocks of the hub and of the instance are moved, which the pages say ever after (docs/reference/test-clock.md).
 */
import { apiClient, pollUntil, type Api } from '../api.js';
import { readState, updateState } from '../seed-state.js';

export interface MonthsOptions {
  readonly statePath: string;
  readonly operator: Api;
  readonly platform: Api;
  readonly orgAdmin: Api;
}
interface Installed {
  readonly installation_id: string;
  readonly plugin_id: string;
}

/** So early in the next month the hub still waits for the instance, and states no partial month. */
const DAY_OF_NEXT_MONTH = 2;
const daysToNextMonth = (now: Date): number =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate() -
  now.getUTCDate() +
  DAY_OF_NEXT_MONTH;
/** What the plugin did in each month, in units of its service. */
const MONTHS: readonly (readonly number[])[] = [
  [14, 22],
  [9, 17],
];
const CRM = 'ir.parsan.crm';
const PUBLISHER = 'parsan';
const timeoutMs = 60_000;

/** Lets two months pass, with usage in each, until the hub has stated them. Does nothing once it is complete. */
export async function addMonths(options: MonthsOptions): Promise<void> {
  const { statePath, operator, platform, orgAdmin } = options;
  const { months = 0, tokens = {} } = readState(statePath);
  if (months === MONTHS.length) return;
  const { items } = await orgAdmin.get<{ items: readonly Installed[] }>('/installations?limit=200');
  const id = items.find(({ plugin_id }) => plugin_id === CRM)?.installation_id ?? '';
  const stored = tokens[id];
  if (stored === undefined) throw new Error(`the demo has not installed ${CRM}`);
  const plugin = apiClient(stored.api_base, stored.token);
  for (const [at, counts] of MONTHS.entries()) {
    if (at < months) continue;
    await orgAdmin.post(`/installations/${id}/wallet/gifts`, { mu: '30' }, `demo.months.gift.${at}`);
    for (const count of counts)
      await plugin.post('/wallet/consume', { service: 'match.customer', count }, `demo.months.${at}.${count}`);
    const { now } = await operator.get<{ now: string }>('/dev/clock');
    const body = { advance: `P${daysToNextMonth(new Date(now))}D` };
    await platform.post('/dev/clock', body, `demo.months.instance.${at}`);
    await operator.post('/dev/clock', body, `demo.months.hub.${at}`);
    await stated(operator, at + 1);
    updateState(statePath, { months: at + 1 });
  }
}

async function stated(operator: Api, count: number): Promise<void> {
  const path = `/publishers/${PUBLISHER}/usage/statements`;
  await pollUntil(`${count} statements of ${PUBLISHER}`, timeoutMs, async () => {
    const { items } = await operator.get<{ items: readonly unknown[] }>(path);
    return items.length >= count ? items : null;
  });
}
