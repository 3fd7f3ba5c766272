import { pingLines, sharedTopology } from '@kushk/embedded';
import { addresses } from './layout.js';

/**
 * The configuration of the NATS container: the same users and permissions as in `npm start`. `secret` is what the
 * passwords of the services are derived from.
 */
export function natsConfig(secret: string): string {
  const lines = [
    `listen: "127.0.0.1:${addresses.natsPort}"`,
    'server_name: "kushk"',
    'max_payload: 8MB',
    ...pingLines,
    'jetstream { store_dir: "/data", sync_interval: "100ms" }',
    ...sharedTopology({ instances: [addresses.instance.id], secret }).lines(''),
  ];
  return `${lines.join('\n')}\n`;
}
