/** What an author passes to `createPlugin`, and what the author's functions receive. */
import type { KushkClient } from './client.js';
import type { PluginStore, StoredInstallation } from './store.js';
import type { Trust } from './trust.js';
import type { JsonObject, PluginEvent } from './wire.js';

export interface PluginDefinition {
  /** The `id` of the manifest. An `installed` call for another plugin is rejected. */
  readonly id: string;
  /** Where credentials and handled events are stored: `fileStore`, or your own implementation. */
  readonly store: PluginStore;
  /** Which instances may install this plugin. */
  readonly trust: Trust;
  /** The path of the manifest's `base_url`, for example `/kushk`. Empty by default. */
  readonly basePath?: string;
  /**
   * Runs after the credentials are stored; the API already accepts them. When it throws, the service sends `installed`
   * again. It may run again after a crash, so make it repeatable.
   */
  readonly onInstalled?: (context: PluginContext) => void | Promise<void>;
  /** Runs before the credentials are deleted; the token is already invalid. When it throws, `removed` is sent again. */
  readonly onRemoved?: (installation: PluginInstallation) => void | Promise<void>;
  /**
   * Event handlers by event type; `*` receives every type without a handler of its own. Each event id is handled once.
   * When a handler throws, the service delivers the event again later, for up to seven days.
   */
  readonly events?: Readonly<Record<string, (event: PluginEvent, context: PluginContext) => void | Promise<void>>>;
  /**
   * Tools by name. The returned value becomes `{"content": …}` and must be JSON. A tool must only read, because the
   * assistant may call it at any time.
   */
  readonly tools?: Readonly<Record<string, (args: JsonObject, context: ToolContext) => unknown>>;
  /** Receives one line per call, without secrets. Nothing is logged when it is absent. */
  readonly log?: (line: PluginLogLine) => void;
  readonly limits?: Partial<PluginLimits>;
}

export interface PluginLimits {
  /** Bytes of a request body; 1 MiB by default. */
  readonly maxBodyBytes: number;
  /** Bytes of a tool's response; 1 MiB minus 1 KiB by default. The service rejects more than 1 MiB. */
  readonly maxContentBytes: number;
  /** Milliseconds until a tool call is aborted; 9,000 by default. The service waits ten seconds in all. */
  readonly toolTimeoutMs: number;
  /** Milliseconds in which a request body must arrive; 10,000 by default. */
  readonly bodyTimeoutMs: number;
}

/** An installation without its secrets. */
export interface PluginInstallation {
  readonly installation_id: string;
  /** Base URL of the plugin-facing API for this installation. */
  readonly api_base: string;
  /** The granted scopes. */
  readonly scopes: readonly string[];
  /** The settings at the time of `installed`. `client.installation()` returns the current ones. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface PluginContext {
  readonly installation: PluginInstallation;
  /** The plugin-facing API with the token of this installation. */
  readonly client: KushkClient;
}

export interface ToolContext extends PluginContext {
  /** The API on behalf of the person who uses the assistant: it returns exactly what that person may see, read-only. */
  readonly person: KushkClient;
  /** The id of that person. */
  readonly userId: string;
  /** Aborted when `toolTimeoutMs` has passed. */
  readonly signal: AbortSignal;
}

export interface PluginLogLine {
  /** `installed`, `removed`, `event`, `tool`, or `refused` for a call that was rejected. */
  readonly call: string;
  /** What happened, for example `stored`, `handled`, `repeated`, or the code of an error. */
  readonly outcome: string;
  /** HTTP status of the response; 0 for a poll that could not reach the service. */
  readonly status: number;
  readonly duration_ms: number;
  readonly installation_id?: string | undefined;
  readonly event_id?: string | undefined;
  /** The event type; for a rejected call, its path. */
  readonly type?: string | undefined;
  readonly tool?: string | undefined;
  /** Message of the error that the author's function threw. */
  readonly error?: string | undefined;
}

export const DEFAULT_LIMITS: PluginLimits = {
  maxBodyBytes: 1024 * 1024,
  maxContentBytes: 1024 * 1024 - 1024,
  toolTimeoutMs: 9_000,
  bodyTimeoutMs: 10_000,
};

export function withoutSecrets(stored: StoredInstallation): PluginInstallation {
  const { installation_id, api_base, scopes, settings } = stored;
  return { installation_id, api_base, scopes, settings };
}
