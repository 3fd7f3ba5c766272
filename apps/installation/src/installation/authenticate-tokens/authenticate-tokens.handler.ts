import { queryHandler, respond } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { realNow } from '@kushk/runtime';
import { InstallationLeases } from '../../token-lease/installation-leases.js';
import { leaseDurationMs } from '../../token-lease/lease-duration.js';
import { InstallationResources } from '../installation-resources.js';
import { TokenReader } from './token-reader.js';

export const AuthenticateTokensHandler = queryHandler(
  installation.authenticateTokens,
  { reader: TokenReader, resources: InstallationResources, leases: InstallationLeases },
  async ({ tokens, lease_holder }, { reader, resources, leases }) => {
    // Before the tokens are read, so that every later change waits for this holder.
    const isLeased = await leases.mayGrant(lease_holder);
    const at = realNow();
    const found = await reader.find(tokens, at);
    return respond({
      results: found.map((one) => one && { ...resources.forGateway(one.row), call_open: one.isCallOpen }),
      ...(isLeased && {
        leases_ms: tokens.map((lookup, index) => leaseDurationMs(lookup, found[index]?.row ?? null, at)),
      }),
    });
  },
);
