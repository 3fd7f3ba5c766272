/** An OpenID Connect provider for tests: real keys, a JWKS over HTTP, and tokens with the claims that a test needs. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';

export const AUDIENCE = 'urn:kushk:test';

export class SignInProvider {
  private constructor(
    private readonly server: Server,
    readonly issuer: string,
    private readonly key: CryptoKey,
  ) {}

  static async start(): Promise<SignInProvider> {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256', use: 'sig' };
    const server = createServer((request, response) => {
      const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const body = request.url === '/jwks' ? { keys: [jwk] } : { issuer, jwks_uri: `${issuer}/jwks` };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new SignInProvider(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, privateKey);
  }

  token(
    subject: string,
    overrides: { readonly audience?: string; readonly issuer?: string; readonly expires?: string } = {},
  ): Promise<string> {
    return new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: 'test' })
      .setIssuer(overrides.issuer ?? this.issuer)
      .setSubject(subject)
      .setAudience(overrides.audience ?? AUDIENCE)
      .setExpirationTime(overrides.expires ?? '5 minutes')
      .sign(this.key);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
