/** The sentences of `kushk dev` about the installation: what became of it, and what to do. */
import type { JsonObject, TitledInstallation } from '@kushk/contracts';
import { compareVersions, type Manifest } from '@kushk/manifest';
import { Failure } from '../failure.js';
import { timeOf } from '../live-view/entry-text.js';
import { settingName } from '../settings/setting-lines.js';
import type { Terminal } from '../terminal.js';
import { failureNotes } from './failure-notes.js';
import type { ConsentedSettings } from './dev-session.js';
import type { RetryOutcome } from './installed-retry.js';
import type { InstanceClient } from './instance-client.js';
import { appPageLines } from './page-lines.js';
import type { SettingNameChange } from './setting-names.js';

export type NoteLevel = 'info' | 'warning' | 'error';

interface ManifestChanges {
  readonly pluginId: string;
  /** The installation of the manifest before; null for the first one. */
  readonly before: TitledInstallation | null;
  readonly names: SettingNameChange;
  readonly goneRecordTypes: readonly string[];
}

export class DevNotes {
  constructor(
    private readonly terminal: Terminal,
    private readonly write: (level: NoteLevel, text: string) => void,
  ) {}

  failure(error: unknown): void {
    for (const { level, text } of failureNotes(this.terminal, error)) this.write(level, text);
  }

  /** What there is to work with: a new system looks empty. */
  async organisation(client: InstanceClient, id: string): Promise<void> {
    const { people, cases } = await client.organisationSize();
    const { terminal } = this;
    this.write('info', terminal.translate`it is ${id}, in an organisation with ${people} people and ${cases} cases`);
  }

  /** `pointers` of settings that have example values. */
  filled(pointers: readonly string[]): void {
    if (pointers.length === 0) return;
    const { terminal } = this;
    this.write(
      'info',
      terminal.translate`required settings without a default have example values: ${namesIn(pointers)}`,
    );
    const [first = ''] = pointers.map(settingName);
    this.write(
      'info',
      terminal.translate`"kushk dev settings" shows them; "kushk dev settings ${first}=VALUE" changes one`,
    );
  }

  consented(version: string, { scopes, removed, filled }: ConsentedSettings): void {
    const { terminal } = this;
    this.write(
      'info',
      scopes.length === 0
        ? terminal.translate`consented to what the manifest asks for`
        : terminal.translate`consented to the new scopes of ${version}: ${scopes.join(', ')}; an admin is asked for this, and until then has the version before`,
    );
    this.removed(removed);
    this.filled(filled);
  }

  /** How the saved manifest differs from the one before, as far as nothing else shows it. */
  changes({ pluginId, before, names, goneRecordTypes }: ManifestChanges): void {
    if (before !== null && before.plugin_id !== pluginId) this.otherId(before);
    this.settingNames(names);
    this.recordTypes(goneRecordTypes);
  }

  /** The code of the plugin knows settings by their names: nothing else shows that only the manifest has a new one. */
  private settingNames({ added, gone }: SettingNameChange): void {
    const { terminal } = this;
    if (added.length > 0)
      this.write(
        'info',
        terminal.translate`new settings in the manifest: ${added.join(', ')}; the code of the plugin must read them by these names`,
      );
    if (gone.length > 0)
      this.write(
        'info',
        terminal.translate`settings that the manifest no longer has: ${gone.join(', ')}; the code of the plugin must not read them any more`,
      );
  }

  /** The records of a type stay stored, and the API finds them only by their type. */
  private recordTypes(gone: readonly string[]): void {
    if (gone.length > 0)
      this.write(
        'warning',
        this.terminal
          .translate`record types that the manifest no longer has: ${gone.join(', ')}; their records stay, but the plugin cannot reach them until the manifest has these types again`,
      );
  }

  /** `before` is the installation of the plugin under the id that the manifest had. */
  private otherId({ plugin_id: pluginId, installation_id: id, status }: TitledInstallation): void {
    if (status === 'removed') return;
    this.write(
      'warning',
      this.terminal
        .translate`another id is another plugin: ${pluginId} stays installed with its records and its MU; "kushk store remove ${id}" removes it`,
    );
  }

  /** Of the settings that the manifest no longer has, those whose values it accepts all the same. */
  stillStored(gone: readonly string[], settings: JsonObject): void {
    const stored = gone.filter((name) => Object.hasOwn(settings, name));
    if (stored.length > 0)
      this.write(
        'info',
        this.terminal.translate`their stored values are kept, because the manifest accepts them: ${stored.join(', ')}`,
      );
  }

  /** `pointers` of stored settings that the manifest does not accept any more. */
  removed(pointers: readonly string[]): void {
    if (pointers.length === 0) return;
    this.write(
      'info',
      this.terminal
        .translate`stored settings that the manifest does not accept any more are removed, the others are kept: ${namesIn(pointers)}`,
    );
  }

  installed({ installation_id: id }: TitledInstallation, manifest: Manifest, isNew: boolean): void {
    const { terminal } = this;
    const name = `${manifest.id}@${manifest.version}`;
    this.write(
      'info',
      isNew
        ? terminal.translate`${name} is installed (${id})`
        : terminal.translate`the local instance has the saved manifest of ${name}`,
    );
  }

