/** The keys of the vectors: private keys that are the same in every run, so that the vectors do not change. */
import { createHash, createPrivateKey } from 'node:crypto';
import { issuerJwk, publicJwk, type Jwk, type Jwks } from '@kushk/credentials';

export const ORIGIN = 'https://assistant.example';
export const OTHER_ORIGIN = 'https://other.example';

export const issuer = keyFrom('the instance');
/** The hub lists it for another origin. */
export const otherIssuer = keyFrom('another instance');
export const unlistedKey = keyFrom('another signer');
/** A key of the hub, which signs releases. */
export const releaseKey = keyFrom('the hub');

/** Before the issuer's key there is a key of another kind with the same id, which a receiver must skip. */
export const jwks: Jwks = {
  keys: [
    { kty: 'EC', crv: 'P-256', kid: issuer['kid'], x: 'AAAA', y: 'AAAA', service_origins: [ORIGIN] },
    publicJwk(releaseKey),
    issuerJwk(issuer, [ORIGIN, 'https://old.assistant.example']),
    issuerJwk(otherIssuer, [OTHER_ORIGIN]),
  ],
};

function keyFrom(name: string): Jwk {
  const seed = createHash('sha256').update(`docs/verify: ${name}`).digest();
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const jwk = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
  const { crv, kty, x } = jwk;
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  return { ...jwk, kid };
}
