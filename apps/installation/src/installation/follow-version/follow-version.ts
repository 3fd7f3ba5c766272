/** A higher version of an installed plugin: the installation moves to it by itself, or asks the admin first (contract §6). */
import type { InstalledCapabilities, JsonObject } from '@kushk/contracts';
import { compareVersions, everyoneMustConsent, validateAgainst, type Manifest } from '@kushk/manifest';
import { upon, type Basis } from '../basis.js';
import { about, change, statusAfter, type Changed } from '../change-installation.js';
import { settingsSchemaOf } from '../install/install.js';
import type { ExistingInstallation, Grants, InstallationFact, Settings } from '../installation.js';

/** The version that an installation could run next, and what it would run with. */
export interface NextVersion {
  readonly grants: Grants;
  readonly capabilities: InstalledCapabilities;
  /** Sealed for that version: it may call other settings secret. */
  readonly settings: Settings;
}
export interface FollowVersion {
  readonly basis: Basis;
  /** The newest version that is offered here; null where none is. */
  readonly next: (NextVersion & { readonly needsConsent: boolean }) | null;
  readonly at: string;
}

/**
 * Whether an admin must agree before an installation runs `next`: where scopes, address or egress differ, a rate rises,
 * the active plan is gone, or the settings do not fit any more.
 */
export function needsConsent(
  previous: Manifest,
  next: Manifest,
  kept: { readonly plan: string | null; readonly settings: JsonObject },
): boolean {
  if (everyoneMustConsent(previous, next)) return true;
  if (kept.plan !== null && !(next.plans ?? []).some(({ key }) => key === kept.plan)) return true;
  return validateAgainst(settingsSchemaOf(next), kept.settings).length > 0;
}

/** Never goes to a lower version; a version that waits for consent and is not the newest on offer any more waits no longer. */
export function followVersion({ basis, next, at }: FollowVersion, installation: Parameters<typeof change>[0]): Changed {
  return upon(basis, installation, () =>
    change(installation, (existing) => {
      if (next === null || compareVersions(next.grants.version, existing.grants.version) <= 0) {
        return existing.pending === null ? [] : [{ type: 'ConsentObsolete', data: { ...about(existing), at } }];
      }
      if (!next.needsConsent) return moved(existing, next, { by: null, at });
      const { version, scopes } = next.grants;
      if (existing.pending?.version === version) return [];
      return [
        {
          type: 'ConsentAsked',
          data: {
            ...about(existing),
            version,
            scopes: scopes.filter((scope) => !existing.grants.scopes.includes(scope)),
            at,
          },
        },
      ];
    }),
  );
}

/**
 * The facts of a move to another version. Its release is on offer, so a suspension of the old one ends with it; a change
 * of plan or settings that comes along is told as such.
 */
export function moved(
  existing: ExistingInstallation,
  next: NextVersion & { readonly settingsChanged?: boolean },
  { by, at }: { readonly by: string | null; readonly at: string },
): InstallationFact[] {
  const { grants, capabilities, settings, settingsChanged = false } = next;
  const of = { ...about(existing), at };
  const facts: InstallationFact[] = [{ type: 'VersionChanged', data: { ...of, grants, capabilities, settings, by } }];
  if (grants.plan !== null && grants.plan !== existing.grants.plan)
    facts.push({ type: 'PlanChanged', data: { ...of, plan: grants.plan, by } });
  if (settingsChanged)
    facts.push({ type: 'SettingsChanged', data: { ...of, settings, revision: existing.settingsRevision + 1, by } });
  if (existing.suspended)
    facts.push({
      type: 'SuspensionLifted',
      data: { ...of, statusAfter: statusAfter(existing, { suspended: false, pending: null }) },
    });
  return facts;
}
