/** What the cases of `kushk plugin test` work with. */
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '@kushk/contracts';
import type { Manifest, ToolDeclaration } from '@kushk/manifest';
import type { Jwk } from '@kushk/credentials';
import { isAccepted, shown, type PluginAnswer } from './plugin-call.js';
import { TestInstallation, type CallChanges, type Connection } from './test-installation.js';
import { argumentsFor } from './arguments-for.js';
import { settingsFor } from './settings-for.js';
import { isWrite, type ReceivedCall, type TestService } from './test-service.js';

export interface TestOptions {
  readonly baseUrl: string;
  readonly manifest: Manifest;
  readonly service: TestService;
  readonly deadlineMs: number;
  /** Time that is left for effects that a plugin causes after its answer. */
  readonly settleMs: number;
  /** Arguments by the name of the tool, instead of generated ones. */
  readonly toolArguments: Readonly<Record<string, JsonObject>>;
  /** Restarts the plugin; null when the command did not start it. */
  readonly restart: (() => Promise<void>) | null;
}

/** The plugin did not accept an `installed` call that only prepares a case. */
export class NotInstalled extends Error {}

export class TestContext {
  readonly manifest: Manifest;
  readonly service: TestService;
  private mainInstallation: TestInstallation | null = null;

  constructor(readonly options: TestOptions) {
    this.manifest = options.manifest;
    this.service = options.service;
  }

  get instanceKey(): Jwk {
    return this.service.key;
  }

  /** A new installation that the plugin does not know yet. */
  newInstallation(): TestInstallation {
    const { baseUrl, manifest, service, deadlineMs } = this.options;
    const connection: Connection = {
      baseUrl,
      pluginId: manifest.id,
      serviceOrigin: service.origin,
      instanceKey: service.key,
      deadlineMs,
    };
    const scopes = Object.keys(manifest.scopes ?? {});
    const installation = new TestInstallation(connection, scopes, settingsFor(manifest));
    service.add(installation);
    return installation;
  }

  /** A new installation that the plugin has accepted. */
  async install(): Promise<TestInstallation> {
    const installation = this.newInstallation();
    const answer = await installation.installed();
    if (!isAccepted(answer)) throw new NotInstalled(shown(answer));
    return installation;
  }

  /** The installation that cases share that change nothing of it. */
  async main(): Promise<TestInstallation> {
    this.mainInstallation ??= await this.install();
    return this.mainInstallation;
  }

  /** The writes to the plugin API that name one of these texts and that happened during and shortly after the work. */
  async writesNaming(texts: readonly string[], work: () => Promise<unknown>): Promise<readonly ReceivedCall[]> {
    const before = new Set(this.service.calls);
    await work();
    await pause(this.options.settleMs);
    return this.service.calls.filter(
      (call) =>
        !before.has(call) &&
        isWrite(call) &&
        texts.some((text) => decodeURIComponent(call.path).includes(text) || call.body.includes(text)),
    );
  }

  /** The given arguments of a tool, or generated ones; null when none that match its `input_schema` were found. */
  argumentsOf(tool: ToolDeclaration): JsonObject | null {
    return this.options.toolArguments[tool.name] ?? argumentsFor(tool.input_schema);
  }

  async callTool(
    installation: TestInstallation,
    tool: ToolDeclaration,
    changes: Partial<CallChanges> = {},
  ): Promise<PluginAnswer & { readonly handle: string }> {
    const handle = `kh_test_${Math.random().toString(36).slice(2)}`;
    const answer = await installation.callTool(tool.name, this.argumentsOf(tool) ?? {}, { ...changes, handle });
    return { ...answer, handle };
  }
}
