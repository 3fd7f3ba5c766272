/** The access of an example organisation to the plugin of the example listing, for the tests of the decisions. */
import type { AccessFact } from '../src/access/access.js';

const at = '2026-11-20T09:00:00.000Z';

export const accessRequested: AccessFact = {
  type: 'AccessRequested',
  data: { accessId: 'acc_1', organisationId: 'org_1', pluginId: 'ir.acme.invoices', at },
};
export const accessGranted: AccessFact = { type: 'AccessGranted', data: { last4: 'wxyz', by: 'per_1', at } };
