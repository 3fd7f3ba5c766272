import { queryHandler, respond } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Evaluator } from '@kushk/runtime/evaluation';
import { Manifests, type ManifestRef } from '../../listing/listing.view.js';
import { StoreCatalogue } from '../../listing/store-catalogue.js';
import { isUpdate } from '../follow-version/follow-version.js';
import { manifestRefOf } from '../follow-version/version-preparation.js';
import { availableVersion, followerOf } from '../follow-version/version-to-follow.js';
import { Installations, type InstallationRow } from '../installation.view.js';
import { SettingsReader } from '../settings-reader.js';
import { updateResource } from './update-resource.js';

export const GetUpdateHandler = queryHandler(
  installation.getUpdate,
  {
    installations: Installations,
    catalogue: StoreCatalogue,
    manifests: Manifests,
    reader: SettingsReader,
    evaluator: Evaluator,
  },
  async ({ organisation_id, installation_id }, { installations, catalogue, manifests, reader, evaluator }) => {
    const row = await installations.find(installation_id);
    if (row === null || row.organisation_id !== organisation_id || row.status === 'removed')
      return refuse('installation.not_found');
    const { plugin_id, grants } = row;
    const update = row.pending_version ?? (await availableUpdate(row, catalogue));
    if (update === null) return refuse('installation.update_not_found');
    const [current, next, settings] = await Promise.all([
      manifests.find(plugin_id, grants),
      manifests.find(plugin_id, update),
      reader.unsealed(organisation_id, installation_id),
    ]);
    if (current === null || next === null || settings === null)
      throw new Error(`no manifest of ${plugin_id}@${update.version}`);
    return respond(await updateResource(current, next, { grants, settings: settings.settings, evaluator }));
  },
);

async function availableUpdate(row: InstallationRow, catalogue: StoreCatalogue): Promise<ManifestRef | null> {
  const available = availableVersion(await catalogue.versions(row.organisation_id, row.plugin_id), followerOf(row));
  if (available === null) return null;
  const ref = manifestRefOf(available);
  return isUpdate(ref, row.grants) ? ref : null;
}
