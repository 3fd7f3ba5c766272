import { queryHandler, respond } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { SettingsReader } from '../settings-reader.js';

export const GetSettingsHandler = queryHandler(
  installation.getSettings,
  { settings: SettingsReader },
  async ({ organisation_id, installation_id, with_secrets }, { settings }) => {
    const found = await (with_secrets
      ? settings.unsealed(organisation_id, installation_id)
      : settings.withoutSecrets(organisation_id, installation_id));
    return found === null ? refuse('installation.not_found') : respond(found);
  },
);
