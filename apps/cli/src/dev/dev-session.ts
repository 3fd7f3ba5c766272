/** One run of `kushk dev`: brings the manifest and the installation of a plugin up to date. */
import type { TitledInstallation } from '@kushk/contracts';
import { parseMu, type Manifest } from '@kushk/manifest';
import { Failure } from '../failure.js';
import { readText } from '../manifest-file.js';
import { settingsFor } from '../plugin-test/tool-arguments.js';
import type { InstanceClient, InstallRequest } from './instance-client.js';
import type { Problem } from '@kushk/contracts';

export type ManifestResult =
  | { readonly valid: true; readonly manifest: Manifest; readonly problems: readonly Problem[] }
  | { readonly valid: false; readonly problems: readonly Problem[] };

/** Reads and checks the manifest. Advice is reported as well, but only errors make it invalid. */
export async function checkedManifest(file: string): Promise<ManifestResult> {
  const { checkSource, parseManifestYaml } = await import('@kushk/manifest');
  const text = readText(file);
  const { problems } = checkSource(text, { production: false });
  if (problems.some(({ severity }) => severity === 'error')) return { valid: false, problems };
  return { valid: true, manifest: parseManifestYaml(text).manifest as Manifest, problems };
}

export interface SessionOptions {
  /** MU that the wallet has at least. */
  readonly mu: string;
  readonly plan: string | null;
}

/** Publishes the manifest and installs the plugin, or lets its installation follow. */
export class DevSession {
  constructor(
    private readonly client: InstanceClient,
    private readonly options: SessionOptions,
  ) {}

  /** Returns the installation, and whether it is new. */
  async update(manifest: Manifest): Promise<{ readonly installation: TitledInstallation; readonly isNew: boolean }> {
    await this.client.publish(manifest);
    const known = await this.client.findInstallation(manifest.id);
    if (known !== null) return { installation: known, isNew: false };
    return { installation: await this.client.install(this.requestFor(manifest)), isNew: true };
  }

  /** Consents to a version that asks for more. Returns false when nothing waits. */
  async consent(installation: TitledInstallation, manifest: Manifest): Promise<boolean> {
    if (installation.version_pending === null) return false;
    const { plan, settings } = this.requestFor(manifest);
    const current = (await this.client.installation(installation.installation_id)).settings ?? {};
    try {
      await this.client.consentToUpdate(installation.installation_id, {
        plan: manifest.plans?.some(({ key }) => key === installation.plan) === true ? null : plan,
        settings: { ...settings, ...current },
      });
    } catch (error) {
      // The version was installed meanwhile.
      if (error instanceof Failure && error.details.code === 'installation.update_not_found') return false;
      throw error;
    }
    return true;
  }

  /** Gives MU when the wallet has less than wanted. Returns whether it gave any. */
  async fillWallet(installationId: string): Promise<boolean> {
    const { available } = await this.client.wallet(installationId);
    const [has, wanted] = [parseMu(available) ?? 0n, parseMu(this.options.mu) ?? 0n];
    if (has >= wanted) return false;
    await this.client.gift(installationId, this.options.mu);
    return true;
  }

  private requestFor(manifest: Manifest): InstallRequest {
    return {
      pluginId: manifest.id,
      version: manifest.version,
      plan: this.options.plan ?? manifest.plans?.[0]?.key ?? null,
      settings: settingsFor(manifest),
      scopes: Object.keys(manifest.scopes ?? {}),
      baseUrl: manifest.base_url ?? '',
    };
  }
}
