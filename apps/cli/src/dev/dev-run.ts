/** The work of `kushk dev`: manifest, plugin process, installation and what happens to it, until it is aborted. */
import { dirname } from 'node:path';
import type { TitledInstallation } from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import { asTyped } from '../command-name.js';
import { Failure } from '../failure.js';
import { problemCount, problemLines } from '../manifest-file.js';
import type { Key } from '../live-view/keys.js';
import type { LiveView } from '../live-view/live-view.js';
import { isListening, PluginProcess } from '../plugin-process/plugin-process.js';
import { portOf, startCommandOf } from '../plugin-folder.js';
import { nextStepFor } from '../next-step.js';
import { filledSettings } from '../plugin-test/tool-arguments.js';
import { textOf } from '../phrase.js';
import { printable, type Terminal } from '../terminal.js';
import { ChangeFollower } from './change-follower.js';
import { handOverCredentials } from './credential-lines.js';
import type { DevEntry } from './dev-entry.js';
import { DevFeed } from './dev-feed.js';
import { checkedManifest, DevSession } from './dev-session.js';
import type { InstanceClient } from './instance-client.js';
import { SignatureCheck } from './signature-check.js';
import { stateLines } from './state-lines.js';
import { acceptItem, rejectItem, type WaitingItem } from './waiting-item.js';
import { watchFile } from './watched-file.js';

export interface DevRunOptions {
  readonly terminal: Terminal;
  readonly view: LiveView;
  readonly file: string;
  readonly client: InstanceClient;
  readonly hub: string;
  readonly run: string | boolean | undefined;
  readonly mu: string;
  readonly plan: string | null;
  readonly reinstall: boolean;
  /** Receives the credentials of a plugin that polls; null for a plugin that receives `installed`. */
  readonly saveCredentials: ((lines: readonly string[]) => void) | null;
}

/** The lists of the instance API that the view shows. */
const SHOWN_LISTS = new Set(['installations', 'deliveries', 'calls', 'wallet', 'proposals', 'sources']);

