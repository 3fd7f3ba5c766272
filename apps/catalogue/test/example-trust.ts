/** Example facts of a trust, shared by the specs. */
import type { TrustFact } from '../src/trust/trust.js';

export const at = '2026-11-20T09:00:00.000Z';
export const trustAdded: TrustFact & { readonly type: 'TrustAdded' } = {
  type: 'TrustAdded',
  data: {
    publisherId: 'acme',
    issuer: 'https://token.actions.githubusercontent.com',
    audience: 'https://hub.example',
    claims: { repository: 'acme/invoices', repository_id: '74', ref: 'refs/heads/main' },
    pluginId: 'ir.acme.invoices',
    scopes: ['read', 'submit'],
    public: true,
    addedAt: at,
    expiresAt: null,
  },
};
export const trustEnded: TrustFact = { type: 'TrustEnded', data: { at } };
