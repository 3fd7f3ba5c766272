/**
 * One side of the comparison of deliveries, in a process of its own: `delivery-side.ts MODULE DATABASE_URL PORT`. It
 * stores as many events as each message says, and delivers them meanwhile to all endpoints in turn.
 */
import { newCredential, signCall } from '@kushk/credentials';
import { Pool } from 'undici';

const HOSTS = 16;
const ENDPOINTS_PER_HOST = 4;
/** Events with the same key are delivered in order. */
const KEYS_PER_ENDPOINT = 4;
const WRITERS = 128;
const CONNECTIONS_PER_HOST = 16;
const TEXT = 'x'.repeat(800);

export interface DeliveryEvent {
  readonly endpoint: number;
  readonly key: string;
  readonly note: string;
}
export interface DeliverySide {
  append(event: DeliveryEvent): Promise<unknown>;
  close(): Promise<unknown>;
}
export interface SideOptions {
  readonly databaseUrl: string;
  readonly origins: readonly string[];
  /** Signs and sends an event, and returns the status. Rejects when the endpoint does not accept it. */
  readonly deliver: (event: DeliveryEvent) => Promise<number>;
}

const [module = '', databaseUrl = '', port = ''] = process.argv.slice(2);
const origins = Array.from(
  { length: HOSTS * ENDPOINTS_PER_HOST },
  (_, endpoint) => `http://127.0.0.${(endpoint % HOSTS) + 1}:${port}`,
);

function signAndSend(): SideOptions['deliver'] {
  const pools = new Map(origins.map((origin) => [origin, new Pool(origin, { connections: CONNECTIONS_PER_HOST })]));
  const secrets = origins.map(() => newCredential('ks'));
  return async ({ endpoint, key, note }) => {
    const body = Buffer.from(JSON.stringify({ data: { external_id: key, note } }));
    const headers = {
      'content-type': 'application/json',
      'service-signature': signCall(secrets[endpoint]!, body, Math.floor(Date.now() / 1_000)),
    };
    const pool = pools.get(origins[endpoint]!)!;
    const response = await pool.request({ path: '/service/events', method: 'POST', headers, body });
    await response.body.dump();
    if (response.statusCode !== 200) throw new Error(`the endpoint returned ${response.statusCode}`);
    return response.statusCode;
  };
}

const { open } = (await import(module)) as { readonly open: (options: SideOptions) => Promise<DeliverySide> };
const side = await open({ databaseUrl, origins, deliver: signAndSend() });
process.on('message', (events: number) => void store(events));
process.on('disconnect', () => void side.close().then(() => process.exit(0)));
process.send?.('ready');

async function store(events: number): Promise<void> {
  let next = 0;
  const writer = async (): Promise<void> => {
    while (next < events) {
      const number = next++;
      const endpoint = number % origins.length;
      const key = `${endpoint}-${Math.floor(number / origins.length) % KEYS_PER_ENDPOINT}`;
      await side.append({ endpoint, key, note: TEXT });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}
