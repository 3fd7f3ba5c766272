/** The programs that run the container tests, and what to install for them. */
import { existsSync, readFileSync } from 'node:fs';

const PROGRAMS: Readonly<Record<string, string>> = {
  '/usr/bin/podman': 'podman',
  '/usr/sbin/runc': 'runc',
  '/usr/sbin/iptables': 'iptables',
  '/usr/sbin/nft': 'nftables',
  '/usr/sbin/ip': 'iproute2',
  '/usr/lib/podman/netavark': 'netavark',
  '/usr/bin/docker-registry': 'docker-registry',
  '/usr/bin/busybox': 'busybox-static',
};

/** How to get all of it. */
export const installForContainers = `on Debian: apt-get install ${Object.values(PROGRAMS).join(' ')}, and run as root`;

/** Where an executable names its loader. */
const HEADERS_BYTES = 4_096;

/** What this machine lacks to run containers in tests; empty when it lacks nothing. */
export function missingForContainers(): readonly string[] {
  const missing = Object.entries(PROGRAMS).filter(([program]) => !isUsable(program));
  return [...(process.getuid?.() === 0 ? [] : ['root']), ...missing.map(([, packageName]) => packageName)];
}

/** A busybox that loads libraries cannot run in an image that has none. */
function isUsable(program: string): boolean {
  if (!existsSync(program)) return false;
  return !program.endsWith('busybox') || !readFileSync(program).subarray(0, HEADERS_BYTES).includes('ld-linux');
}