export class DevRun {
  private readonly session: DevSession;
  private readonly changes: ChangeFollower;
  private process: PluginProcess | null = null;
  private feed: DevFeed | null = null;
  private installation: TitledInstallation | null = null;
  private manifest: Manifest | null = null;
  private selected = 0;
  private readonly check = new SignatureCheck();
  private mustReinstall: boolean;
  /** The work that changes something, one after the other. */
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly options: DevRunOptions) {
    this.session = new DevSession(options.client, options);
    this.changes = new ChangeFollower(options.client, SHOWN_LISTS);
    this.mustReinstall = options.reinstall;
  }

  async untilAborted(signal: AbortSignal): Promise<void> {
    this.enqueue(() => this.applyManifest());
    const endWatch = watchFile(this.options.file, () => this.enqueue(() => this.applyManifest()));
    try {
      while (!signal.aborted) {
        await this.changes.next(signal);
        if (!signal.aborted) await this.readFeed();
      }
    } finally {
      endWatch();
      this.changes.close();
    }
  }

  async stop(): Promise<void> {
    await this.process?.stop();
  }

  press(key: Key): void {
    const waiting = this.feed?.current.waiting ?? [];
    const chosen = waiting[Math.min(this.selected, waiting.length - 1)];
    const { client, mu } = this.options;
    const id = this.installation?.installation_id ?? '';
    switch (key) {
      case 'up':
      case 'down':
        this.selected = Math.max(0, Math.min(waiting.length - 1, this.selected + (key === 'up' ? -1 : 1)));
        return this.showState();
      case 'apply':
        return this.settle(chosen, acceptItem);
      case 'reject':
        return this.settle(chosen, rejectItem);
      case 'gift':
        return this.enqueue(async () => void (await client.gift(id, mu)));
      case 'ping':
        return this.enqueue(async () => void (await client.triggerEvent(id, 'plugin.ping', {})));
      case 'restart':
        return this.enqueue(() => this.restartPlugin());
      case 'quit':
        return;
    }
  }

  private settle(item: WaitingItem | undefined, settleItem: typeof acceptItem): void {
    if (item === undefined) return;
    const { client, terminal } = this.options;
    this.enqueue(async () => this.note('info', textOf(await settleItem(client, item), terminal.language)));
  }

  /** Runs the work after the work that is under way, and reports its failure. */
  private enqueue(work: () => Promise<void>): void {
    this.work = this.work
      .then(work)
      .catch((error: unknown) => this.reportFailure(error))
      .then(() => this.changes.touch());
  }

  private reportFailure(error: unknown): void {
    const { terminal } = this.options;
    if (!(error instanceof Failure)) return this.note('error', error instanceof Error ? error.message : String(error));
    this.note('error', `${printable(error.textIn(terminal.language))} (${printable(error.details.code)})`);
    const nextStep = hintFor(terminal, error.details.code) ?? nextStepFor(error.details, terminal.language);
    if (nextStep !== null) this.note('warning', asTyped(nextStep));
  }

  private async applyManifest(): Promise<void> {
    const { terminal, file } = this.options;
    const result = await checkedManifest(file);
    for (const line of problemLines(terminal, file, result.problems)) this.note('warning', line);
    if (!result.valid) {
      const count = problemCount(terminal, result.problems.length);
      return this.note('error', terminal.translate`${count}: correct the manifest and save it`);
    }
    const { manifest } = result;
    this.manifest = manifest;
    await this.startPlugin(manifest);
    await this.removeBefore(manifest);
    const { installation, isNew } = await this.session.update(manifest);
    this.installation = installation;
    const id = installation.installation_id;
    const name = `${manifest.id}@${manifest.version}`;
    this.note(
      'info',
      isNew ? terminal.translate`${name} is installed (${id})` : terminal.translate`${name} is published`,
    );
    const filled = isNew ? filledSettings(manifest).join(', ') : '';
    if (filled !== '')
      this.note('info', terminal.translate`required settings without a default have example values: ${filled}`);
    if (this.feed === null) await this.openFeed(id, manifest.id, isNew);
    if (await this.session.fillWallet(id)) this.note('info', terminal.translate`${this.options.mu} MU added`);
    await this.handOver(id);
    this.check.reset();
  }

  /** With `--reinstall`: removes the installation once, so that the plugin gets new credentials. */
  private async removeBefore(manifest: Manifest): Promise<void> {
    if (!this.mustReinstall) return;
    this.mustReinstall = false;
    const known = await this.options.client.findInstallation(manifest.id);
    if (known !== null) await this.options.client.remove(known.installation_id);
  }

  private async openFeed(id: string, pluginId: string, isNew: boolean): Promise<void> {
    const feed = new DevFeed(this.options.client, { id, pluginId });
    if (!isNew) await feed.skipPast();
    this.feed = feed;
  }

  private async startPlugin(manifest: Manifest): Promise<void> {
    const { file, hub, run, terminal } = this.options;
    if (this.process !== null || run === false || manifest.base_url === undefined) return;
    const command = typeof run === 'string' ? run : startCommandOf(file);
    const baseUrl = manifest.base_url;
    if (command === null || (await isListening(baseUrl))) {
      if (command === null && !(await isListening(baseUrl)))
        this.note(
          'warning',
          terminal.translate`nothing listens at ${baseUrl}: start the plugin, or name its command with --run`,
        );
      else if (command !== null)
        this.note(
          'warning',
          terminal.translate`something listens at ${baseUrl} already and is used as the plugin; stop it, or change base_url, if it is another program`,
        );
      return;
    }
    const plugin = new PluginProcess({
      command,
      folder: dirname(file),
      environment: {
        PORT: portOf(baseUrl),
        KUSHK_BASE_URL: hub,
        KUSHK_SERVICE_ORIGIN: this.options.client.connection.origin,
      },
      baseUrl,
      onOutput: (text) => {
        for (const line of text.split('\n')) if (line.trim() !== '') this.printed(line.trimEnd());
      },
      onSlowStart: () =>
        this.note(
          'info',
          terminal.translate`waiting until the plugin listens at ${baseUrl}; it must listen on the port in PORT`,
        ),
      onExit: (exitCode) =>
        this.note('error', terminal.translate`the plugin ended with exit code ${exitCode ?? 1}; r starts it again`),
    });
    this.process = plugin;
    this.note('info', terminal.translate`starting the plugin: ${command}`);
    await plugin.start();
    this.note('info', terminal.translate`the plugin listens at ${baseUrl}`);
  }

  private async restartPlugin(): Promise<void> {
    if (this.process === null) return;
    await this.process.restart();
    this.check.reset();
    this.note('info', this.options.terminal.translate`the plugin was started again`);
  }

  private async handOver(id: string): Promise<void> {
    const { saveCredentials, client, terminal } = this.options;
    if (saveCredentials === null) return;
    saveCredentials(await handOverCredentials(client, id));
    this.note('info', terminal.translate`the credentials are in the file`);
  }

  private async readFeed(): Promise<void> {
    const { feed, installation, manifest } = this;
    if (feed === null || installation === null || manifest === null) return;
    try {
      const { client, terminal } = this.options;
      const id = installation.installation_id;
      this.installation = await client.installation(id);
      await this.checkSignatures(feed, manifest, id);
      for (const entry of await feed.read()) this.entry(entry);
      if (this.installation.version_pending !== null && (await this.session.consent(this.installation, manifest)))
        this.note('info', terminal.translate`consented to what the manifest asks for`);
      this.showState();
    } catch (error) {
      this.reportFailure(error);
    }
  }

  /** Once the plugin has its credentials: whether it rejects a forged call. */
  private async checkSignatures(feed: DevFeed, manifest: Manifest, installationId: string): Promise<void> {
    const isInstalled = this.installation?.status === 'installed' || this.installation?.status === 'consent_pending';
    if (!this.check.isNeeded || !isInstalled || manifest.base_url === undefined) return;
    const { terminal } = this.options;
    feed.rejectsForged = await this.check.run({ baseUrl: manifest.base_url, installationId });
    if (feed.rejectsForged === false)
      this.note(
        'warning',
        terminal.translate`the plugin accepts an event with a wrong signature: run "kushk plugin test"`,
      );
    if (feed.rejectsForged === true) {
      this.note('info', terminal.translate`checked with an event of its own: the plugin rejects a wrong signature`);
      this.note(
        'info',
        terminal.translate`ready: in another terminal, "kushk dev tool", "kushk dev records" and "kushk dev logs" show what it does`,
      );
    }
  }

  private printed(text: string): void {
    this.entry({ kind: 'plugin', at: new Date().toISOString(), text, is_check: this.check.isAbout(text) });
  }

  private showState(): void {
    const { view, terminal } = this.options;
    if (this.installation === null || this.feed === null || this.manifest === null) return;
    const { installation, manifest, selected } = this;
    view.state(stateLines(terminal, { installation, manifest, state: this.feed.current, selected }));
  }

  private note(level: 'info' | 'warning' | 'error', text: string): void {
    this.entry({ kind: 'note', at: new Date().toISOString(), level, text });
  }

  private entry(entry: DevEntry): void {
    this.options.view.entry(entry);
  }
}

/** What to do about a failure that newcomers meet. */
function hintFor(terminal: Terminal, code: string): string | null {
  switch (code) {
    case 'catalogue.version_exists':
      return terminal.translate`a signed release has this version: raise version in the manifest`;
    case 'cli.unreachable':
      return terminal.translate`the instance does not answer; kushk dev goes on as soon as it does`;
    default:
      return null;
  }
}
