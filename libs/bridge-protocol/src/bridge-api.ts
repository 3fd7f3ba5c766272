/**
 * The bridge between a plugin's page and the service that embeds it. `bridge.d.ts` is this file and the declarations of
 * the script's exports (docs/reference/bridge.md), so it imports nothing.
 */

/** A record of the platform or of the plugin. */
export interface RecordReference {
  /** `case` and other types of the platform, or a record type of the plugin. */
  readonly type: string;
  readonly id: string;
}

export interface Theme {
  readonly mode: 'light' | 'dark';
  readonly contrast: 'normal' | 'more';
  /** Colours and sizes by name, without the prefix `--svc-`: `accent`, `surface`, `text`. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly font: {
    readonly family: string;
    /** A style sheet with the `@font-face` rules of the family. */
    readonly url?: string;
    readonly sizePx: number;
  };
}

/** Everything that the service tells the page about where and for whom it is shown. */
export interface Context {
  /** BCP 47: `fa`. */
  readonly language: string;
  readonly direction: 'rtl' | 'ltr';
  readonly calendar: 'jalali' | 'gregorian';
  readonly timeZone: string;
  readonly numerals: 'arabext' | 'latn';
  /** As in JavaScript: 0 is Sunday, 6 is Saturday. */
  readonly firstDayOfWeek: 0 | 1 | 6;
  readonly theme: Theme;
  readonly person: { readonly id: string; readonly name: string };
  /** The record beside which the page is shown; null for an app. */
  readonly record: RecordReference | null;
  readonly surface: 'app' | 'panel';
  /** The key of the panel in the manifest; null for an app. */
  readonly panel: string | null;
  readonly installation: { readonly id: string; readonly plugin: string; readonly version: string };
  /** The base URL of the plugin API for this installation. */
  readonly apiBase: string;
  readonly service: { readonly origin: string; readonly version: string; readonly pluginApi: string };
  /** What this service supports: `handle`, `confirm`, `pickPerson`, `pickCase`, `toast`, `resize`, `navigate`. */
  readonly capabilities: readonly string[];
}

export type BridgeErrorCode =
  | 'bad_options'
  | 'not_embedded'
  | 'origin_not_allowed'
  | 'connect_timeout'
  | 'version_unsupported'
  | 'not_connected'
  | 'disconnected'
  | 'request_timeout'
  | 'method_unknown'
  | 'bad_params'
  | 'dialog_busy'
  | 'rate_limited'
  | 'handle_denied'
  | 'session_ended'
  | 'installation_removed'
  | 'scope_missing';

export interface BridgeError extends Error {
  readonly name: 'BridgeError';
  readonly code: BridgeErrorCode;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface ConnectOptions {
  /** The exact origins of the services in which the page may run: `['https://kushk.example.ir']`. Never `*`. */
  readonly allowedOrigins: readonly string[];
  /** Milliseconds until `connect` rejects with `connect_timeout`; 5,000 by default. */
  readonly timeoutMs?: number;
  /** Whether the bridge sets `<html lang dir data-theme>` and the `--svc-*` variables; true by default. */
  readonly theme?: boolean;
}

export interface ConfirmOptions {
  /** Plain text, at most 80 characters. */
  readonly title: string;
  /** Plain text, at most 600 characters. */
  readonly message?: string;
  readonly tone?: 'normal' | 'danger';
}

export interface PickOptions {
  /** Plain text, at most 80 characters. */
  readonly title?: string;
  readonly multiple?: boolean;
}

export interface Bridge {
  /**
   * Connects to the service that embeds the page. A second call returns the same promise; after a failure it may be
   * called again. Rejects with a `BridgeError`; it never waits for ever.
   */
  connect(options: ConnectOptions): Promise<Context>;
  /** The newest context; null before `connect` has resolved. */
  readonly context: Context | null;
  /** Calls back on each change of the context. Returns a function that ends this. */
  onContext(callback: (context: Context) => void): () => void;
  /** Calls back once when the service ends the connection. Returns a function that ends this. */
  onDisconnect(callback: (error: BridgeError) => void): () => void;
  /** The handle of the person, which the page sends to the plugin API. It is renewed automatically. */
  getHandle(options?: { readonly fresh?: boolean }): Promise<string>;
  /** Calls the plugin API with the handle: `path` is relative to `apiBase`, such as `/records/invoice`. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Asks the person; the service draws the dialog and its buttons. Resolves to false when the person cancels. */
  confirm(options: ConfirmOptions): Promise<boolean>;
  /** Resolves to null when the person cancels. */
  pickPerson(options?: PickOptions): Promise<readonly { readonly id: string; readonly name: string }[] | null>;
  /** Resolves to null when the person cancels. */
  pickCase(options?: PickOptions): Promise<readonly { readonly id: string; readonly title: string }[] | null>;
  /** Shows a short message of at most 200 characters. */
  toast(options: { readonly message: string; readonly tone?: 'info' | 'success' | 'error' }): void;
  /** Sets the height of a panel in CSS pixels; `auto` follows the height of the document. An app ignores it. */
  resize(height: number | 'auto'): void;
  /** Names what an app shows now, for the title of the window. At most 80 characters. */
  setTitle(title: string): void;
  /** Says that the page has changes that are not saved: the service asks before it closes the page. */
  setDirty(isDirty: boolean): void;
  /** Leads the person to a case, to the plugin's app, or to a panel of the plugin beside the case. */
  navigate(to: { readonly record?: RecordReference; readonly panel?: string }): void;
  /** A date in the person's calendar, time zone and digits. A text `YYYY-MM-DD` is a day without a time zone. */
  formatDate(date: Date | string, style?: 'short' | 'long' | 'full'): string;
  disconnect(): void;
  readonly BridgeError: new (
    code: BridgeErrorCode,
    params?: Readonly<Record<string, unknown>>,
    message?: string,
  ) => BridgeError;
}
