import { queryHandler, respond } from '@kushk/broker';
import { installation, LEASE_MS } from '@kushk/contracts';
import { InstallationLeases } from '../../token-lease/installation-leases.js';
import { Installations } from '../installation.view.js';

export const FindPageHostHandler = queryHandler(
  installation.findPageHost,
  { installations: Installations, leases: InstallationLeases },
  async ({ label, lease_holder }, { installations, leases }) => {
    // Before the row is read, so that every later change waits for this holder.
    const isLeased = await leases.mayGrant(lease_holder);
    const row = await installations.findByPageLabel(label);
    if (row === null) return respond({ host: null });
    const { organisation_id, stream_id: installation_id, status } = row;
    return respond({ host: { organisation_id, installation_id, status }, ...(isLeased && { lease_ms: LEASE_MS }) });
  },
);
