/** The access of an example organisation to the plugin of the example listing, for the tests of the decisions. */
import type { AccessEnded, AccessFact } from '../src/access/access.js';

const at = '2026-11-20T09:00:00.000Z';

export const accessRequested: AccessFact = {
  type: 'AccessRequested',
  data: { accessId: 'acc_1', organisationId: 'org_1', pluginId: 'ir.acme.invoices', at },
};
export const accessGranted: AccessFact = { type: 'AccessGranted', data: { last4: 'wxyz', by: 'per_1', at } };
export const accessEnded: AccessEnded = {
  type: 'AccessEnded',
  data: { endedAt: '2026-11-28T09:00:00.000Z', at: '2026-11-28T09:00:01.000Z' },
};
