/** The process of the local sign-in provider; `npm start` runs it. */
import { timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type Provider from 'oidc-provider';
import { accounts, subjectOf } from './accounts.js';
import { loginPage } from './login-page.js';
import { expiredPage } from './other-pages.js';
import { languageOf, pageHeaders } from './page-layout.js';
import { developmentClient, pageClient, type PageClient } from './provider-names.js';
import { createProvider } from './provider.js';

const formLimitBytes = 4_096;

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += part as string;
    if (text.length > formLimitBytes) throw new Error('the form is too large');
  }
  return new URLSearchParams(text);
}

function isPassword(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Shows the sign-in page, or checks the submitted form and then lets the provider redirect the browser. */
async function interact(
  { provider, password }: { readonly provider: Provider; readonly password: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params } = await provider.interactionDetails(request, response);
  if (prompt.name !== 'login') throw new Error(`unexpected prompt ${prompt.name}`);
  let failed = false;
  let chosen: string | null = null;
  if (request.method === 'POST') {
    const form = await readForm(request);
    const account = accounts.find((one) => one.username === form.get('username'));
    if (account && isPassword(form.get('password') ?? '', password)) {
      const result = { login: { accountId: subjectOf(account.username), remember: true } };
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    }
    failed = true;
    chosen = account?.username ?? null;
  }
  const clientId = params['client_id'];
  const html = loginPage({
    language: languageOf(params['ui_locales'], request.headers['accept-language']),
    action: request.url ?? '',
    isHub: clientId === developmentClient ? null : clientId === pageClient('hub', '').clientId,
    failed,
    chosen,
  });
  response.writeHead(failed ? 401 : 200, pageHeaders).end(html);
}

function main(): void {
  const secrets = JSON.parse(required('SIGN_IN_SECRETS')) as {
    password: string;
    cookieKeys: string[];
    signingKey: Record<string, unknown>;
    developmentClientSecret: string;
  };
  const provider = createProvider({
    ...secrets,
    issuer: required('SIGN_IN_ISSUER'),
    audiences: required('SIGN_IN_AUDIENCES').split(',') as [string, ...string[]],
    pages: JSON.parse(required('SIGN_IN_PAGES')) as PageClient[],
  });
  provider.on('backchannel.error', (_context, error, client) => {
    process.stderr.write(`${new Date().toISOString()} sign-out of ${client.clientId} failed: ${error.message}\n`);
  });
  const respond = provider.callback();
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    if (!request.url?.startsWith('/interaction/')) return void respond(request, response);
    interact({ provider, password: secrets.password }, request, response).catch((error: Error) => {
      process.stderr.write(`${new Date().toISOString()} sign-in failed: ${error.message}\n`);
      if (!response.headersSent) response.writeHead(400, pageHeaders);
      response.end(expiredPage(languageOf(null, request.headers['accept-language'])));
    });
  };
  const server = required('SIGN_IN_ISSUER').startsWith('https:')
    ? createSecureServer(
        { cert: readFileSync(required('SIGN_IN_CERTIFICATE')), key: readFileSync(required('SIGN_IN_KEY')) },
        serve,
      )
    : createServer(serve);
  server.listen(Number(required('SIGN_IN_PORT')), required('SIGN_IN_HOST'));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      server.close(() => process.exit(0));
      server.closeAllConnections();
    });
  }
}

main();
