import type { InstalledCapabilities, JsonObject } from '@kushk/contracts';
import { accept, fold, refuse, type Decision } from '@kushk/decider';
import { normalBaseUrl, type Manifest } from '@kushk/manifest';
import type { Offer } from '../../offer/offer.js';
import {
  installationStream,
  type ExistingInstallation,
  type Grants,
  type Installation,
  type InstallationFact,
  type Locale,
  type Settings,
} from '../installation.js';
import type { Slot, SlotFact } from '../slot.js';

export interface Install {
  readonly installationId: string;
  readonly organisationId: string;
  readonly pluginId: string;
  readonly grants: Grants;
  readonly capabilities: InstalledCapabilities;
  readonly apiBase: string;
  readonly settings: Settings;
  readonly locale: Locale;
  readonly machineUserId: string;
  readonly tokenHash: string;
  readonly tokenLast4: string;
  readonly sealedToken: string;
  readonly sealedSigningSecret: string;
  readonly by: string;
  readonly at: string;
}
type States = { slot: Slot; installation: Installation; offer: Offer };
type Facts = { slot: SlotFact[]; installation: InstallationFact[] };

/** Puts a plugin into an organisation, once, while its release is offered. */
export function install(command: Install, { slot, offer }: States): Decision<Facts, ExistingInstallation> {
  if (offer.status !== 'offered') return refuse('store.plugin_not_found');
  if (slot.installationId !== null)
    return refuse('installation.already_installed', { installation_id: slot.installationId });
  const { installationId } = command;
  const requested: InstallationFact = { type: 'InstallationRequested', data: command };
  const installation = fold(installationStream, [requested]);
  if (installation.phase === 'absent') return refuse('installation.not_found');
  return accept({ slot: [{ type: 'SlotTaken', data: { installationId } }], installation: [requested] }, installation);
}

/** What the admin agreed to: everything that the manifest asks for, no less (contract §10). */
export interface Consent {
  readonly scopes: readonly string[];
  readonly base_url?: string | undefined;
  readonly egress?: readonly string[] | undefined;
}

/** What the consent does not cover, by JSON Pointer; empty if it covers all. */
export function missingConsent(manifest: Manifest, consent: Consent): { path: string; expected: unknown }[] {
  const scopes = Object.keys(manifest.scopes ?? {});
  const egress = manifest.egress ?? [];
  const missing: { path: string; expected: unknown }[] = [];
  if (!sameSet(scopes, consent.scopes)) missing.push({ path: '/consent/scopes', expected: scopes });
  if (manifest.kind === 'external' && !sameAddress(manifest.base_url, consent.base_url))
    missing.push({ path: '/consent/base_url', expected: manifest.base_url });
  if (manifest.kind === 'instance' && !sameSet(egress, consent.egress ?? []))
    missing.push({ path: '/consent/egress', expected: egress });
  return missing;
}

/** With a slash at its end or without it is the same address (contract §4). */
function sameAddress(asked: string | undefined, agreed: string | undefined): boolean {
  return asked !== undefined && agreed !== undefined && normalBaseUrl(asked) === normalBaseUrl(agreed);
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return new Set(a).size === new Set(b).size && a.every((value) => b.includes(value));
}

/** What a version may do once it is agreed to, with this plan active. */
export function grantsOf(manifest: Manifest, plan: string | null): Grants {
  return {
    version: manifest.version,
    kind: manifest.kind,
    pluginApi: manifest.plugin_api,
    scopes: Object.keys(manifest.scopes ?? {}),
    plan,
  };
}

/** The plan that was asked for; where none was, the only one there is. `undefined`: there is no such plan. */
export function planOf(manifest: Manifest, asked: string | null): string | null | undefined {
  const plans = manifest.plans ?? [];
  if (asked === null) return plans.length === 1 ? (plans[0]?.key ?? null) : null;
  return plans.find(({ key }) => key === asked)?.key;
}

/** The schema of a plugin's settings; one that declares none takes none. */
export function settingsSchemaOf(manifest: Manifest): JsonObject {
  return manifest.settings ?? { type: 'object', additionalProperties: false };
}
