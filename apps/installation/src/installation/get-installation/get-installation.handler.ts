import { queryHandler, respond } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { InstallationSettings } from '../installation-settings.view.js';
import { Installations } from '../installation.view.js';
import { TitledInstallations } from '../titled-installations.js';

export const GetInstallationHandler = queryHandler(
  installation.getInstallation,
  { installations: Installations, settings: InstallationSettings, titled: TitledInstallations },
  async ({ organisation_id, installation_id, with_settings = false }, { installations, settings, titled }) => {
    const [row, stored] = await Promise.all([
      installations.find(installation_id),
      with_settings ? settings.find(installation_id) : null,
    ]);
    if (row === null || (organisation_id !== null && row.organisation_id !== organisation_id))
      return refuse('installation.not_found');
    const [found] = await titled.of([row], () => stored);
    return respond(found!);
  },
);
