/** The processes of a running system: their names, and what Linux says about them. */
import { readFileSync } from 'node:fs';

/** The services of a hub and an instance, and their gateways, by the names of `npm start`. */
export const systemProcesses = [
  'catalogue',
  'review',
  'installation',
  'wallet',
  'workspace',
  'delivery',
  'hub gateway',
  'instance gateway',
] as const;
export type SystemProcess = (typeof systemProcesses)[number];

/**
 * The environment of a process, for another one; empty when it has ended, or belongs to another user (Linux only).
 * Without the channel to its parent: Node aborts at its end when that file is not open.
 */
export function environmentOfProcess(pid: number): Record<string, string> {
  const lines = environ(pid)
    .split('\0')
    .filter((line) => line.includes('=') && !line.startsWith('NODE_CHANNEL_'));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

function environ(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}
