import { missingForContainers } from './container-programs.js';
import { stopTestServers } from './global-setup.js';

/** jest's globalTeardown. After a run of all specs it says which of them could not run. */
export default async function endTestServers({ nonFlagArgs }: { nonFlagArgs?: readonly string[] } = {}): Promise<void> {
  await stopTestServers();
  const missing = missingForContainers();
  if (missing.length === 0 || (nonFlagArgs ?? []).length > 0) return;
  process.stderr.write(
    `\nThe tests with a container engine did not run. Missing: ${missing.join(', ')} ` +
      '(on Debian: apt-get install podman netavark iptables runc busybox-static docker-registry, and run as root).\n',
  );
}
