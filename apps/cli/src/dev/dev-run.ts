/** The work of `kushk dev`: manifest, plugin process, installation and what happens to it, until it is aborted. */
import type { JsonObject, TitledInstallation } from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import { isWarning, problemCount, problemLines } from '../manifest-file.js';
import type { Key } from '../live-view/keys.js';
import type { LiveView } from '../live-view/live-view.js';
import { textOf } from '../phrase.js';
import { settingName } from '../settings/setting-lines.js';
import type { Terminal } from '../terminal.js';
import { ChangeFollower } from './change-follower.js';
import { handOverCredentials } from './credential-lines.js';
import type { DevEntry } from './dev-entry.js';
import { DevFeed } from './dev-feed.js';
import { DevPlugin } from './dev-plugin.js';
import { checkedManifest, DevSession } from './dev-session.js';
import { failureNotes, isAboutSettings } from './failure-notes.js';
import type { InstanceClient } from './instance-client.js';
import { PrintedLines } from './plugin-output.js';
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
  /** The settings that the developer gives, for the settings schema of the manifest. */
  readonly givenSettings: (schema: JsonObject) => JsonObject;
  /** A file with settings, which is read again when it is saved. */
  readonly settingsFile: string | null;
  readonly reinstall: boolean;
  /** Receives the credentials of a plugin that polls; null for a plugin that receives `installed`. */
  readonly saveCredentials: ((lines: readonly string[]) => void) | null;
}

/** The lists of the instance API that the view shows. */
const SHOWN_LISTS = new Set(['installations', 'deliveries', 'calls', 'wallet', 'proposals', 'sources']);

export class DevRun {
  private readonly session: DevSession;
  private readonly changes: ChangeFollower;
  private readonly plugin: DevPlugin;
  private feed: DevFeed | null = null;
  private installation: TitledInstallation | null = null;
  private manifest: Manifest | null = null;
  private selected = 0;
  readonly printedLines = new PrintedLines();
  private readonly check = new SignatureCheck();
  private mustReinstall: boolean;
  /** The version whose settings were refused: asking again before they change would be refused again. */
  private refusedVersion: string | null = null;
  /** The work that changes something, one after the other. */
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly options: DevRunOptions) {
    this.session = new DevSession(options.client, options);
    this.plugin = new DevPlugin({
      ...options,
      serviceOrigin: options.client.connection.origin,
      onNote: (level, text) => this.note(level, text),
      onLine: (line) => this.printed(line),
    });
    this.changes = new ChangeFollower(options.client, SHOWN_LISTS);
    this.mustReinstall = options.reinstall;
  }

  async untilAborted(signal: AbortSignal): Promise<void> {
    this.enqueue(() => this.applyManifest());
    const { file, settingsFile } = this.options;
    const endWatches = [file, ...(settingsFile === null ? [] : [settingsFile])].map((path) =>
      watchFile(path, () => this.enqueue(() => this.applyManifest())),
    );
    try {
      while (!signal.aborted) {
        await this.changes.next(signal);
        if (!signal.aborted) await this.readFeed();
      }
    } finally {
      for (const endWatch of endWatches) endWatch();
      this.changes.close();
    }
  }

  async stop(): Promise<void> {
    await this.plugin.stop();
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
        return void this.restart().catch(() => undefined);
      case 'quit':
        return;
    }
  }

  /** Starts the plugin again, after the work that is under way. Rejects with the reason when that fails. */
  restart(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.enqueue(async () => {
        try {
          await this.restartPlugin();
          resolve();
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
          throw error;
        }
      });
    });
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
    for (const { level, text } of failureNotes(this.options.terminal, error)) this.note(level, text);
  }

  private async applyManifest(): Promise<void> {
    const { terminal, file } = this.options;
    const result = await checkedManifest(file);
    for (const problem of result.problems)
      for (const line of problemLines(terminal, file, [problem]))
        this.note(isWarning(problem) ? 'warning' : 'error', line);
    if (!result.valid) {
      const count = problemCount(terminal, result.problems);
      return this.note('error', terminal.translate`${count}: correct the manifest and save it`);
    }
    const { manifest } = result;
    this.manifest = manifest;
    this.refusedVersion = null;
    await this.plugin.start(manifest);
    await this.removeBefore(manifest);
    const { installation, isNew, filled } = await this.session.update(manifest);
    this.installation = installation;
    const id = installation.installation_id;
    const name = `${manifest.id}@${manifest.version}`;
    this.note(
      'info',
      isNew ? terminal.translate`${name} is installed (${id})` : terminal.translate`${name} is published`,
    );
    this.noteFilled(filled);
    if (this.feed === null) await this.openFeed(id, manifest.id, isNew);
    const given = await this.session.fillWallet(id);
    if (given !== null) this.note('info', terminal.translate`${given} MU added`);
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

  private async restartPlugin(): Promise<void> {
    await this.plugin.restart();
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
    const { client, terminal } = this.options;
    try {
      const id = installation.installation_id;
      this.installation = await client.installation(id);
      await this.checkSignatures(feed, manifest, id);
      for (const entry of await feed.read()) this.entry(entry);
      await this.consent(this.installation, manifest);
      if (await this.session.applySettings(this.installation, manifest))
        this.note('info', terminal.translate`the settings are changed: "kushk dev settings" shows them`);
      this.showState();
    } catch (error) {
      this.reportFailure(error);
    }
  }

  /** Consents to a version that asks for more, once for each version of the file. */
  private async consent(installation: TitledInstallation, manifest: Manifest): Promise<void> {
    const { version_pending: version } = installation;
    if (version === null || version === this.refusedVersion) return;
    try {
      const consented = await this.session.consent(installation, manifest);
      if (consented === null) return;
      this.note('info', this.options.terminal.translate`consented to what the manifest asks for`);
      this.noteFilled(consented.filled);
    } catch (error) {
      if (isAboutSettings(error)) this.refusedVersion = version;
      throw error;
    }
  }

  private noteFilled(filled: readonly string[]): void {
    if (filled.length === 0) return;
    const names = filled.map(settingName).join(', ');
    const { terminal } = this.options;
    this.note('info', terminal.translate`required settings without a default have example values: ${names}`);
    this.note('info', terminal.translate`"kushk dev settings" shows them; "kushk dev settings NAME=VALUE" changes one`);
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
    this.printedLines.add(text);
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
