/** An example listed release and its facts, for the tests of the decisions. */
import type { ListingFact } from '../src/listing/listing.js';

const at = '2026-11-20T09:00:00.000Z';

export const accepted: Extract<ListingFact, { type: 'ListingAccepted' }> = {
  type: 'ListingAccepted',
  data: {
    pluginId: 'ir.acme.invoices',
    version: '1.0.0',
    sequence: 1,
    tier: 'verified',
    manifest: { id: 'ir.acme.invoices', version: '1.0.0', publisher: 'acme' },
    manifestDigest: 'sha256:1',
    provenance: null,
    publishedAt: '2026-11-20T08:00:00.000Z',
    source: 'hub',
    at,
  },
};
/** As `accepted`, but with a rollout. */
export const acceptedPaced: ListingFact = { ...accepted, data: { ...accepted.data, paced: true } };
/** As `accepted`, but only for organisations with access. */
export const acceptedPrivate: ListingFact = { ...accepted, data: { ...accepted.data, tier: 'private' } };
export const suspended: ListingFact = { type: 'ListingSuspended', data: { sequence: 2, reason: 'It leaks', at } };
export const withdrawn: ListingFact = {
  type: 'ListingWithdrawn',
  data: { sequence: 2, reason: 'It leaks', wasSuspended: false, at },
};
