/** What a plugin must remember between two calls. Implement it over your own database, or take `fileStore`. */

/** Times are RFC 3339 UTC. */
export interface SigningSecret {
  readonly secret: string;
  /** The one before, during a rotation: still accepted until then. Null: the current one. */
  readonly until: string | null;
}
export interface StoredInstallation {
  readonly installation_id: string;
  readonly api_base: string;
  readonly token: string;
  /** The current one first. */
  readonly signing_secrets: readonly SigningSecret[];
  readonly scopes: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly stored_at: string;
  /** `onInstalled` has succeeded with these credentials; a resend does not call it again. */
  readonly welcomed: boolean;
}

/** Tokens and secrets must be encrypted at rest (seed: Plugin installation token). All writes are durable when they resolve. */
export interface PluginStore {
  find(installationId: string): Promise<StoredInstallation | null>;
  /** All that have not been removed. */
  list(): Promise<readonly StoredInstallation[]>;
  save(installation: StoredInstallation): Promise<void>;
  /** Forgets the credentials for good and remembers only that there was such an installation. */
  remove(installationId: string): Promise<void>;
  wasRemoved(installationId: string): Promise<boolean>;
  /** Whether this event was handled already. The newest few thousand ids per installation suffice. */
  wasHandled(installationId: string, eventId: string): Promise<boolean>;
  markHandled(installationId: string, eventId: string): Promise<void>;
  /** Where polling goes on; null at the beginning. */
  cursor(installationId: string): Promise<string | null>;
  saveCursor(installationId: string, cursor: string): Promise<void>;
}
