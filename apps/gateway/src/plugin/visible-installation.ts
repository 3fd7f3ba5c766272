import type { InstallationResource } from '@kushk/contracts';
import { withoutSecrets } from '@kushk/manifest';
import type { PluginCaller } from '../authentication/caller.js';

/**
 * Returns the fields of the installation that this caller may see. Secret settings are included only when the request
 * has the installation token and no handle.
 */
export function visibleInstallation({ installation, secretSettings, onBehalfOf }: PluginCaller): InstallationResource {
  return onBehalfOf === null
    ? installation
    : { ...installation, settings: withoutSecrets(installation.settings, secretSettings) };
}
