/** Loads the rules into the kernel with `nft`, and the addresses at which this machine answers with `ip`. */
import { execFile } from 'node:child_process';
import { droppedSet, rulesOf, shapeOf, type ContainerRules, type Firewall, type Listing } from './firewall-rules.js';

const TIMEOUT_MS = 20_000;
/** 512 networks of 128 counted destinations, about 200 bytes each. */
const MAX_LISTING_BYTES = 32 * 1024 * 1024;
const MAX_MESSAGE_CHARACTERS = 300;

/** The egress of containers cannot be closed on this machine. */
export class EgressNotClosed extends Error {
  override readonly name = 'EgressNotClosed';
}

export class KernelFirewall {
  constructor(private readonly firewall: Firewall) {}

  /** Replaces all rules. Resolves with what the kernel has then. */
  async load(containers: readonly ContainerRules[]): Promise<Listing> {
    await run('nft', ['-f', '-'], rulesOf(this.firewall, containers));
    const listing = await this.list();
    if (listing === null) throw new EgressNotClosed('the rules vanished right after they were loaded');
    return listing;
  }

  /** Resolves with null when the table is gone. */
  async list(): Promise<Listing | null> {
    const { table } = this.firewall;
    try {
      return JSON.parse(await run('nft', ['--json', 'list', 'table', 'inet', table], '')) as Listing;
    } catch (error) {
      if (error instanceof EgressNotClosed && error.message.includes('No such file or directory')) return null;
      throw error;
    }
  }

  /** Forgets the destinations that were counted for these containers, so that others can be counted. */
  async forgetDropped(containers: readonly string[]): Promise<void> {
    const { table } = this.firewall;
    const sets = containers.map((container) => `flush set inet ${table} ${droppedSet(container)}\n`);
    await run('nft', ['-f', '-'], sets.join(''));
  }

  async unload(): Promise<void> {
    const { table } = this.firewall;
    await run('nft', ['-f', '-'], `table inet ${table}\ndelete table inet ${table}\n`);
  }

  /** Makes this machine answer at these addresses, on whatever network they are asked for. */
  async addAddresses(addresses: readonly string[]): Promise<void> {
    await run('ip', ['-force', '-batch', '-'], routes('replace', addresses));
  }

  async removeAddresses(addresses: readonly string[]): Promise<void> {
    // A route that is gone already is no failure.
    await run('ip', ['-force', '-batch', '-'], routes('del', addresses)).catch(() => undefined);
  }
}

/** Whether the rules are as they were loaded. */
export function isUnchanged(listing: Listing | null, loaded: Listing): boolean {
  return listing !== null && shapeOf(listing) === shapeOf(loaded);
}

function routes(command: 'replace' | 'del', addresses: readonly string[]): string {
  return addresses.map((address) => `route ${command} local ${address}/32 dev lo\n`).join('');
}

function run(program: string, args: readonly string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { timeout: TIMEOUT_MS, maxBuffer: MAX_LISTING_BYTES };
    const child = execFile(program, [...args], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new EgressNotClosed(messageOf(program, error, stderr), { cause: error }));
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

function messageOf(program: string, error: Error & { readonly code?: unknown }, stderr: string): string {
  const reason = error.code === 'ENOENT' ? 'it is not installed' : stderr.trim() || error.message;
  return (
    `the egress of containers cannot be closed on this machine, so none is started: ${program}: ` +
    reason.slice(0, MAX_MESSAGE_CHARACTERS)
  );
}
