/**
 * Whether a plugin in `kushk dev` is ready: it rejects a forged call, and the manifest that was saved last is the
 * installed one. Reports each once after every change.
 */
import type { TitledInstallation } from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import type { Terminal } from '../terminal.js';
import type { DevFeed } from './dev-feed.js';
import type { DevSession } from './dev-session.js';
import { SignatureCheck } from './signature-check.js';
import { exampleToolCall } from './tool-example.js';

export interface ReadinessOptions {
  readonly terminal: Terminal;
  readonly session: DevSession;
  readonly onNote: (level: 'info' | 'warning', text: string) => void;
}

export class Readiness {
  private readonly check = new SignatureCheck();
  private isSavedInstalled = false;
  private isReported = false;

  constructor(private readonly options: ReadinessOptions) {}

  /** The plugin, its credentials or its manifest may be others now. */
  reset(): void {
    this.check.reset();
    this.isSavedInstalled = false;
    this.isReported = false;
  }

  /** Whether a line that the plugin prints now is about the forged call. */
  isAbout(line: string): boolean {
    return this.check.isAbout(line);
  }

  /** True once the manifest that was saved last is the installed one. */
  async isCurrent(installation: TitledInstallation): Promise<boolean> {
    this.isSavedInstalled ||= await this.options.session.hasSavedManifest(installation);
    return this.isSavedInstalled;
  }

  /** Once the plugin has its credentials: whether it rejects a forged call. */
  async checkSignatures(
    feed: DevFeed,
    manifest: Manifest,
    { installation_id: installationId, status }: TitledInstallation,
  ): Promise<void> {
    const isInstalled = status === 'installed' || status === 'consent_pending';
    if (!this.check.isNeeded || !isInstalled || manifest.base_url === undefined) return;
    const { terminal, onNote } = this.options;
    const { rejectsForged: before } = feed;
    feed.rejectsForged = await this.check.run({ baseUrl: manifest.base_url, installationId });
    if (feed.rejectsForged === false)
      onNote(
        'warning',
        terminal.translate`the plugin accepts an event with a wrong signature: run "kushk plugin test"`,
      );
    if (feed.rejectsForged === true && before !== true)
      onNote('info', terminal.translate`checked: the plugin rejects an event with a wrong signature`);
  }

  /** Says that the plugin is ready, when it is, and what to do next. Returns whether it has said this now. */
  report({ rejectsForged }: DevFeed, manifest: Manifest): boolean {
    // Nothing calls a plugin that polls and has no address, so there is no forged call to reject.
    const isChecked = manifest.base_url === undefined || (!this.check.isNeeded && rejectsForged === true);
    if (this.isReported || !isChecked || !this.isSavedInstalled) return false;
    this.isReported = true;
    const { terminal, onNote } = this.options;
    const [tool] = manifest.tools ?? [];
    onNote(
      'info',
      tool === undefined
        ? terminal.translate`ready: in another terminal, "kushk dev trigger plugin.ping", "kushk dev records" and "kushk dev logs" show what the plugin does`
        : terminal.translate`ready: in another terminal, try "${exampleToolCall(tool)}"; "kushk dev apply" applies a waiting proposal, and "kushk dev records" and "kushk dev logs" show what the plugin does`,
    );
    return true;
  }
}
