/** Settings with secret values: sealed as a whole for the log, open again for the plugin's token (contract §8). */
import type { JsonObject } from '@kushk/contracts';
import { seal, unseal } from '@kushk/credentials';
import { maskSecrets, secretSettings, type Manifest } from '@kushk/manifest';
import { CONFIG, type Config } from '@kushk/runtime';
import { Inject, Injectable } from '@nestjs/common';
import type { Settings } from './installation.js';
import { MASK } from './change-settings/keep-secrets.js';

/** Opened settings that are kept in memory: the same few are asked for on every call. */
const OPENED_LIMIT = 1_000;

@Injectable()
export class SettingsSeal {
  private readonly opened = new Map<string, JsonObject>();

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  async close(installationId: string, manifest: Manifest, settings: JsonObject): Promise<Settings> {
    const secretKeys = secretSettings(manifest);
    if (secretKeys.length === 0) return { open: settings, sealedSecrets: null, secretKeys };
    const sealedSecrets = await seal(this.config.sealingKeys, settings, contextOf(installationId));
    return { open: maskSecrets(settings, secretKeys, MASK), sealedSecrets, secretKeys };
  }

  async open(installationId: string, settings: Settings): Promise<JsonObject> {
    const { sealedSecrets } = settings;
    if (sealedSecrets === null) return settings.open;
    const known = this.opened.get(sealedSecrets);
    if (known !== undefined) return known;
    const opened = await unseal<JsonObject>(this.config.sealingKeys, sealedSecrets, contextOf(installationId));
    if (this.opened.size >= OPENED_LIMIT) this.opened.clear();
    this.opened.set(sealedSecrets, opened);
    return opened;
  }
}

function contextOf(installationId: string): string {
  return `settings:${installationId}`;
}