  /** The credentials were read before, so new ones were made. */
  renewed(): void {
    this.write(
      'warning',
      this.terminal
        .translate`the credentials were read before and can be read only once, so they were renewed: a process with the former ones gets 401`,
    );
  }

  savedCredentials(): void {
    this.write('info', this.terminal.translate`the credentials are in the file: start the plugin with them`);
  }

  /** `calls` that waited for a later attempt. */
  sentAgain({ length }: readonly unknown[]): void {
    if (length > 0) this.write('info', this.terminal.translate`calls that waited, and were sent again: ${length}`);
  }

  removedInstallation(id: string): void {
    this.write(
      'warning',
      this.terminal
        .translate`the installation ${id} was removed; r or "kushk dev restart" installs the plugin again, and an installation made elsewhere is followed`,
    );
  }

  nextInstallation(id: string): void {
    this.write(
      'info',
      this.terminal.translate`the installation was removed and another one made: this view goes on with ${id}`,
    );
  }

  /** Where the page of the plugin is. `instance` is the address of the instance. */
  appPage(manifest: Manifest, place: { readonly instance: string; readonly id: string }): void {
    for (const line of appPageLines(this.terminal, manifest, place)) this.write('info', line);
  }

  lowWallet(): void {
    this.write(
      'warning',
      this.terminal.translate`the wallet has too few MU for this: the key g or "kushk dev gift" gives more`,
    );
  }

  /** Reports how many MU the wallet gets, or that it gets none: the run goes on without them. */
  async filledWallet(given: Promise<string | null>): Promise<void> {
    const { terminal } = this;
    try {
      const mu = await given;
      if (mu !== null) this.write('info', terminal.translate`${mu} MU added`);
    } catch (error) {
      // That there is no wallet yet is all that this code says, and the sentence below says it better.
      if (!(error instanceof Failure) || error.details.code !== 'wallet.not_found') this.failure(error);
      this.write('warning', terminal.translate`the wallet was not filled: the key g or "kushk dev gift" gives MU`);
    }
  }

  /** An installation never goes back to a lower version. */
  lowerVersion({ version }: TitledInstallation, manifest: Manifest): void {
    if (compareVersions(version, manifest.version) <= 0) return;
    this.write(
      'warning',
      this.terminal
        .translate`${version} stays installed, which is higher than ${manifest.version}: raise version in the manifest above ${version} and save it`,
    );
  }

  /** Precedes the reason for which the settings were refused. */
  staysAsBefore(): void {
    this.write(
      'warning',
      this.terminal.translate`the manifest that was installed before stays installed until the settings are valid:`,
    );
  }

  /** It refuses what is signed with the secret that it was given. */
  lostCredentials(id: string): void {
    this.write(
      'warning',
      this.terminal
        .translate`the plugin refuses a correctly signed call: if it has lost its credentials, or reads another state folder, "kushk store reconnect ${id}" gives it new ones; otherwise its verification is wrong, and "kushk plugin test" names the part`,
    );
  }

  outageEnded(id: string, isPolling: boolean): void {
    const { terminal } = this;
    this.write(
      'info',
      isPolling
        ? terminal.translate`"kushk dev down" has ended: tool calls reach the plugin again; it polls its events as before`
        : terminal.translate`"kushk dev down" has ended: calls reach the plugin again; what waits is sent by and by, "kushk store resume-deliveries ${id}" sends it at once`,
    );
  }

  holdExpired(): void {
    this.write(
      'warning',
      this.terminal
        .translate`a hold has expired without a settlement: its MU are available again, and nothing was paid. Settle each hold right after the service, and release it after a failure`,
    );
  }

  /** `line` of the manifest asks for the event as well. */
  unsent(type: string, line: string): void {
    this.write(
      'info',
      this.terminal
        .translate`${type} was not sent: events of the manifest does not list it. If the plugin needs it, write there: ${line}`,
    );
  }

  /** What waits for a decision although its installation is removed: no event says what becomes of it. */
  left(id: string, { length }: readonly unknown[]): void {
    if (length > 0)
      this.write(
        'warning',
        this.terminal
          .translate`proposals and sources of ${id} that still wait: ${length}. People can settle them, no event reports it, and what the plugin proposes again stands beside them; "kushk dev reject --all --installation ${id}" rejects the proposals`,
      );
  }

  otherProgram(baseUrl: string): void {
    this.write(
      'warning',
      this.terminal
        .translate`perhaps another program answers at ${baseUrl}, and not this plugin: stop it, or change base_url in the manifest to a free port`,
    );
  }

  /** `isStartedHere`: this command started the plugin, so it can start it again. */
  retried(outcome: RetryOutcome, isStartedHere: boolean): void {
    const { terminal } = this;
    if (outcome.kind === 'sent') return this.write('info', terminal.translate`"installed" is sent again now`);
    const time = timeOf(Date.parse(outcome.at));
    this.write(
      'warning',
      isStartedHere
        ? terminal.translate`"installed" is tried again at ${time}; "kushk dev restart" tries it at once`
        : terminal.translate`"installed" is tried again at ${time}`,
    );
  }
}

function namesIn(pointers: readonly string[]): string {
  return pointers.map(settingName).join(', ');
}
