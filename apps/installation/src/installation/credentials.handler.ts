/** The credentials of an installation, opened only for the moment in which they are handed over. */
import { sealedFor } from '@kushk/contracts';
import { seal, unseal } from '@kushk/credentials';
import { CONFIG, type Config } from '@kushk/runtime';
import { Inject, Injectable } from '@nestjs/common';
import { InstallationWire } from './installation-wire.handler.js';
import type { ExistingInstallation } from './installation.js';
import { SettingsSeal } from './settings-seal.handler.js';

@Injectable()
export class Credentials {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly settings: SettingsSeal,
    private readonly wire: InstallationWire,
  ) {}

  /** Token and signing secret; null once the token is gone for good. */
  async open({
    installationId,
    sealedToken,
    sealedSigningSecret,
  }: ExistingInstallation): Promise<{ token: string; signingSecret: string } | null> {
    if (sealedToken === null) return null;
    const { token } = await unseal<{ token: string }>(this.config.sealingKeys, sealedToken, `token:${installationId}`);
    const { secret } = await unseal<{ secret: string }>(
      this.config.sealingKeys,
      sealedSigningSecret,
      sealedFor.signingSecret(installationId),
    );
    return { token, signingSecret: secret };
  }

  /** The body of the `installed` call (seed: Calls from the service to a plugin), sealed for the delivery service; '' where the token is gone. */
  async sealLifecycle(installation: ExistingInstallation): Promise<string> {
    const credentials = await this.open(installation);
    return credentials === null ? '' : await this.sealBody(installation, credentials);
  }

  /** The same with credentials that are not the installation's yet. */
  async sealBody(
    installation: ExistingInstallation,
    credentials: { readonly token: string; readonly signingSecret: string },
  ): Promise<string> {
    const { installationId, grants, settings } = installation;
    const body = JSON.stringify({
      event: 'installed',
      installation_id: installationId,
      api_base: this.wire.apiBase(installationId),
      token: credentials.token,
      signing_secret: credentials.signingSecret,
      scopes: grants.scopes,
      settings: await this.settings.open(installationId, settings),
    });
    return await seal(this.config.sealingKeys, { body }, sealedFor.lifecycle(installationId));
  }
}
