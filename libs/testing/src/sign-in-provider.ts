/**
 * An OpenID Connect provider for tests: real keys, a JWKS and a token endpoint over HTTP, and tokens with the claims
 * that a test needs.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';

export const AUDIENCE = 'urn:kushk:test';
/** Any password is right. */
const SIGN_IN_FORM =
  '<form method="post"><input name="username"><input name="password" type="password"><button>Sign in</button></form>';

/** The person whom an authorization code signs in. */
export interface CodeFor {
  readonly subject: string;
  readonly name?: string;
  readonly sid?: string;
  /** An address that the provider has verified. */
  readonly email?: string;
  /** The parameters of the authorization request. */
  readonly request: URLSearchParams;
}

export class SignInProvider {
  private readonly codes = new Map<string, CodeFor>();
  private count = 0;

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
    private readonly key: CryptoKey,
  ) {}

  static async start(): Promise<SignInProvider> {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256', use: 'sig' };
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new SignInProvider(server, issuer, privateKey);
    server.on('request', (request, response) => {
      if (request.url?.startsWith('/auth?')) return void provider.requestPerson(request, response);
      void provider.respond(request, jwk).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    });
    return provider;
  }

  /** Creates an authorization code, which the token endpoint accepts once. */
  code(person: CodeFor): string {
    this.count += 1;
    const code = `code-${this.count}`;
    this.codes.set(code, person);
    return code;
  }

  /** Requests a subject with a form, as a provider's page does, and sends the browser back with a code for it. */
  private async requestPerson(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(SIGN_IN_FORM);
      return;
    }
    const parameters = new URL(request.url ?? '', this.issuer).searchParams;
    const subject = new URLSearchParams(await textOf(request)).get('username') ?? '';
    const back = new URL(parameters.get('redirect_uri') ?? '');
    back.searchParams.set('code', this.code({ subject, request: parameters }));
    back.searchParams.set('state', parameters.get('state') ?? '');
    response.writeHead(303, { location: back.href }).end();
  }

  /** Signs any claims, as an ID token or a logout token for example. */
  sign(claims: JWTPayload, header: Readonly<Record<string, string>> = {}): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'test', ...header }).sign(this.key);
  }

  private async respond(
    request: IncomingMessage,
    jwk: object,
  ): Promise<{ readonly status: number; readonly body: object }> {
    const { issuer } = this;
    if (request.url === '/jwks') return { status: 200, body: { keys: [jwk] } };
    if (request.url === '/token') return await this.exchange(new URLSearchParams(await textOf(request)));
    const endpoints = {
      jwks_uri: `${issuer}/jwks`,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      end_session_endpoint: `${issuer}/end`,
      id_token_signing_alg_values_supported: ['ES256'],
    };
    return { status: 200, body: { issuer, ...endpoints } };
  }

  private async exchange(form: URLSearchParams): Promise<{ readonly status: number; readonly body: object }> {
    const code = form.get('code') ?? '';
    const person = this.codes.get(code);
    this.codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (person?.request.get('code_challenge') !== challenge) return { status: 400, body: { error: 'invalid_grant' } };
    const now = Math.floor(Date.now() / 1_000);
    const { subject: sub, name, sid, email, request } = person;
    const claims = { iss: this.issuer, aud: request.get('client_id')!, nonce: request.get('nonce')!, iat: now };
    const idToken = await this.sign({
      ...claims,
      sub,
      exp: now + 300,
      ...(name && { name }),
      ...(sid && { sid }),
      ...(email && { email, email_verified: true }),
    });
    return { status: 200, body: { access_token: 'unused', token_type: 'Bearer', id_token: idToken } };
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

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part as string;
  return text;
}
