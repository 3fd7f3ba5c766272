import type { InstallationResource } from '@kushk/contracts';
import { withoutSecrets } from '@kushk/manifest';
import type { PluginCaller } from '../authentication/caller.js';

/** The installation as this caller may see it: secret settings are for the token only, never for a handle (contract §8). */
export function visibleInstallation({ installation, secretSettings, behalf }: PluginCaller): InstallationResource {
  return behalf === null
    ? installation
    : { ...installation, settings: withoutSecrets(installation.settings, secretSettings) };
}
