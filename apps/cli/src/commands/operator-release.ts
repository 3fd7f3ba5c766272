/** `kushk operator release …`: publishes an approved release, and stops, resumes or ends it on all instances. */
import type { ReleaseForStaff } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { operatorConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Terminal } from '../terminal.js';
import { RELEASE_FIELDS, type ReleaseName } from './release.js';
import { reviewHead } from './review-lines.js';
import { planOf } from './rollout-stages.js';

export type OperatorStep = 'publish' | 'suspend' | 'resume' | 'withdraw';
export interface OperatorStepOptions extends ConnectionFlags {
  /** For `suspend` and `withdraw`. */
  readonly reason?: string;
  /** For `publish`: `PERCENT:HOURS,…`. */
  readonly stages?: string;
  /** For `publish`: `POINTS:CALLS:INSTALLATIONS`. */
  readonly halt?: string;
}

export async function changeRelease(
  terminal: Terminal,
  { step, name: { pluginId, version } }: { readonly step: OperatorStep; readonly name: ReleaseName },
  { reason, stages, halt, ...flags }: OperatorStepOptions,
): Promise<ExitCode> {
  const rollout = planOf({ ...(stages !== undefined && { stages }), ...(halt !== undefined && { halt }) });
  const release = await terminal.withProgress(
    terminal.translate`Changing`,
    send<ReleaseForStaff>(operatorConnection(flags), {
      method: 'POST',
      path: `${pathOf`/operator/v1/releases/${pluginId}/${version}`}/${step}`,
      body: { ...(reason === undefined ? {} : { reason }), ...(rollout === null ? {} : { rollout }) },
      language: terminal.language,
      expectedFields: RELEASE_FIELDS,
    }),
  );
  terminal.result(release, reviewHead(terminal, release));
  return EXIT.ok;
}
