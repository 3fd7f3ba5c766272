/** What the cases of `kushk plugin test` work with. */
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '@kushk/contracts';
import type { Manifest, ToolDeclaration } from '@kushk/manifest';
import type { Issuer } from './key-server.js';
import { LeakSearch } from './leaks.js';
import { isAccepted, shown, type PluginAnswer } from './plugin-call.js';
import {
  newCredentials,
  TestInstallation,
  type CallChanges,
  type Connection,
  type Credentials,
  type PluginEventBody,
} from './test-installation.js';
import { argumentsFor } from './arguments-for.js';
import { settingsFor } from './settings-for.js';
import { isCharge, isWrite, type ReceivedCall, type TestService } from './test-service.js';

export interface Restart {
  /** Whether the process is killed, so that it gets no time to stop. */
  readonly isKilled?: boolean;
  /** Whether the process gets a new, empty state folder. */
  readonly isFresh?: boolean;
  /** Further environment variables of the process, from now on. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Called when the process has ended and the next one has not begun. */
  readonly whileStopped?: () => void;
}

export interface TestOptions {
  readonly baseUrl: string;
  readonly manifest: Manifest;
  readonly service: TestService;
  readonly deadlineMs: number;
  /** Time that is left for effects that a plugin causes after its answer. */
  readonly settleMs: number;
  /** Within this time the effect of an acknowledged event must have come, once the API works again. */
  readonly effectMs: number;
  /** Arguments by the name of the tool, instead of generated ones. */
  readonly toolArguments: Readonly<Record<string, JsonObject>>;
  /** By path, the body that the plugin's page sends to its own server, without installation and handle. */
  readonly pageActions: Readonly<Record<string, JsonObject>>;
  /** Restarts the plugin; null when the command did not start it. */
  readonly restart: ((how?: Restart) => Promise<void>) | null;
}

/** The plugin did not accept an `installed` call that only prepares a case. */
export class NotInstalled extends Error {}

export class TestContext {
  readonly manifest: Manifest;
  readonly service: TestService;
  readonly leakSearch = new LeakSearch();
  private mainInstallation: TestInstallation | null = null;

  constructor(readonly options: TestOptions) {
    this.manifest = options.manifest;
    this.service = options.service;
  }

  /** Receives what the plugin writes to its output. */
  readonly onOutput = (text: string): void => this.leakSearch.search('the output', text);

  /** A new installation that the plugin does not know yet. */
  newInstallation(issuer: Issuer = this.service.instance): TestInstallation {
    const { baseUrl, manifest, service, deadlineMs } = this.options;
    const connection: Connection = {
      baseUrl,
      pluginId: manifest.id,
      pluginVersion: manifest.version,
      issuer,
      deadlineMs,
      onAnswer: ({ path, headers, body }) =>
        this.leakSearch.search(`the answer of ${path}`, `${JSON.stringify(headers)}\n${body}`),
    };
    const scopes = Object.keys(manifest.scopes ?? {});
    const installation = new TestInstallation(connection, scopes, settingsFor(manifest));
    this.watch(installation.credentials);
    service.add(installation);
    return installation;
  }

  /** New credentials, which the plugin must not show. */
  newCredentials(): Credentials {
    return this.watch(newCredentials());
  }

  /** A handle of a person, which the API of the installation accepts. */
  newHandle(installation: TestInstallation): string {
    const handle = `kh_test_${Math.random().toString(36).slice(2)}`;
    this.leakSearch.add('handle', handle);
    installation.handles.add(handle);
    return handle;
  }

  /** A new installation that the plugin has accepted. */
  async install(changes: CallChanges = {}): Promise<TestInstallation> {
    const installation = this.newInstallation();
    const answer = await installation.installed(undefined, changes);
    if (!isAccepted(answer)) throw new NotInstalled(shown(answer));
    return installation;
  }

  /** The installation that cases share that change nothing of it. */
  async main(): Promise<TestInstallation> {
    this.mainInstallation ??= await this.install();
    return this.mainInstallation;
  }

  currentMain(): TestInstallation | null {
    return this.mainInstallation;
  }

  /** The installation that later cases share; null: the next case that needs one installs it. */
  setMain(installation: TestInstallation | null): void {
    this.mainInstallation = installation;
  }

  /** The calls to the plugin API that name one of the texts. */
  callsNaming(texts: readonly string[]): readonly ReceivedCall[] {
    return this.service.calls.filter(({ path, body }) =>
      texts.some((text) => decodeURIComponent(path).includes(text) || body.includes(text)),
    );
  }

  /**
   * The effects of an event, during and shortly after the work: the writes to the plugin API that name the event or its
   * `external_id`, and every charge of the installation, which need not name anything.
   */
  async effectsOf(event: PluginEventBody, work: () => Promise<unknown>): Promise<readonly ReceivedCall[]> {
    const before = new Set(this.service.calls);
    await work();
    await pause(this.options.settleMs);
    const named = new Set(this.callsNaming([event.id, String(event.data['external_id'])]));
    const isOfEvent = (call: ReceivedCall): boolean =>
      named.has(call) || (call.installationId === event.installation_id && isCharge(call));
    return this.service.calls.filter((call) => !before.has(call) && isWrite(call) && isOfEvent(call));
  }

  /** The given arguments of a tool, or generated ones; null when none that match its `input_schema` were found. */
  argumentsOf(tool: ToolDeclaration): JsonObject | null {
    return this.options.toolArguments[tool.name] ?? argumentsFor(tool.input_schema);
  }

  async callTool(
    installation: TestInstallation,
    tool: ToolDeclaration,
    { handle = this.newHandle(installation), ...changes }: Partial<CallChanges> & { readonly handle?: string } = {},
  ): Promise<PluginAnswer & { readonly handle: string }> {
    const answer = await installation.callTool(tool.name, this.argumentsOf(tool) ?? {}, { ...changes, handle });
    return { ...answer, handle };
  }

  private watch(credentials: Credentials): Credentials {
    this.leakSearch.add('token', credentials.token);
    this.leakSearch.add('signing secret', credentials.secret);
    return credentials;
  }
}
