import { queryHandler, respond } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { InstallationLeases } from '../../token-lease/installation-leases.js';

export const EndLeasesHandler = queryHandler(
  installation.endLeases,
  { leases: InstallationLeases },
  async ({ lease_holder }, { leases }) => {
    await leases.leave(lease_holder);
    return respond({});
  },
);
