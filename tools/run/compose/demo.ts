/**
 * The last container of docker-compose.yml. It waits for the other containers, then creates the demo data and
 * `dev.json`, as `npm start` does.
 */
import { join, resolve } from 'node:path';
import { signInOf } from '../seed/people.js';
import { pollUntil } from '../seed/api.js';
import { seed } from '../seed/seed.js';
import { writeDevFile } from '../start/dev-file.js';
import { openScreen } from '../start/screen.js';
import { loadSecrets } from '../start/secrets.js';
import { pluginApi } from '../start/system.js';
import { welcome } from '../start/welcome.js';
import { addresses, sharedFolder } from './layout.js';

const readyTimeoutMs = 120_000;
const startedAt = Date.now();
const { signIn: secrets } = loadSecrets(join(sharedFolder, 'secrets.json'));

async function isReady(url: string): Promise<true | null> {
  try {
    return (await fetch(url)).ok || null;
  } catch {
    return null;
  }
}

const [hub, instance] = [addresses.hub.baseUrl, addresses.instance.serviceOrigin];
for (const url of [
  `${hub}/health/ready`,
  `${instance}/health/ready`,
  `${addresses.signIn.issuer}/.well-known/openid-configuration`,
]) {
  await pollUntil(`a successful response of ${url}`, readyTimeoutMs, () => isReady(url));
}
const signIn = signInOf({
  issuer: addresses.signIn.issuer,
  clientSecret: secrets.developmentClientSecret,
  password: secrets.password,
});
const tokens = await signIn();
const manifestPath = resolve('apps', 'sample-plugin', 'manifest.yaml');
const statePath = join(sharedFolder, 'seed.json');
const seeded = await seed({ addresses, tokens, signIn, pluginApi, statePath, manifestPath });
const devFile = join(sharedFolder, 'dev.json');
writeDevFile(devFile, { addresses, tokens, seeded, password: secrets.password });
const screen = openScreen();
screen.print(
  welcome({ addresses, seeded, password: secrets.password, seconds: (Date.now() - startedAt) / 1000, devFile, screen }),
);
