/** What an author gives to `createPlugin`, and what the author's functions get. */
import type { KushkClient } from './client.js';
import type { PluginStore, StoredInstallation } from './store.js';
import type { Trust } from './trust.js';
import type { JsonObject, PluginEvent } from './wire.js';

export interface PluginDefinition {
  /** The manifest's `id`: an `installed` meant for another plugin is refused. */
  readonly id: string;
  readonly store: PluginStore;
  readonly trust: Trust;
  /** The path of the manifest's `base_url`, e.g. `/kushk`; empty by default. */
  readonly basePath?: string;
  /** The credentials are stored; the API answers already. Throw, and the service sends `installed` again. May run again after a crash. */
  readonly onInstalled?: (context: PluginContext) => void | Promise<void>;
  /** The token is dead already. Throw, and the service sends `removed` again. */
  readonly onRemoved?: (installation: InstallationFacts) => void | Promise<void>;
  /** By type; `*` gets what has no handler of its own. Throw, and the event comes again later. Each event id is handled once. */
  readonly events?: Readonly<Record<string, (event: PluginEvent, context: PluginContext) => void | Promise<void>>>;
  /** By name. What it returns becomes `{"content": …}`. A tool must not change anything (seed: Calls from the service to a plugin). */
  readonly tools?: Readonly<Record<string, (args: JsonObject, context: ToolContext) => unknown>>;
  /** One line per call, without secrets. Nothing is written when absent. */
  readonly log?: (line: PluginLogLine) => void;
  readonly limits?: Partial<PluginLimits>;
}
export interface PluginLimits {
  /** Bodies of calls, 1 MiB. */
  readonly bodyBytes: number;
  /** A tool's content, 1 MiB less the envelope: the service cuts there. */
  readonly contentBytes: number;
  /** A tool that has not answered by then is given up: the service waits ten seconds in all. */
  readonly toolMs: number;
  /** How long a body may take to arrive. */
  readonly readMs: number;
}
/** An installation without its secrets. */
export interface InstallationFacts {
  readonly installation_id: string;
  readonly api_base: string;
  readonly scopes: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
}
export interface PluginContext {
  readonly installation: InstallationFacts;
  /** The plugin-facing API of this installation. */
  readonly client: KushkClient;
}
export interface ToolContext extends PluginContext {
  /** On behalf of the person who asks: sees exactly what that person sees, and can only read. */
  readonly person: KushkClient;
  readonly userId: string;
  /** Aborted when the deadline has passed. */
  readonly signal: AbortSignal;
}
export interface PluginLogLine {
  /** `installed`, `removed`, `event`, `tool` or `refused`. */
  readonly call: string;
  readonly outcome: string;
  readonly status: number;
  readonly duration_ms: number;
  readonly installation_id?: string | undefined;
  readonly event_id?: string | undefined;
  readonly type?: string | undefined;
  readonly tool?: string | undefined;
  readonly error?: string | undefined;
}

export const PLUGIN_LIMITS: PluginLimits = {
  bodyBytes: 1024 * 1024,
  contentBytes: 1024 * 1024 - 1024,
  toolMs: 9_000,
  readMs: 10_000,
};

/** Takes the secrets off. */
export function factsOf(stored: StoredInstallation): InstallationFacts {
  const { installation_id, api_base, scopes, settings } = stored;
  return { installation_id, api_base, scopes, settings };
}
