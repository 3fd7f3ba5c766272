import { reactionHandler } from '@kushk/broker';
import type { PublicFactType } from '@kushk/contracts';
import { streamRef, type Decision } from '@kushk/decider';
import { log } from '@kushk/runtime';
import { ReleaseChanges } from '../release-changes.js';
import { releaseKey, releaseStream, type Release, type ReleaseFact, type ReviewStep } from '../release.js';
import { replyInOrder, reviewStep } from '../review-step.js';

interface ReviewStepData {
  readonly plugin_id: string;
  readonly version: string;
  readonly revision: number;
  readonly by: string;
  readonly by_name: string;
  readonly at: string;
}

/** A reaction that applies a reviewer action to its release. */
export function reviewStepHandler<Data extends ReviewStepData>(
  fact: PublicFactType<Data>,
  { reaction, name }: { readonly reaction: string; readonly name: string },
  decide: (step: ReviewStep, release: Release, data: Data) => Decision<readonly ReleaseFact[], string>,
) {
  return reactionHandler(fact, { reaction, needs: { changes: ReleaseChanges } }, async (data, { changes }, { run }) => {
    const { plugin_id: pluginId, version } = data;
    const outcome = await run({
      name,
      stream: streamRef(releaseStream, releaseKey(pluginId, version)),
      command: reviewStep(data),
      decide: (step, release) => decide(step, release, data),
    });
    const result = replyInOrder(name, outcome);
    log.info({ command: name, plugin_id: pluginId, version, result }, 'review step applied');
    changes.notify(pluginId, version);
  });
}
