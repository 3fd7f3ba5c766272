import type { Problem } from '@kushk/contracts';
import type { KeyValidity } from '@kushk/credentials';
import { blockingProblems, isCompatible, type Manifest } from '@kushk/manifest';
import type { Evaluator } from '@kushk/runtime/evaluation';

/** The signed content of a release's DSSE envelopes. */
export interface OpenedRelease {
  readonly pluginId: string;
  readonly version: string;
  readonly manifest: unknown;
  /** Digest of the manifest's canonical form. */
  readonly manifestDigest: string;
  /** The approval that the reviewer signed; null if no pinned key signed it. */
  readonly approval: {
    readonly plugin_id: string;
    readonly version: string;
    readonly manifest_digest: string;
    /** Validity of the reviewer's key at the time when the reviewer approved the release. */
    readonly keyValidity: KeyValidity;
  } | null;
}

const INCOMPATIBLE = 'plugin_api.incompatible';
const UNKNOWN_REVIEWER = 'signature.invalid';

/** Whether the release could be listed after an upgrade of this instance, or after the reviewer's key is pinned. */
export function canBeListedLater(problems: readonly Problem[]): boolean {
  return problems.some(({ code }) => code === INCOMPATIBLE || code === UNKNOWN_REVIEWER);
}

/**
 * Returns every reason not to list a release on this instance: problems with the reviewer's signature, the manifest
 * or the plugin API (docs/reference/releases.md).
 */
export async function checkRelease(
  release: OpenedRelease,
  instance: { readonly pluginApi: string; readonly production: boolean },
  evaluator: Evaluator,
): Promise<Problem[]> {
  const signature = signatureProblem(release);
  if (signature !== null) return [signature];
  const { production } = instance;
  const structure = await evaluator.run(release.pluginId, 'checkStructure', release.manifest, { production });
  if (structure.length > 0) return structure;
  const manifest = release.manifest as Manifest;
  if (manifest.id !== release.pluginId || manifest.version !== release.version) return [otherRelease];
  if (!isCompatible(manifest.plugin_api, instance.pluginApi)) return [incompatible(manifest, instance.pluginApi)];
  return blockingProblems(await evaluator.run(release.pluginId, 'checkContent', manifest, { production }));
}

function signatureProblem({ approval, pluginId, version, manifestDigest }: OpenedRelease): Problem | null {
  if (approval === null) return unknownReviewer;
  if (approval.keyValidity === 'revoked') return revokedKey;
  if (approval.keyValidity !== 'valid') return invalidKey;
  const isSigned =
    approval.plugin_id === pluginId && approval.version === version && approval.manifest_digest === manifestDigest;
  return isSigned ? null : otherContent;
}

const unknownReviewer: Problem = {
  code: UNKNOWN_REVIEWER,
  severity: 'error',
  path: '',
  message: 'is not signed by a reviewer that this instance trusts',
  message_fa: 'امضای بازبینِ مورد اعتمادِ این سامانه را ندارد',
  stage: 'instance',
};
const revokedKey: Problem = {
  code: 'signature.key_revoked',
  severity: 'error',
  path: '',
  message: 'is signed with a revoked key',
  message_fa: 'با کلیدی امضا شده که باطل شده است',
  stage: 'instance',
};
const invalidKey: Problem = {
  code: 'signature.key_out_of_time',
  severity: 'error',
  path: '',
  message: 'is signed with a key that was not valid at the time of the decision',
  message_fa: 'با کلیدی امضا شده که در زمان تصمیم معتبر نبوده است',
  stage: 'instance',
};
const otherContent: Problem = {
  code: 'signature.mismatch',
  severity: 'error',
  path: '',
  message: 'is not what the reviewer signed',
  message_fa: 'با محتوایی که بازبین امضا کرده یکی نیست',
  stage: 'instance',
};
const otherRelease: Problem = {
  code: 'signature.mismatch',
  severity: 'error',
  path: '/id',
  message: 'names another release',
  message_fa: 'به نسخهٔ دیگری اشاره می‌کند',
  stage: 'instance',
};

export function incompatible({ plugin_api }: Manifest, pluginApi: string): Problem {
  return {
    code: INCOMPATIBLE,
    severity: 'error',
    path: '/plugin_api',
    message: `needs ${plugin_api}, this instance has ${pluginApi}`,
    message_fa: `به ${plugin_api} نیاز دارد؛ این سامانه ${pluginApi} را دارد`,
    stage: 'instance',
  };
}
