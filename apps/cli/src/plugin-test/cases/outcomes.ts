/** Decisions about the plugin's own proposals and sources: only they show what it does with a decision. */
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

/** A limit for plugins that make a new proposal at each outcome. */
const MAX_DECISIONS = 20;

/**
 * Yields an event for each decision that people make until nothing of the plugin waits. The first one is about a
 * proposal; a plugin that has none gets an outcome of an unknown proposal. An accepted source may lead to proposals.
 */
export async function* decisions(
  context: TestContext,
  installation: TestInstallation,
): AsyncGenerator<PluginEventBody, void> {
  const api = context.service.apiOf(installation);
  yield await outcomeEvent(context, installation);
  for (let count = 1; count < MAX_DECISIONS; count += 1) {
    await becomesQuiet(context, installation);
    const source = api.sourceForReview();
    if (source !== null) yield reviewEvent(installation, source);
    else if (api.hasUndecidedProposal()) yield await outcomeEvent(context, installation);
    else return;
  }
}

function reviewEvent(installation: TestInstallation, source: Readonly<Record<string, unknown>>): PluginEventBody {
  const { id, external_id, kind } = source;
  const record_id = `${kind === 'message' ? 'msg' : 'doc'}_${String(id)}`;
  const data = { source_id: id, external_id, kind, outcome: 'accepted', record_id, reason: null };
  return installation.event({ type: 'plugin.source.reviewed', data });
}
