import type { InstallationResource } from '@kushk/contracts';
import { withoutSecrets } from '@kushk/manifest';
import type { PluginCaller } from '../authentication/caller.js';

/** The installation as this caller may see it: only the token reads secret settings, a handle never does. */
export function visibleInstallation({ installation, secretSettings, onBehalfOf }: PluginCaller): InstallationResource {
  return onBehalfOf === null
    ? installation
    : { ...installation, settings: withoutSecrets(installation.settings, secretSettings) };
}
