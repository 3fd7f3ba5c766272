import type { Problem } from '@kushk/contracts';
import type { KeyStanding } from '@kushk/credentials';
import { checkRest, checkStructure, isCompatible, refusals, type Manifest } from '@kushk/manifest';

/** What was found when the envelopes of a release were opened. */
export interface OpenedRelease {
  readonly manifest: unknown;
  /** Digest of that manifest's canonical form. */
  readonly manifestDigest: string;
  /** What the reviewer signed, and how his key stood when he decided; null where no pinned key has signed it. */
  readonly approval: {
    readonly plugin_id: string;
    readonly version: string;
    readonly manifest_digest: string;
    readonly key: KeyStanding;
  } | null;
  readonly pluginId: string;
  readonly version: string;
}

const INCOMPATIBLE = 'plugin_api.incompatible';
const UNKNOWN_REVIEWER = 'signature.invalid';

/** Whether the release may be offered once this instance is upgraded, or pins the key of a reviewer that it does not know yet. */
export function isCurableHere(problems: readonly Problem[]): boolean {
  return problems.some(({ code }) => code === INCOMPATIBLE || code === UNKNOWN_REVIEWER);
}

/**
 * Everything that speaks against offering a release on this instance: the reviewer's signature, the whole
 * manifest, the plugin API (contract §4: The rest, §5: Signature).
 */
export function examineRelease(
  release: OpenedRelease,
  instance: { readonly pluginApi: string; readonly production: boolean },
): Problem[] {
  const { approval, manifest, manifestDigest, pluginId, version } = release;
  if (approval === null)
    return [
      problem(
        UNKNOWN_REVIEWER,
        '',
        'is not signed by a reviewer that this instance trusts',
        'بازبینی که این نمونه به او اعتماد دارد آن را امضا نکرده است',
      ),
    ];
  if (approval.key === 'revoked')
    return [
      problem(
        'signature.key_revoked',
        '',
        'is signed with a key that was revoked',
        'با کلیدی امضا شده که باطل شده است',
      ),
    ];
  if (approval.key !== 'good')
    return [
      problem(
        'signature.key_out_of_time',
        '',
        'is signed with a key that did not count at the time of the decision',
        'با کلیدی امضا شده که در زمان تصمیم اعتبار نداشته است',
      ),
    ];
  if (approval.plugin_id !== pluginId || approval.version !== version || approval.manifest_digest !== manifestDigest) {
    return [
      problem('signature.mismatch', '', 'is not what the reviewer signed', 'آن چیزی نیست که بازبین امضا کرده است'),
    ];
  }
  const structure = checkStructure(manifest, { production: instance.production });
  if (structure.length > 0) return structure;
  const sound = manifest as Manifest;
  if (sound.id !== pluginId || sound.version !== version)
    return [problem('signature.mismatch', '/id', 'names another release', 'نسخهٔ دیگری را نام می‌برد')];
  if (!isCompatible(sound.plugin_api, instance.pluginApi)) {
    return [
      problem(
        INCOMPATIBLE,
        '/plugin_api',
        `needs ${sound.plugin_api}, this instance offers ${instance.pluginApi}`,
        `به ${sound.plugin_api} نیاز دارد؛ این نمونه ${instance.pluginApi} را دارد`,
      ),
    ];
  }
  return refusals(checkRest(sound, { production: instance.production }));
}

function problem(code: string, path: string, message: string, message_fa: string): Problem {
  return { code, path, message, message_fa, stage: 'instance' };
}
