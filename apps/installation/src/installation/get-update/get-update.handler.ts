import { queryHandler, respond } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Evaluator } from '@kushk/runtime/evaluation';
import { Manifests } from '../../listing/listing.view.js';
import { Installations } from '../installation.view.js';
import { SettingsReader } from '../settings-reader.js';
import { updateResource } from './update-resource.js';

export const GetUpdateHandler = queryHandler(
  installation.getUpdate,
  { installations: Installations, manifests: Manifests, reader: SettingsReader, evaluator: Evaluator },
  async ({ organisation_id, installation_id }, { installations, manifests, reader, evaluator }) => {
    const row = await installations.find(installation_id);
    if (row === null || row.organisation_id !== organisation_id || row.status === 'removed')
      return refuse('installation.not_found');
    const { plugin_id, grants, pending_version } = row;
    if (pending_version === null) return refuse('installation.update_not_found');
    const [current, next, settings] = await Promise.all([
      manifests.find(plugin_id, grants),
      manifests.find(plugin_id, pending_version),
      reader.unsealed(organisation_id, installation_id),
    ]);
    if (current === null || next === null || settings === null)
      throw new Error(`no manifest of ${plugin_id}@${pending_version.version}`);
    return respond(
      await updateResource(current, next, { scopes: grants.scopes, settings: settings.settings, evaluator }),
    );
  },
);
