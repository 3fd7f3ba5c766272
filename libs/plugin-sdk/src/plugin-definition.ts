/**
 * The definition that a plugin author passes to `createPlugin`, and the arguments that the author's functions
 * receive.
 */
import type { KushkClient } from './client.js';
import type { PluginStore, StoredInstallation } from './store.js';
import type { Trust } from './trust.js';
import type { EventData } from './wire.generated.js';
import type { JsonObject, PluginEvent } from './wire.js';

export interface PluginDefinition {
  /** The `id` of the manifest. An `installed` call for another plugin is rejected. */
  readonly id: string;
  /** Stores credentials and handled events: `fileStore`, or your own implementation. */
  readonly store: PluginStore;
  /** The instances that may install this plugin. Left out only by a plugin that polls, which gets no such call. */
  readonly trust?: Trust | undefined;
  /** The path of the manifest's `base_url`, for example `/kushk`. Empty by default. */
  readonly basePath?: string;
  /**
   * Runs after the credentials are stored; the API already accepts them. When the function throws, the service sends
   * `installed` again. Make the function repeatable, because it can run again after a crash.
   */
  readonly onInstalled?: (context: PluginContext) => void | Promise<void>;
  /**
   * Runs before the credentials are deleted; the token is already invalid. When the function throws, the service
   * sends `removed` again.
   */
  readonly onRemoved?: (installation: PluginInstallation) => void | Promise<void>;
  /**
   * Event handlers by event type; `*` receives all types without their own handler. They handle pushed and polled
   * events alike, each event id once. When a handler throws, the service delivers the event again, for up to seven
   * days.
   */
  readonly events?: EventHandlers;
  /**
   * Tools by name. The returned value becomes `{"content": …}` and must be JSON. A tool must only read, because the
   * assistant may call it at any time and as often as it likes: until it is done, a write or a charge rejects with
   * `auth.handle_read_only`, with every client.
   */
  readonly tools?: Readonly<Record<string, (args: JsonObject, context: ToolContext) => unknown>>;
  /** Receives one line per call, without secrets. Without this function nothing is logged. */
  readonly log?: (line: PluginLogLine) => void;
  readonly limits?: Partial<PluginLimits>;
}

type EventHandler<Data> = (event: PluginEvent<Data>, context: PluginContext) => void | Promise<void>;

/** A handler for each event type that the plugin handles. */
export type EventHandlers = { readonly [Type in keyof EventData]?: EventHandler<EventData[Type]> } & {
  readonly '*'?: EventHandler<JsonObject>;
};

export interface PluginLimits {
  /** Maximum size of a request body in bytes; 1 MiB by default. */
  readonly maxBodyBytes: number;
  /**
   * Maximum size of a tool's response in bytes; 1 MiB minus 1 KiB by default. The service rejects responses of more
   * than 1 MiB.
   */
  readonly maxContentBytes: number;
  /** Timeout of a tool call in milliseconds; 9,000 by default. The service itself waits ten seconds. */
  readonly toolTimeoutMs: number;
  /** Time within which a request body must arrive, in milliseconds; 10,000 by default. */
  readonly bodyTimeoutMs: number;
}

/** An installation without its secrets. */
export interface PluginInstallation {
  readonly installation_id: string;
  /** `inst_…`: names this installation in your usage and in your statements. */
  readonly alias: string;
  /** Base URL of the plugin-facing API for this installation. */
  readonly api_base: string;
  /** The granted scopes. */
  readonly scopes: readonly string[];
  /** The settings at the time of the `installed` call. `client.installation()` returns the current settings. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface PluginContext {
  readonly installation: PluginInstallation;
  /** The client of the plugin-facing API, with the token of this installation. */
  readonly client: KushkClient;
  /**
   * The version that the installation runs at the moment of the call, because one address serves all versions. No
   * signature covers it, so use it to select code and never to grant a right. Null when no call brings it: for an event
   * that was polled, and for credentials that an admin has read.
   */
  readonly version: string | null;
}

export interface ToolContext extends PluginContext {
  /**
   * The client of the plugin itself, for what belongs to it: settings with secrets, its own records, the plan. It sees
   * what the whole organisation may see, which can be more than this person may. In a tool it only reads, as every
   * client does there: a write or a charge rejects with `auth.handle_read_only`. Write when an event arrives or for
   * your page.
   */
  readonly client: KushkClient;
  /**
   * The client for what the person may see: the API returns exactly that, so the settings come without secrets. It
   * only reads as well, and ends with the call: later calls reject with `auth.handle_invalid`.
   */
  readonly person: KushkClient;
  /** The id of the person who uses the assistant. */
  readonly userId: string;
  /** Aborts when the call has taken longer than `toolTimeoutMs`. */
  readonly signal: AbortSignal;
}

export interface PluginLogLine {
  /**
   * The kind of call: `installed`, `removed`, `event` or `tool`; `refused` for a call that is not accepted, and
   * `failed` for one that the plugin's own code could not answer.
   */
  readonly call: string;
  /** The outcome, for example `stored`, `handled`, `repeated`, or an error code. */
  readonly outcome: string;
  /** The HTTP status of the response; 0 for a poll that could not reach the service. */
  readonly status: number;
  readonly duration_ms: number;
  readonly installation_id?: string | undefined;
  readonly event_id?: string | undefined;
  /** The event type; for a call that was refused or failed, its path. */
  readonly type?: string | undefined;
  readonly tool?: string | undefined;
  /** The message of the error that the author's function threw, or why a call was refused and what to do. */
  readonly error?: string | undefined;
  /** Where in the author's code the error was thrown: lines `at FUNCTION (FILE:LINE:COLUMN)`, at most five. */
  readonly stack?: string | undefined;
}

export const DEFAULT_LIMITS: PluginLimits = {
  maxBodyBytes: 1024 * 1024,
  maxContentBytes: 1024 * 1024 - 1024,
  toolTimeoutMs: 9_000,
  bodyTimeoutMs: 10_000,
};

export function withoutSecrets(stored: StoredInstallation): PluginInstallation {
  const { installation_id, alias, api_base, scopes, settings } = stored;
  return { installation_id, alias, api_base, scopes, settings };
}
