import { queryHandler, respond } from '@kushk/broker';
import { installation, type InstallationUpdate } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Evaluator } from '@kushk/runtime/evaluation';
import { Manifests } from '../../listing/listing.view.js';
import { reaches, type RolloutProgress } from '../../rollout/rollout.js';
import { StoreCatalogue } from '../../listing/store-catalogue.js';
import { versionDeclines } from '../installation-resources.js';
import { Installations } from '../installation.view.js';
import { InstallationSecrets } from '../installation-secrets.js';
import { SettingsReader } from '../settings-reader.js';
import { availableUpdate } from './available-update.js';
import { updateResource } from './update-resource.js';

export const GetUpdateHandler = queryHandler(
  installation.getUpdate,
  {
    installations: Installations,
    catalogue: StoreCatalogue,
    manifests: Manifests,
    reader: SettingsReader,
    secrets: InstallationSecrets,
    evaluator: Evaluator,
  },
  async ({ organisation_id, installation_id }, { installations, catalogue, manifests, reader, secrets, evaluator }) => {
    const row = await installations.find(installation_id);
    if (row === null || row.organisation_id !== organisation_id || row.status === 'removed')
      return refuse('installation.not_found');
    const { plugin_id, grants } = row;
    const listed = await catalogue.versions(row.organisation_id, plugin_id);
    const update = row.pending_version ?? availableUpdate(row, listed);
    const declined = versionDeclines(row);
    if (update === null) return refuse('installation.update_not_found', { declined });
    const [current, next, settings] = await Promise.all([
      manifests.find(plugin_id, grants),
      manifests.find(plugin_id, update),
      reader.unsealed(organisation_id, installation_id),
    ]);
    if (current === null || next === null || settings === null)
      throw new Error(`no manifest of ${plugin_id}@${update.version}`);
    const resource = await updateResource(current, next, { grants, settings: settings.settings, evaluator });
    const rollout = listed.find(({ version }) => version === update.version)?.rollout ?? null;
    return respond({
      ...resource,
      declined,
      rollout: rolloutFor(rollout, () => secrets.placesOf(installation_id)(next.version)),
    });
  },
);

function rolloutFor(progress: RolloutProgress | null, placeOf: () => number): InstallationUpdate['rollout'] {
  if (progress === null || progress.state === 'complete') return null;
  const { state, percent } = progress;
  return { state, percent, reached: reaches(progress, placeOf) };
}
