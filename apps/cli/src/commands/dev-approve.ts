/** `kushk dev approve`: reviews and publishes a submitted release on the hub of the local system. */
import type { ReleaseForStaff } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { localStaffConnection, type ConnectionFlags } from '../connection.js';
import { nameInManifest } from '../dev/installed-plugin.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { Failure, usageFailure } from '../failure.js';
import { phrase } from '../phrase.js';
import type { Terminal } from '../terminal.js';
import { afterRelease } from './next-command.js';
import { releaseLines, RELEASE_FIELDS, releaseName, type ReleaseName } from './release.js';

export interface ApproveLocallyOptions extends ConnectionFlags {
  readonly manifest?: string;
}
type Step = 'take' | 'approve' | 'publish';

/** Takes the release as the local reviewer, approves it with the tier that it asks for, and publishes it. */
export async function approveLocally(
  terminal: Terminal,
  given: { readonly pluginId: string | undefined; readonly version: string | undefined },
  options: ApproveLocallyOptions,
): Promise<ExitCode> {
  const name = await releaseToApprove(given, options.manifest);
  const { release, wasDecided } = await terminal.withProgress(
    terminal.translate`Changing`,
    publish(terminal, name, options),
  );
  const before = wasDecided ? [terminal.translate`nothing to do: this release was ${release.status} already`] : [];
  terminal.result(release, [...before, ...releaseLines(terminal, release), ...afterRelease(terminal, release)]);
  return release.status === 'published' ? EXIT.ok : EXIT.refused;
}

async function releaseToApprove(
  { pluginId, version }: { readonly pluginId: string | undefined; readonly version: string | undefined },
  manifest: string | undefined,
): Promise<ReleaseName> {
  if (pluginId !== undefined && version !== undefined) return { pluginId, version };
  if (pluginId !== undefined) throw usageFailure(phrase`name the plugin and the version, or neither`);
  const { id, version: inManifest } = await nameInManifest(manifest);
  if (id === null || inManifest === null) throw usageFailure(phrase`the manifest has no id or no version`);
  return { pluginId: id, version: inManifest };
}

/** Does what is left to do: a release may have been taken or approved in the browser. */
async function publish(
  terminal: Terminal,
  name: ReleaseName,
  flags: ConnectionFlags,
): Promise<{ readonly release: ReleaseForStaff; readonly wasDecided: boolean }> {
  const path = pathOf`/operator/v1/releases/${name.pluginId}/${name.version}`;
  const { language } = terminal;
  const as = { reviewer: localStaffConnection(flags, 'reviewer'), operator: localStaffConnection(flags, 'operator') };
  const step = (who: keyof typeof as, what: Step, body: object): Promise<ReleaseForStaff> =>
    send(as[who], { method: 'POST', path: `${path}/${what}`, body, language, expectedFields: RELEASE_FIELDS });
  const release = await send<ReleaseForStaff>(as.reviewer, {
    method: 'GET',
    path,
    language,
    expectedFields: RELEASE_FIELDS,
  }).catch((failure: unknown) => Promise.reject(notSubmitted(failure, name)));
  const approval = { tier: release.requested_tier === '' ? 'community' : release.requested_tier, publish: true };
  const decided = async (last: Promise<ReleaseForStaff>) => ({ release: await last, wasDecided: false });
  switch (release.status) {
    case 'submitted':
      await step('reviewer', 'take', {});
      return decided(step('reviewer', 'approve', approval));
    case 'in_review':
      return decided(step('reviewer', 'approve', approval));
    case 'approved':
      return decided(step('operator', 'publish', {}));
    case 'published':
    case 'rejected':
    case 'withdrawn':
    case 'suspended':
      return { release, wasDecided: true };
  }
}

function notSubmitted(failure: unknown, { pluginId, version }: ReleaseName): unknown {
  if (!(failure instanceof Failure) || failure.details.code !== 'catalogue.release_not_found') return failure;
  const name = releaseName({ plugin_id: pluginId, version });
  return new Failure(phrase`${name} is not submitted: run "kushk release submit FILE" first`, {
    code: 'cli.not_submitted',
    exitCode: EXIT.refused,
  });
}
