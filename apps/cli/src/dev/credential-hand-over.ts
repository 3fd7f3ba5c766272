/** Gives a plugin in `kushk dev` the credentials that no call brings it: it polls, or they go to a file. */
import type { Manifest } from '@kushk/manifest';
import { handOverCredentials, waitingCredentials, type CredentialVariables } from './credential-variables.js';
import type { DevNotes } from './dev-notes.js';
import type { DevPlugin } from './dev-plugin.js';
import type { InstanceClient } from './instance-client.js';

interface HandOverOptions {
  readonly client: InstanceClient;
  /** Null for a plugin that runs here, or that receives `installed`. */
  readonly saveCredentials: ((credentials: CredentialVariables) => void) | null;
  readonly notes: DevNotes;
}

export class CredentialHandOver {
  /** The installation whose credentials are in the file. */
  private savedFor: string | null = null;

  constructor(
    private readonly plugin: DevPlugin,
    private readonly options: HandOverOptions,
  ) {}

  /**
   * Once for each installation. A version that polls after one that gets calls has no credentials before an admin has
   * consented: those that could be renewed now are the ones with which the version before works.
   */
  async handOver(id: string, manifest: Manifest): Promise<void> {
    if (this.receives(manifest) && (await this.options.client.manifest(id))['delivery'] !== 'poll') return;
    if (this.options.saveCredentials === null) return this.plugin.startPolling(manifest, id, () => this.read(id));
    if (this.savedFor === id) return void (await this.saveRenewed(id));
    this.save(id, await this.read(id));
  }

  /** Reads the credentials of a version that polls, as soon as there are any: that makes it the installed one. */
  async handOverMoving(id: string, manifest: Manifest): Promise<void> {
    if (!this.receives(manifest)) return;
    const waiting = await waitingCredentials(this.options.client, id);
    if (Object.keys(waiting).length === 0) return;
    if (this.options.saveCredentials !== null) return this.save(id, waiting);
    this.plugin.endCredentials();
    await this.plugin.startPolling(manifest, id, () => Promise.resolve(waiting));
  }

  /** Writes what an admin has renewed into the file. Returns whether there was anything, and a file. */
  async saveRenewed(id: string): Promise<boolean> {
    if (this.options.saveCredentials === null) return false;
    const renewed = await waitingCredentials(this.options.client, id);
    const isRenewed = Object.keys(renewed).length > 0;
    if (isRenewed) this.save(id, renewed);
    return isRenewed;
  }

  /**
   * What a plugin that polls and runs here gets at a restart: nothing else brings it what an admin has renewed. When
   * those were read elsewhere, they are renewed once more: the plugin would start with a token that has ended.
   */
  async renewedFor(id: string | null, manifest: Manifest | null): Promise<CredentialVariables> {
    const isPolling = manifest?.delivery === 'poll' && this.plugin.isStartedHere;
    if (!isPolling || id === null) return {};
    const waiting = await waitingCredentials(this.options.client, id);
    if (Object.keys(waiting).length > 0 || (await this.plugin.isTokenAccepted())) return waiting;
    return await this.read(id);
  }

  /** Whether a version that polls gets its credentials here: they can be read once, so not without a use for them. */
  private receives({ delivery }: Manifest): boolean {
    return delivery === 'poll' && (this.options.saveCredentials !== null || this.plugin.command !== null);
  }

  private async read(id: string): Promise<CredentialVariables> {
    const { variables, isRenewed } = await handOverCredentials(this.options.client, id);
    if (isRenewed) this.options.notes.renewed();
    return variables;
  }

  private save(id: string, credentials: CredentialVariables): void {
    this.options.saveCredentials?.(credentials);
    this.savedFor = id;
    this.options.notes.savedCredentials();
  }
}
