/** The container of docker-compose.yml that creates the JetStream streams. The services start after it. */
import { join } from 'node:path';
import { createStreams } from '@kushk/broker/create-streams';
import { streamsUser } from '@kushk/contracts';
import { natsUrlOf } from '@kushk/embedded';
import { loadSecrets } from '../start/secrets.js';
import { addresses, sharedFolder } from './layout.js';

const { natsSecret: secret } = loadSecrets(join(sharedFolder, 'secrets.json'));
const { id } = addresses.instance;
const urlOf = (scope: string): string =>
  natsUrlOf(`nats://127.0.0.1:${addresses.natsPort}`, { scope, role: streamsUser, secret });

await createStreams({ url: urlOf(id), scope: id });
await createStreams({ url: urlOf('hub'), scope: 'hub', instances: [id] });
