/** Example facts of a publisher key, shared by the specs. */
import type { KeyFact } from '../src/key/key.js';

export const at = '2026-11-20T09:00:00.000Z';
export const issued: KeyFact = {
  type: 'KeyIssued',
  data: { publisherId: 'acme', label: 'CI', hash: 'h', last4: 'wxyz', issuedAt: at, expiresAt: null },
};
export const revoked: KeyFact = { type: 'KeyRevoked', data: { at } };
