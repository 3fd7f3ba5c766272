/**
 * The data that a plugin must store between calls. Implement `PluginStore` with your own database, or use
 * `fileStore`.
 */

export interface SigningSecret {
  readonly secret: string;
  /** Null for the current secret. A replaced secret is accepted until this time (RFC 3339 UTC). */
  readonly accepted_until: string | null;
}

/** The credentials of one installation. */
export interface StoredInstallation {
  readonly installation_id: string;
  /** `inst_…`: names this installation in your usage and in your statements. */
  readonly alias: string;
  readonly api_base: string;
  readonly token: string;
  /** The accepted signing secrets, the current one first. */
  readonly signing_secrets: readonly SigningSecret[];
  readonly scopes: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  /** When the instance signed the call with these credentials, in Unix seconds. Only a later call may replace them. */
  readonly issued_at: number;
  /** The time when the credentials were stored, in RFC 3339 UTC. */
  readonly stored_at: string;
  /**
   * True when `onInstalled` has succeeded with these credentials, so that a repeated `installed` call does not run it
   * again.
   */
  readonly setup_done: boolean;
}

/** Tokens and secrets must be encrypted at rest. Every write must be durable when its promise resolves. */
export interface PluginStore {
  /** Returns the credentials of an installation, or null when it is unknown or was removed. */
  find(installationId: string): Promise<StoredInstallation | null>;
  /** Returns all installations except removed ones. */
  list(): Promise<readonly StoredInstallation[]>;
  /** Inserts or replaces an installation. */
  save(installation: StoredInstallation): Promise<void>;
  /** Deletes the credentials. The store remembers only that the installation was removed. */
  remove(installationId: string): Promise<void>;
  wasRemoved(installationId: string): Promise<boolean>;
  /** Whether the event was handled. It is enough to store the newest few thousand ids per installation. */
  wasHandled(installationId: string, eventId: string): Promise<boolean>;
  markHandled(installationId: string, eventId: string): Promise<void>;
  /** Returns the cursor at which polling continues, or null before the first page. */
  cursor(installationId: string): Promise<string | null>;
  saveCursor(installationId: string, cursor: string): Promise<void>;
}
