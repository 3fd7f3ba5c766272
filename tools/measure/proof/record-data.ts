/**
 * `npm run record-data -- VERSION` makes the data folder that later versions start on (`upgrade.int-spec.ts`): it
 * builds the recorded commit of the version, starts its whole system with the demo, charges a wallet, and stores the
 * requests with their replies in `recorded.json`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiClient } from '../../run/seed/api.js';
import { freePortBase, type DevFile } from '../bench/whole-system.js';
import { eventually } from './delivery-system.js';
import { buildRelease, packData } from './released-version.js';
import { consume, type Recorded } from './recorded-requests.js';
import { installCharged } from './wallet-system.js';

const startsWithinMs = 180_000;
const charges = 5;

const version = process.argv[2] ?? '';
const [folder, dataDir] = [mkdtempSync(join(tmpdir(), 'kushk-release-')), mkdtempSync(join(tmpdir(), 'kushk-data-'))];
try {
  buildRelease(version, folder);
  chmodSync(dataDir, 0o711);
  const flags = ['--disable-warning=ExperimentalWarning', '--import', './tools/typescript.mjs'];
  const settings = { KUSHK_DATA_DIR: dataDir, KUSHK_PORT_BASE: String(await freePortBase(40)), KUSHK_BUILT: 'yes' };
  const system = spawn(process.execPath, [...flags, 'tools/run/start/main.ts'], {
    cwd: folder,
    env: { ...process.env, ...settings, KUSHK_DEMO: 'small' },
    stdio: 'inherit',
  });
  const devFile = join(dataDir, 'dev.json');
  if (!(await eventually(() => Promise.resolve(existsSync(devFile)), startsWithinMs))) throw new Error('not started');
  writeFileSync(join(dataDir, 'recorded.json'), JSON.stringify(await record(devFile), null, 2));
  system.kill('SIGINT');
  await once(system, 'exit');
  packData(version, dataDir);
} finally {
  rmSync(folder, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

async function record(devFile: string): Promise<Recorded> {
  const { instances, organisation, publisher } = JSON.parse(readFileSync(devFile, 'utf8')) as DevFile;
  const origin = instances[0]?.service_origin ?? '';
  const admin = apiClient(`${origin}/instance/v1`, organisation.admin_token);
  const plugin = await installCharged(admin, 1);
  await admin.post(`/installations/${plugin.installationId}/wallet/gifts`, { mu: '1000000', note: 'recorded' }, 'gift');
  const replies: unknown[] = [];
  for (let number = 0; number < charges; number += 1) {
    const { status, body } = await consume(origin, plugin, `recorded-${number}`);
    if (status !== 201) throw new Error(`a charge was answered with ${status}`);
    replies.push(body);
  }
  return { plugin, publisherKey: publisher.key, replies };
}
