/** An issuer of identity tokens, as a CI system is one: a certified OpenID provider that publishes the keys. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import Provider from 'oidc-provider';

export interface Signing {
  readonly key?: CryptoKey | Uint8Array;
  readonly alg?: string;
  readonly kid?: string;
}
export interface TokenIssuer {
  /** The address of the issuer, its `iss`. */
  readonly issuer: string;
  readonly keys: { readonly rsa: CryptoKey; readonly ec: CryptoKey };
  /** Signs with RS256 unless another key is given. A claim of `undefined` is left out. */
  sign(claims: JWTPayload, signing?: Signing): Promise<string>;
  stop(): Promise<void>;
}

/** Starts an issuer on a free port. `path` is the end of its address, such as `/api/actions` of Forgejo. */
export async function startTokenIssuer(path = ''): Promise<TokenIssuer> {
  const [rsa, ec] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('ES256', { extractable: true }),
  ]);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const jwks = [
    { ...(await exportJWK(rsa.privateKey)), kid: 'rsa', use: 'sig', alg: 'RS256' },
    { ...(await exportJWK(ec.privateKey)), kid: 'ec', use: 'sig', alg: 'ES256' },
  ];
  const provider = new Provider(`${origin}${path}`, {
    jwks: { keys: jwks as never },
    features: { devInteractions: { enabled: false } },
  });
  const listener = provider.callback();
  server.on('request', (request, response) => {
    // The provider expects to be mounted: it is told the whole address, and gets the part after its path.
    Object.assign(request, { originalUrl: request.url, url: (request.url ?? '').slice(path.length) });
    void listener(request, response);
  });
  const keys = { rsa: rsa.privateKey, ec: ec.privateKey };
  return {
    issuer: `${origin}${path}`,
    keys,
    sign: (claims, { key = keys.rsa, alg = 'RS256', kid = 'rsa' } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
