/** `kushk release rollout` and `kushk operator release rollout`: stops, continues and completes a rollout. */
import type { ReleaseResource, RolloutAction } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { operatorConnection, publisherConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Terminal } from '../terminal.js';
import { RELEASE_FIELDS, releaseLines, type ReleaseName } from './release.js';

export interface RolloutOptions extends ConnectionFlags {
  readonly reason?: string;
}
interface RolloutChange {
  readonly name: ReleaseName;
  readonly action: RolloutAction;
  readonly as: 'publisher' | 'operator';
}

export async function changeRollout(
  terminal: Terminal,
  { name: { pluginId, version }, action, as }: RolloutChange,
  { reason, ...flags }: RolloutOptions,
): Promise<ExitCode> {
  const path = pathOf`/releases/${pluginId}/${version}/rollout`;
  const release = await terminal.withProgress(
    terminal.translate`Changing`,
    send<ReleaseResource>(as === 'operator' ? operatorConnection(flags) : publisherConnection(flags), {
      method: 'POST',
      path: as === 'operator' ? `/operator/v1${path}` : `/developer/v1${path}`,
      body: { action, ...(reason === undefined ? {} : { reason }) },
      language: terminal.language,
      expectedFields: RELEASE_FIELDS,
    }),
  );
  terminal.result(release, releaseLines(terminal, release));
  return EXIT.ok;
}
