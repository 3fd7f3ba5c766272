/** Connects the page to the service that embeds it, and checks that the answer comes from there. */
import { PROTOCOL_VERSION, type ConnectOptions, type Context, type Hello, type Init } from '@kushk/bridge-protocol';
import { BridgeError } from './bridge-error.js';

const CONNECT_TIMEOUT_MS = 5_000;

export interface Connection {
  readonly context: Context;
  readonly port: MessagePort;
  /** Ends the connection's listener on `window`. The port stays open. */
  readonly stopListening: () => void;
}

/**
 * Sends a hello to the parent and waits for its init. A message counts only when it comes from the parent window, from
 * an allowed origin, answers the nonce of this hello, brings a port, and is newer than the messages before it. After
 * that, `onChange` receives the context of each newer message from the same origin.
 */
export function openConnection(
  options: ConnectOptions,
  sdk: string,
  onChange: (context: Context) => void,
): Promise<Connection> {
  const allowed = readAllowedOrigins(options.allowedOrigins);
  const { parent } = window;
  if (parent === window) throw new BridgeError('not_embedded');
  // Older Firefox has no `ancestorOrigins`, and newer says "null" there, because the frame sends no referrer. Then the
  // hello goes to any parent; it contains no secret.
  const named = window.location.ancestorOrigins?.[0];
  const parentOrigin = named === undefined || named === 'null' ? null : named;
  if (parentOrigin !== null && !allowed.has(parentOrigin))
    throw new BridgeError('origin_not_allowed', { origin: parentOrigin });
  const nonce = randomText();
  return new Promise((resolve, reject) => {
    let serviceOrigin: string | null = null;
    let refusedOrigin: string | null = null;
    let newestSeq = -1;
    const stopListening = (): void => {
      window.removeEventListener('message', receive);
      clearTimeout(timer);
    };
    const fail = (error: BridgeError): void => {
      stopListening();
      reject(error);
    };
    const timer = setTimeout(() => {
      fail(
        refusedOrigin === null
          ? new BridgeError('connect_timeout')
          : new BridgeError('origin_not_allowed', { origin: refusedOrigin }),
      );
    }, options.timeoutMs ?? CONNECT_TIMEOUT_MS);
    const receive = ({ data, source, origin, ports }: MessageEvent<unknown>): void => {
      if (source !== parent || !isInit(data)) return;
      if (!allowed.has(origin)) {
        refusedOrigin = origin;
        return;
      }
      if (serviceOrigin !== null && origin !== serviceOrigin) return;
      if (data.seq <= newestSeq) return;
      if (serviceOrigin !== null) {
        if (data.reason !== 'change' && data.reason !== 'load') return;
        newestSeq = data.seq;
        onChange(data.context);
        return;
      }
      if (data.nonce !== nonce) return;
      if (data.reason === 'refused') {
        fail(new BridgeError(data.error?.code ?? 'version_unsupported', data.error?.params));
        return;
      }
      const [port] = ports;
      if (data.reason !== 'connect' || port === undefined) return;
      newestSeq = data.seq;
      serviceOrigin = origin;
      clearTimeout(timer);
      resolve({ context: data.context, port, stopListening });
    };
    window.addEventListener('message', receive);
    const hello: Hello = { type: 'service:hello', v: PROTOCOL_VERSION, nonce, sdk };
    parent.postMessage(hello, parentOrigin ?? '*');
  });
}

function isInit(data: unknown): data is Init {
  if (typeof data !== 'object' || data === null) return false;
  const { type, seq, context } = data as Partial<Init>;
  return type === 'service:init' && typeof seq === 'number' && typeof context === 'object';
}

/** Throws `bad_options` unless every entry is exactly the origin of a URL, such as `https://kushk.example.ir:8443`. */
function readAllowedOrigins(origins: unknown): ReadonlySet<string> {
  if (!Array.isArray(origins) || origins.length === 0) throw new BridgeError('bad_options');
  for (const origin of origins as unknown[]) if (!isOrigin(origin)) throw new BridgeError('bad_options', { origin });
  return new Set(origins as string[]);
}

function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    const { protocol, origin } = new URL(value);
    return origin === value && (protocol === 'https:' || protocol === 'http:');
  } catch {
    return false;
  }
}

function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (value) => value.toString(36)).join('-');
}
