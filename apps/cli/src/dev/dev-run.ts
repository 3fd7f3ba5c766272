/** The work of `kushk dev`: manifest, plugin process, installation and what happens to it, until it is aborted. */
import type { JsonObject, TitledInstallation } from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import { isWarning, problemCount, problemLines } from '../manifest-file.js';
import type { Connection } from '../connection.js';
import type { Key } from '../live-view/keys.js';
import type { LiveView } from '../live-view/live-view.js';
import { textOf } from '../phrase.js';
import type { Terminal } from '../terminal.js';
import { ChangeFollower } from './change-follower.js';
import { CredentialHandOver } from './credential-hand-over.js';
import type { CredentialVariables } from './credential-variables.js';
import type { DevEntry } from './dev-entry.js';
import { DevFeed } from './dev-feed.js';
import { DevNotes, type NoteLevel } from './dev-notes.js';
import { DevPlugin } from './dev-plugin.js';
import { checkedManifest, DevSession } from './dev-session.js';
import { EntryAdvice } from './entry-advice.js';
import { isAboutSettings } from './failure-notes.js';
import { InstalledRetry } from './installed-retry.js';
import type { InstanceClient } from './instance-client.js';
import { PrintedLines } from './plugin-output.js';
import { Readiness } from './readiness.js';
import { ReleaseWatch } from './release-watch.js';
import { RemovalWatch } from './removal-watch.js';
import { stateLines } from './state-lines.js';
import { acceptItem, rejectItem, type WaitingItem } from './waiting-item.js';
import { sendWaiting } from './waiting-deliveries.js';
import { watchFile } from './watched-file.js';

