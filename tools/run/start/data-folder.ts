/** Checks the data folder of a system: its disk space and its ports. */
import { existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPortFree } from '@kushk/embedded';
import { portBaseFrom } from './addresses.js';

const neededDiskBytes = 300_000_000;

/** Creates the data and log folders. Throws an error of one line when the disk is nearly full. */
export function prepareFolders({ dataDir, logDir }: { dataDir: string; logDir: string }): void {
  // When root runs PostgreSQL as another user, that user must be able to traverse this folder, but not to list it.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  mkdirSync(logDir, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = statfsSync(dataDir);
  const freeBytes = bavail * bsize;
  if (freeBytes >= neededDiskBytes) return;
  const [freeMb, neededMb] = [Math.round(freeBytes / 1e6), neededDiskBytes / 1e6];
  throw new Error(`The disk is full: ${dataDir} has ${freeMb} MB left, and Kushk needs ${neededMb}.`);
}

const portBaseFile = (dataDir: string): string => join(dataDir, 'port-base');

export interface PortBase {
  readonly base: number;
  /** Whether the data was created with this port base. New data has no port base until `storePortBase` is called. */
  readonly isStored: boolean;
}

/**
 * Returns the port base of the data: the stored one, else `KUSHK_PORT_BASE`, else `fallback`. Throws an error of one
 * line when `KUSHK_PORT_BASE` differs from the stored one.
 */
export function portBaseOf(dataDir: string, fallback?: number): PortBase {
  const path = portBaseFile(dataDir);
  const stored = existsSync(path) ? Number(readFileSync(path, 'utf8')) : null;
  const requested = process.env['KUSHK_PORT_BASE'] || (stored === null ? fallback?.toString() : undefined);
  return { base: portBaseFrom(requested, stored), isStored: stored !== null };
}

/**
 * Stores the port base with the data, which keeps it from then on. Call it only when the ports are known to be free:
 * data that was bound to taken ports could not be started with other ports.
 */
export function storePortBase(dataDir: string, base: number): void {
  writeFileSync(portBaseFile(dataDir), `${base}\n`);
}

/** Linux takes the local ports of outgoing connections from here on, other systems from higher ones. */
const FIRST_PASSING_PORT = 32_768;

export const TAKEN_PORT_STEP = 'End that one, or start another Kushk with KUSHK_PORT_BASE and KUSHK_DATA_DIR.';

/** Rejects with one line that names the ports that other programs use. */
export async function requirePorts(ports: readonly number[]): Promise<void> {
  const free = await Promise.all(ports.map(isPortFree));
  const taken = ports.filter((_, index) => !free[index]);
  if (taken.length > 0) throw new Error(takenText(taken));
}

/** One line that names the ports that other programs use, and what to do. */
export function takenText(taken: readonly number[]): string {
  const subject = taken.length === 1 ? `Port ${taken[0]} is` : `Ports ${taken.join(', ')} are`;
  const passing = taken.some((port) => port >= FIRST_PASSING_PORT)
    ? ` Outgoing connections use ports from ${FIRST_PASSING_PORT} on for a while, so choose a base below.`
    : '';
  return `${subject} taken by another program. ${TAKEN_PORT_STEP}${passing}`;
}
