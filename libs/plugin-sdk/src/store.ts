/** What a plugin must store between two calls. Implement `PluginStore` over your own database, or use `fileStore`. */

export interface SigningSecret {
  readonly secret: string;
  /** Null for the current secret. During a rotation the previous one is accepted until this time (RFC 3339 UTC). */
  readonly accepted_until: string | null;
}

/** The credentials of one installation. */
export interface StoredInstallation {
  readonly installation_id: string;
  readonly api_base: string;
  readonly token: string;
  /** The current secret first. */
  readonly signing_secrets: readonly SigningSecret[];
  readonly scopes: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  /** RFC 3339 UTC. */
  readonly stored_at: string;
  /** `onInstalled` has succeeded with these credentials, so a repeated `installed` does not run it again. */
  readonly setup_done: boolean;
}

/** Tokens and secrets must be encrypted at rest. Every write must be durable when its promise resolves. */
export interface PluginStore {
  /** Returns null for an installation that is unknown or was removed. */
  find(installationId: string): Promise<StoredInstallation | null>;
  /** Returns all installations that were not removed. */
  list(): Promise<readonly StoredInstallation[]>;
  /** Inserts or replaces an installation. */
  save(installation: StoredInstallation): Promise<void>;
  /** Deletes the credentials, and remembers only that the installation was removed. */
  remove(installationId: string): Promise<void>;
  wasRemoved(installationId: string): Promise<boolean>;
  /** Whether the event was handled. Storing the newest few thousand ids per installation is enough. */
  wasHandled(installationId: string, eventId: string): Promise<boolean>;
  markHandled(installationId: string, eventId: string): Promise<void>;
  /** Returns the cursor from which polling continues; null before the first page. */
  cursor(installationId: string): Promise<string | null>;
  saveCursor(installationId: string, cursor: string): Promise<void>;
}
