import { inboxPrefix } from '@kushk/contracts';
import { serverUrls } from '@kushk/runtime/server-urls';
import { readAgain, readNamedFile, withCurrentLogin } from '@kushk/runtime/current-login';
import { credsAuthenticator, usernamePasswordAuthenticator, type ConnectionOptions } from '@nats-io/nats-core';

const reconnectEveryMs = 250;
const reconnectJitterMs = 150;
/** A server that answers no ping is left for another one within six seconds. */
const pingEveryMs = 2_000;
const maxUnansweredPings = 2;
const commandTimeoutMs = 4_000;

/** The text of credentials, which are given as text or as the path of a file. Throws when it cannot be read. */
export const credentialsText = (textOrPath: string): string =>
  textOrPath.startsWith('-----BEGIN') ? textOrPath : readNamedFile('KUSHK_NATS_CREDENTIALS', textOrPath);

/**
 * The client closes the connection for good when this throws. Environment variables often lose the last newline, and
 * without it the client cannot find the end of the key.
 */
function credentialsReader(textOrPath: string): () => Uint8Array {
  let text: string | undefined;
  return () => {
    text = readAgain('KUSHK_NATS_CREDENTIALS', () => credentialsText(textOrPath), text);
    return new TextEncoder().encode(`${text}\n`);
  };
}

const currentUrl = (address: string): URL => new URL(serverUrls(withCurrentLogin(address, 'KUSHK_NATS_URL'))[0]);

/**
 * Options for a connection that reconnects forever. `name` is the name of the user: it may receive replies only below
 * its own inbox prefix. `address` may contain user and password, and several servers. `credentials` is the text or the
 * path of a `.creds` file. Files, also that of the address, are read again for each connection: they may be renewed.
 */
export function connectionOptions(address: string, name: string, credentials = ''): ConnectionOptions {
  const urls = serverUrls(address).map((one) => new URL(one));
  const [url] = urls as [URL];
  return {
    servers: urls.map(({ protocol, host }) => `${protocol}//${host}`),
    ...(url.username !== '' && {
      authenticator: usernamePasswordAuthenticator(
        () => decodeURIComponent(currentUrl(address).username),
        () => decodeURIComponent(currentUrl(address).password),
      ),
    }),
    ...(credentials !== '' && { authenticator: credsAuthenticator(credentialsReader(credentials)) }),
    name,
    inboxPrefix: inboxPrefix(name),
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectEveryMs,
    reconnectJitter: reconnectJitterMs,
    ignoreAuthErrorAbort: true,
    pingInterval: pingEveryMs,
    maxPingOut: maxUnansweredPings,
    // The client would record three stack traces for every request, most of which succeed.
    noAsyncTraces: true,
  };
}

/** Options of a command, which tries each server once and does not reconnect. */
export function commandOptions(...login: Parameters<typeof connectionOptions>): ConnectionOptions {
  return { ...connectionOptions(...login), timeout: commandTimeoutMs, reconnect: false };
}
