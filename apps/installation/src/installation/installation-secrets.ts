import { sealedFor, type InstalledCall, type JsonObject } from '@kushk/contracts';
import {
  hashCredential,
  installationAlias,
  last4,
  newCredential,
  rolloutPlace,
  seal,
  unseal,
} from '@kushk/credentials';
import { MASK, maskSecrets, type StoredSettings } from '@kushk/manifest';
import type { Config } from '@kushk/runtime';
import { LRUCache } from 'lru-cache';
import type { Settings } from './installation-facts.js';
import { apiBaseForPlugin } from './installation-resources.js';
import type { ExistingInstallation } from './installation.js';

export interface Credentials {
  readonly token: string;
  readonly signingSecret: string;
}
/** New credentials, with the values that the log stores for them. */
export interface IssuedCredentials {
  readonly credentials: Credentials;
  readonly stored: {
    readonly tokenHash: string;
    readonly tokenLast4: string;
    readonly sealedToken: string;
    readonly sealedSigningSecret: string;
  };
}

/** Bounds the memory of unsealed settings, which have up to a million characters each. */
const MAX_CACHED_CHARACTERS = 16_000_000;

/**
 * Seals and unseals the secrets of installations: the credentials, the settings and the body of the `installed` call.
 */
export class InstallationSecrets {
  /** Caches unsealed settings, because unsealing costs far more than a cache lookup. */
  private readonly unsealedSettings = new LRUCache<string, JsonObject>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: (_settings, sealed) => sealed.length,
  });

  constructor(private readonly config: Pick<Config, 'sealingKeys' | 'peppers' | 'serviceOrigin'>) {}

  /** The alias of an installation in usage reports. */
  aliasOf(installationId: string): string {
    return installationAlias(this.config.peppers, installationId);
  }

  /** The places of an installation in the rollouts of versions (docs/reference/rollout.md). */
  placesOf(installationId: string): (version: string) => number {
    let alias: string | undefined;
    return (version) => rolloutPlace((alias ??= this.aliasOf(installationId)), version);
  }

  async sealSettings(installationId: string, { settings, secrets }: StoredSettings): Promise<Settings> {
    if (secrets.length === 0) return { masked: settings, sealed: null, secretPointers: secrets };
    const sealed = await seal(this.config.sealingKeys, settings, settingsContext(installationId));
    return { masked: maskSecrets(settings, secrets, MASK), sealed, secretPointers: secrets };
  }

  async unsealSettings(installationId: string, { masked, sealed }: Settings): Promise<JsonObject> {
    if (sealed === null) return masked;
    const cached = this.unsealedSettings.get(sealed);
    if (cached !== undefined) return cached;
    const unsealed = await unseal<JsonObject>(this.config.sealingKeys, sealed, settingsContext(installationId));
    this.unsealedSettings.set(sealed, unsealed);
    return unsealed;
  }

  async storedSettings(installationId: string, settings: Settings): Promise<StoredSettings> {
    return { settings: await this.unsealSettings(installationId, settings), secrets: settings.secretPointers };
  }

  async issueCredentials(installationId: string): Promise<IssuedCredentials> {
    const { tokenHash, tokenLast4, token } = this.issueToken();
    const { secret, sealedSigningSecret } = await this.issueSigningSecret(installationId);
    const sealedToken = await seal(this.config.sealingKeys, { token }, tokenContext(installationId));
    return {
      credentials: { token, signingSecret: secret },
      stored: { tokenHash, tokenLast4, sealedToken, sealedSigningSecret },
    };
  }

  issueToken(): { readonly token: string; readonly tokenHash: string; readonly tokenLast4: string } {
    const token = newCredential('ki');
    return { token, tokenHash: hashCredential(this.config.peppers[0], token), tokenLast4: last4(token) };
  }

  async issueSigningSecret(
    installationId: string,
  ): Promise<{ readonly secret: string; readonly sealedSigningSecret: string }> {
    const secret = newCredential('ks');
    const context = sealedFor.signingSecret(installationId);
    return { secret, sealedSigningSecret: await seal(this.config.sealingKeys, { secret }, context) };
  }

  /** The credentials of an installation; null after the plugin has received the token. */
  async unsealCredentials(installation: ExistingInstallation): Promise<Credentials | null> {
    const { installationId, sealedToken, sealedSigningSecret } = installation;
    if (sealedToken === null) return null;
    const keys = this.config.sealingKeys;
    const { token } = await unseal<{ token: string }>(keys, sealedToken, tokenContext(installationId));
    const context = sealedFor.signingSecret(installationId);
    const { secret } = await unseal<{ secret: string }>(keys, sealedSigningSecret, context);
    return { token, signingSecret: secret };
  }

  /**
   * The body of the `installed` call, sealed for the delivery service. `containerUrl` is the one that is new.
   * `isReconnect`: the call is signed with the secret that it delivers.
   */
  async sealInstalledCall(
    installation: ExistingInstallation,
    credentials: Credentials,
    {
      containerUrl = installation.containerUrl,
      isReconnect = false,
    }: { readonly containerUrl?: string | null | undefined; readonly isReconnect?: boolean } = {},
  ): Promise<string> {
    const { installationId, grants, settings } = installation;
    const body = JSON.stringify({
      event: 'installed',
      ...(isReconnect && { reconnect: true }),
      installation_id: installationId,
      alias: this.aliasOf(installationId),
      api_base: apiBaseForPlugin(this.config, installation),
      ...(containerUrl !== null && { base_url: containerUrl }),
      token: credentials.token,
      signing_secret: credentials.signingSecret,
      scopes: grants.scopes,
      settings: await this.unsealSettings(installationId, settings),
    } satisfies InstalledCall);
    return await seal(this.config.sealingKeys, { body }, sealedFor.lifecycle(installationId));
  }
}

function settingsContext(installationId: string): string {
  return `settings:${installationId}`;
}

function tokenContext(installationId: string): string {
  return `token:${installationId}`;
}