export interface DevRunOptions {
  readonly terminal: Terminal;
  readonly view: LiveView;
  readonly file: string;
  readonly client: InstanceClient;
  readonly hub: string;
  /** A connection to the local hub as its reviewer; null on another hub. */
  readonly reviewer: Connection | null;
  readonly run: string | boolean | undefined;
  readonly mu: string;
  readonly plan: string | null;
  /** The settings that the developer gives, for the settings schema of the manifest. */
  readonly givenSettings: (schema: JsonObject) => JsonObject;
  /** A file with settings, which is read again when it is saved. */
  readonly settingsFile: string | null;
  readonly reinstall: boolean;
  /** Receives the credentials of a plugin that polls; null for a plugin that receives `installed`. */
  readonly saveCredentials: ((credentials: CredentialVariables) => void) | null;
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
  readonly notes: DevNotes;
  private readonly readiness: Readiness;
  private readonly retry: InstalledRetry;
  private readonly advice: EntryAdvice;
  private readonly releases: ReleaseWatch | null;
  private mustReinstall: boolean;
  private readonly credentials: CredentialHandOver;
  private readonly ending = new AbortController();
  private readonly removal: RemovalWatch;
  /** The settings that the saved manifest has no longer, until it is installed. */
  private goneSettings: readonly string[] = [];
  /** The version whose settings were refused: asking again before they change would be refused again. */
  private refusedVersion: string | null = null;
  /** The work that changes something, one after the other. */
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly options: DevRunOptions) {
    const { terminal, reviewer } = options;
    const onNote = (level: NoteLevel, text: string): void => this.note(level, text);
    this.session = new DevSession(options.client, options);
    this.notes = new DevNotes(terminal, onNote);
    this.advice = new EntryAdvice(this.notes);
    this.retry = new InstalledRetry(options.client);
    this.removal = new RemovalWatch(options.client, this.notes);
    this.readiness = new Readiness({ terminal, session: this.session, onNote });
    this.plugin = new DevPlugin({
      ...options,
      serviceOrigin: options.client.connection.origin,
      onNote,
      onLine: (line) => this.printed(line),
      onPortFree: () => this.enqueue(() => this.applyManifest()),
    });
    this.credentials = new CredentialHandOver(this.plugin, { ...options, notes: this.notes });
    this.changes = new ChangeFollower(options.client, SHOWN_LISTS);
    this.releases = reviewer === null ? null : new ReleaseWatch({ terminal, connection: reviewer, onNote });
    this.mustReinstall = options.reinstall;
  }

  async untilAborted(signal: AbortSignal): Promise<void> {
    this.enqueue(() => this.applyManifest());
    const releases = this.releases?.untilAborted(signal);
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
      await releases;
    }
  }

  /** Ends the plugin. The work that is under way goes no further, and what becomes of it is not reported. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.plugin.stop();
  }

  press(key: Key): void {
    const waiting = this.feed?.current.waiting ?? [];
    const chosen = waiting[Math.min(this.selected, waiting.length - 1)];
    const { client, mu } = this.options;
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
        return this.enqueue(async () => void (await client.gift(this.id, mu)));
      case 'ping':
        return this.enqueue(async () => void (await client.triggerEvent(this.id, 'plugin.ping', {})));
      case 'restart':
        return void this.restart().catch(() => undefined);
      case 'quit':
        return;
    }
  }

  /** The id of the installation; empty before it is installed. */
  get id(): string {
    return this.installation?.installation_id ?? '';
  }

  /** Whether the plugin of the saved manifest polls its events. */
  get isPolling(): boolean {
    return this.manifest?.delivery === 'poll';
  }

  /** Starts the plugin again, after the work that is under way. Rejects with the reason when that fails. */
  restart(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.enqueue(async () => {
        try {
          await this.restartPlugin().then(resolve);
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
      .catch((error: unknown) => this.notes.failure(error))
      .then(() => this.changes.touch());
  }

  private async applyManifest(): Promise<void> {
    const { terminal, file } = this.options;
    this.session.forgetSaved();
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
    this.advice.reset();
    await this.plugin.start(manifest);
    if (this.ending.signal.aborted) return;
    await this.removeBefore(manifest);
    const { installation, isNew, filled, names, goneRecordTypes } = await this.session.update(manifest);
    this.releases?.follow(manifest);
    const id = installation.installation_id;
    this.notes.installed(installation, manifest, isNew);
    // Before the view goes on with it: the wallet of a new installation is opened a little later.
    await this.notes.filledWallet(this.session.fillWallet(id, this.ending.signal));
    this.readiness.reset();
    this.notes.changes({ pluginId: manifest.id, before: this.installation, names, goneRecordTypes });
    if (this.feed?.installationId === id) this.installation = installation;
    this.goneSettings = names.gone;
    this.notes.filled(filled);
    this.notes.lowerVersion(installation, manifest);
    if (this.feed?.installationId !== id) {
      this.notes.appPage(manifest, { instance: this.options.client.connection.origin, id });
      // All calls of an installation that replaces a removed one are new to this view.
      await this.openFeed(installation, isNew || this.feed !== null);
    }
    await this.credentials.handOver(id, manifest);
  }

  /** With `--reinstall`: removes the installation once, so that the plugin gets new credentials. */
  private async removeBefore(manifest: Manifest): Promise<void> {
    if (!this.mustReinstall) return;
    this.mustReinstall = false;
    const known = await this.options.client.findInstallation(manifest.id);
    if (known === null) return;
    await this.options.client.remove(known.installation_id);
    await this.removal.reportLeft(known);
  }

  private async openFeed(installation: TitledInstallation, isNew: boolean): Promise<void> {
    const { installation_id: id, plugin_id: pluginId } = installation;
    const feed = new DevFeed(this.options.client, { id, pluginId });
    if (!isNew) await feed.skipPast();
    // Together: a read of the feed before would take its removed installation for the one that is shown now.
    this.removal.reset();
    [this.feed, this.installation] = [feed, installation];
  }

  private async restartPlugin(): Promise<void> {
    // What comes after the start of a plugin was left out as well.
    const wasLeftOut = this.plugin.hasFailed;
    if (wasLeftOut) await this.applyManifest();
    if (wasLeftOut && !this.plugin.hasFailed) return;
    const isRemoved = this.installation?.status === 'removed';
    // A plugin that polls starts with the credentials of the next installation.
    const known = this.installation?.installation_id ?? null;
    if (known !== null && !isRemoved && (await this.credentials.saveRenewed(known))) return;
    if (!isRemoved || (this.plugin.isStartedHere && this.manifest?.delivery !== 'poll')) {
      await this.plugin.restart(await this.credentials.renewedFor(known, this.manifest));
      this.note('info', this.options.terminal.translate`the plugin was started again`);
    }
    if (isRemoved) await this.applyManifest();
    this.readiness.reset();
    this.retry.reset();
    // What the plugin refused before it was repaired.
    const send = () => sendWaiting(this.options.client, this.id, this.ending.signal);
    if (this.id !== '') this.enqueue(async () => this.notes.sentAgain(await send()));
  }

  /** Goes on with the installation that an admin has made, unless a restart has made one meanwhile. */
  private async followNext(removed: TitledInstallation): Promise<void> {
    const next = await this.removal.findNext(removed);
    if (next === null) return;
    // Whoever made it decides how many MU it gets.
    this.session.leaveWallet(next);
    this.enqueue(async () => (this.installation?.status === 'removed' ? this.applyManifest() : undefined));
  }

  private async readFeed(): Promise<void> {
    const { feed, installation, manifest } = this;
    if (feed === null || installation === null || manifest === null) return;
    const { client, terminal } = this.options;
    try {
      const id = installation.installation_id;
      const current = await client.installation(id);
      // The view has gone on with another installation meanwhile.
      if (this.feed !== feed) return;
      this.installation = current;
      await this.readiness.checkSignatures(feed, manifest, current);
      for (const entry of await feed.read()) this.report(entry, manifest, current);
      this.advice.aboutEvents({ ...current, isWalletLow: feed.current.wallet?.is_low === true }, manifest);
      this.showState();
      if (current.status === 'removed') return await this.followNext(current);
      await this.consent(this.installation, manifest);
      if (await this.session.applySettings(this.installation, manifest))
        this.note('info', terminal.translate`the settings are changed: "kushk dev settings" shows them`);
      if (await this.readiness.isCurrent(this.installation)) {
        this.notes.stillStored(this.goneSettings, this.installation.settings ?? {});
        this.goneSettings = [];
        if (this.readiness.report(feed, manifest)) await this.notes.organisation(this.options.client, id);
        const retried = await this.retry.run(id, Date.now());
        if (retried !== null) this.notes.retried(retried, this.plugin.isStartedHere);
      }
      this.showState();
    } catch (error) {
      this.notes.failure(error);
    }
  }

  /** Consents to a version that asks for more, once for each version of the file. */
  private async consent(installation: TitledInstallation, manifest: Manifest): Promise<void> {
    const { installation_id: id, version_pending: version, version_moving: moving } = installation;
    if (moving?.version === manifest.version) return this.credentials.handOverMoving(id, manifest);
    if (version === null || version === this.refusedVersion) return;
    try {
      const consented = await this.session.consent(installation, manifest);
      if (consented === null) return;
      this.retry.reset();
      this.notes.consented(version, consented);
    } catch (error) {
      if (isAboutSettings(error)) {
        this.refusedVersion = version;
        this.notes.staysAsBefore();
      }
      throw error;
    }
  }

  private report(entry: DevEntry, { base_url: baseUrl = '' }: Manifest, installation: TitledInstallation): void {
    this.entry(entry);
    this.advice.about(entry, { installation, baseUrl, isStartedHere: this.plugin.isStartedHere });
  }

  private printed(text: string): void {
    this.printedLines.add(text);
    this.entry({ kind: 'plugin', at: new Date().toISOString(), text, is_check: this.readiness.isAbout(text) });
  }

  private showState(): void {
    const { view, terminal } = this.options;
    if (this.installation === null || this.feed === null || this.manifest === null) return;
    const { installation, manifest, selected } = this;
    view.state(stateLines(terminal, { installation, manifest, state: this.feed.current, selected }));
  }

  private note(level: NoteLevel, text: string): void {
    if (!this.ending.signal.aborted) this.entry({ kind: 'note', at: new Date().toISOString(), level, text });
  }

  private entry(entry: DevEntry): void {
    this.options.view.entry(entry);
  }
}
