import { queryHandler, respond } from '@kushk/broker';
import { installation, LEASE_MS } from '@kushk/contracts';
import { InstallationLeases } from '../../token-lease/installation-leases.js';
import { SettingsReader } from '../settings-reader.js';

export const GetManySettingsHandler = queryHandler(
  installation.getManySettings,
  { settings: SettingsReader, leases: InstallationLeases },
  async ({ lookups, lease_holder }, { settings, leases }) => {
    const isLeased = await leases.mayGrant(lease_holder);
    const results = await settings.many(lookups);
    return respond({
      results,
      ...(isLeased && { leases_ms: results.map((settings) => (settings === null ? 0 : LEASE_MS)) }),
    });
  },
);
