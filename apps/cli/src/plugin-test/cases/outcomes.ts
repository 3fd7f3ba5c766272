/** Outcomes of the plugin's own proposals: only they show what it does with an outcome. */
import type { TestContext } from '../test-context.js';
import type { PluginEventBody, TestInstallation } from '../test-installation.js';
import { becomesQuiet } from './tool-runs.js';

/**
 * The data of an outcome: of a proposal of the plugin, else of one that it does not know. Its revision is above those
 * of all outcomes before, so that a plugin that ignores older ones does not ignore it.
 */
export async function outcomeData(
  context: TestContext,
  installation: TestInstallation,
): Promise<Readonly<Record<string, unknown>> & { readonly revision: number }> {
  await becomesQuiet(context, installation);
  const { data } = installation.event();
  const api = context.service.apiOf(installation);
  const { id, external_id, record_type } = api.proposalForOutcome() ?? {};
  const revision = api.nextRevision();
  return id === undefined ? { ...data, revision } : { ...data, proposal_id: id, external_id, record_type, revision };
}

export async function outcomeEvent(context: TestContext, installation: TestInstallation): Promise<PluginEventBody> {
  return installation.event({ data: { ...(await outcomeData(context, installation)) } });
}
