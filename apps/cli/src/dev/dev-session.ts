/** One run of `kushk dev`: brings the manifest and the installation of a plugin up to date. */
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject, Problem, TitledInstallation, WalletResource } from '@kushk/contracts';
import { checkSettings, formatMu, parseMu, sameJson, type Manifest } from '@kushk/manifest';
import { EXIT } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { localOrigins } from '../connection.js';
import { readText } from '../manifest-file.js';
import { phrase, type Phrase } from '../phrase.js';
import { propertySchema } from '../schema-example/example-value.js';
import { acceptedSettings, firstSettings, type FirstSettings } from '../schema-example/first-settings.js';
import { pointerNames } from '../schema-example/json-pointer.js';
import { ruleText } from '../settings/setting-lines.js';
import type { InstanceClient, InstallRequest } from './instance-client.js';
import { settingNameChange, type SettingNameChange } from './setting-names.js';

/** The wallet service opens the wallet after the installation, usually within a second. */
const WALLET_TIMEOUT_MS = 15_000;
const WALLET_POLL_MS = 200;

export type ManifestResult =
  | { readonly valid: true; readonly manifest: Manifest; readonly problems: readonly Problem[] }
  | { readonly valid: false; readonly problems: readonly Problem[] };

/** Reads and checks the manifest. Advice is reported as well, but only errors make it invalid. */
export async function checkedManifest(file: string): Promise<ManifestResult> {
  const { checkSource, parseManifestYaml } = await import('@kushk/manifest');
  const text = readText(file);
  const { problems } = checkSource(text, { production: false, serviceOrigins: localOrigins() });
  if (problems.some(({ severity }) => severity === 'error')) return { valid: false, problems };
  return { valid: true, manifest: parseManifestYaml(text).manifest as Manifest, problems };
}

export interface SessionOptions {
  /** MU to which the wallet is filled once. */
  readonly mu: string;
  readonly plan: string | null;
  readonly givenSettings: (schema: JsonObject) => JsonObject;
  /** The file from which the settings are read. */
  readonly settingsFile: string | null;
}
export interface UpdatedInstallation {
  readonly installation: TitledInstallation;
  readonly isNew: boolean;
  /** JSON Pointers of the settings that got example values. */
  readonly filled: readonly string[];
  /** How the names of the settings differ from those of the installed version. */
  readonly names: SettingNameChange;
  /** The record types that the manifest no longer has. */
  readonly goneRecordTypes: readonly string[];
}
export interface ConsentedSettings {
  /** JSON Pointers of the settings that got example values. */
  readonly filled: readonly string[];
  /** JSON Pointers of the stored values that the manifest does not accept any more. */
  readonly removed: readonly string[];
  /** The scopes that the version asks for and the one before did not. */
  readonly scopes: readonly string[];
}

/** Publishes the manifest and installs the plugin, or lets its installation follow. */
export class DevSession {
  /** The installations whose wallets were looked at: what the plugin spends is not given again at each save. */
  private readonly filledWallets = new Set<string>();
  /** The settings of the options, as they were when the manifest was saved last. */
  private given: JsonObject = {};
  /** The given settings that the installation has; null while it may have others. */
  private applied: JsonObject | null = null;
  /** The manifest as the instance has it since the last publication. */
  private published: JsonObject | null = null;

  constructor(
    private readonly client: InstanceClient,
    private readonly options: SessionOptions,
  ) {}

  /** Until the next update no manifest counts as the saved one: the file may be wrong, or its plugin not start. */
  forgetSaved(): void {
    this.published = null;
  }

  async update(manifest: Manifest): Promise<UpdatedInstallation> {
    this.given = this.options.givenSettings(manifest.settings ?? {});
    const known = await this.client.findInstallation(manifest.id);
    const installed = known === null ? manifest : await this.client.manifest(known.installation_id);
    const names = settingNameChange(installed.settings ?? {}, manifest.settings ?? {});
    const types = manifest.records?.map(({ type }) => type);
    const goneRecordTypes = (installed.records ?? []).map(({ type }) => type).filter((type) => !types?.includes(type));
    this.published = (await this.client.publish(manifest)).manifest;
    if (known !== null) return { installation: known, isNew: false, filled: [], names, goneRecordTypes };
    const { settings, filled } = completed(manifest, this.options.settingsFile, firstSettings(manifest, this.given));
    const installation = await this.client.install(this.requestFor(manifest, settings));
    this.applied = this.given;
    return { installation, isNew: true, filled, names, goneRecordTypes };
  }

  /** Whether the installation runs the manifest that was saved last, and not an earlier one or another version. */
  async hasSavedManifest({ installation_id: id, version_pending }: TitledInstallation): Promise<boolean> {
    if (this.published === null || version_pending !== null) return false;
    return sameJson(await this.client.manifest(id), this.published);
  }

  /**
   * Consents to a version that asks for more. Stored values that the manifest does not accept any more are removed;
   * the others stay, unless the settings of the options changed since they were applied: then these replace those of
   * the same name. Returns null when nothing waits.
   */
  async consent(installation: TitledInstallation, manifest: Manifest): Promise<ConsentedSettings | null> {
    if (installation.version_pending === null) return null;
    const current = (await this.client.installation(installation.installation_id)).settings ?? {};
    const accepted = acceptedSettings(manifest, current);
    const wanted = this.isGivenApplied()
      ? { ...this.given, ...accepted.settings }
      : { ...accepted.settings, ...this.given };
    const { settings, filled } = completed(manifest, this.options.settingsFile, firstSettings(manifest, wanted));
    const { plan } = this.requestFor(manifest, settings);
    let scopes: readonly string[];
    try {
      scopes = await this.client.consentToUpdate(installation.installation_id, {
        plan: manifest.plans?.some(({ key }) => key === installation.plan) === true ? null : plan,
        settings,
      });
    } catch (error) {
      // The version was installed meanwhile.
      if (error instanceof Failure && error.details.code === 'installation.update_not_found') return null;
      throw error;
    }
    this.applied = this.given;
    return {
      filled,
      scopes,
      removed: accepted.removed.filter((pointer) => !Object.hasOwn(this.given, pointerNames(pointer)[0] ?? '')),
    };
  }

  /**
   * Gives the installation the settings of the options, when they are new. Returns whether it did. While the instance
   * has not taken the saved manifest yet, it may refuse what this manifest allows: then the next call does it.
   */
  async applySettings(installation: TitledInstallation, manifest: Manifest): Promise<boolean> {
    const { given } = this;
    const hasNew = Object.keys(given).length > 0 && !this.isGivenApplied();
    if (!hasNew || installation.version_pending !== null) return false;
    const settings = { ...installation.settings, ...given };
    const problems = checkSettings(manifest, { ...firstSettings(manifest).settings, ...given });
    try {
      await this.client.changeSettings(installation.installation_id, settings);
    } catch (error) {
      const isRefused = error instanceof Failure && error.details.code === 'installation.settings_invalid';
      if (isRefused && problems.length === 0) return false;
      this.applied = given;
      throw error;
    }
    this.applied = given;
    return true;
  }

  /** Whether the installation got these values already: what was changed in it since then stays. */
  private isGivenApplied(): boolean {
    return this.applied !== null && sameJson(this.given, this.applied);
  }

  /**
   * Fills the wallet once to what is wanted, after waiting until a new installation has one. Returns how many MU it
   * gave; null for none. Rejects when there is no wallet in time, or when `signal` aborts before.
   */
  async fillWallet(installationId: string, signal: AbortSignal): Promise<string | null> {
    if (this.filledWallets.has(installationId)) return null;
    const { available } = await this.openedWallet(installationId, signal);
    const missing = (parseMu(this.options.mu) ?? 0n) - (parseMu(available) ?? 0n);
    if (missing > 0n) await this.client.gift(installationId, formatMu(missing));
    this.filledWallets.add(installationId);
    return missing > 0n ? formatMu(missing) : null;
  }

  /** Gives this installation no MU: somebody else has made it. */
  leaveWallet(installationId: string): void {
    this.filledWallets.add(installationId);
  }

  private async openedWallet(installationId: string, signal: AbortSignal): Promise<WalletResource> {
    const end = AbortSignal.any([signal, AbortSignal.timeout(WALLET_TIMEOUT_MS)]);
    for (;;) {
      try {
        return await this.client.wallet(installationId);
      } catch (error) {
        const isNotOpened = error instanceof Failure && error.details.code === 'wallet.not_found';
        if (!isNotOpened || end.aborted) throw error;
        await pause(WALLET_POLL_MS);
      }
    }
  }

  private requestFor(manifest: Manifest, settings: JsonObject): InstallRequest {
    return {
      pluginId: manifest.id,
      version: manifest.version,
      plan: this.options.plan ?? manifest.plans?.[0]?.key ?? null,
      settings,
      scopes: Object.keys(manifest.scopes ?? {}),
      baseUrl: manifest.base_url ?? null,
    };
  }
}

/** Throws when required settings have no example value, or given ones are wrong, as the instance would refuse them. */
function completed(
  { settings: schema = {} }: Manifest,
  settingsFile: string | null,
  first: FirstSettings,
): FirstSettings {
  if (first.problems.length === 0) return first;
  throw new Failure(mismatch(first.problems, settingsFile), {
    code: 'installation.settings_invalid',
    exitCode: EXIT.refused,
    params: { problems: first.problems.map((problem) => withRule(schema, problem)) },
  });
}

/** What is missing cannot be made up. What is wrong was given, and is read again when its file is saved. */
function mismatch(problems: readonly Problem[], settingsFile: string | null): Phrase {
  if (problems.every(({ code }) => code === 'required'))
    return phrase`the settings do not match the manifest, and these values cannot be made up`;
  return settingsFile === null
    ? phrase`the given settings do not match the manifest`
    : phrase`the given settings do not match the manifest: correct ${settingsFile} and save it, which is enough`;
}

/** A missing setting with the rule that its value must follow. */
function withRule(schema: JsonObject, problem: Problem): Problem {
  if (problem.code !== 'required') return problem;
  const rule = propertySchema(schema, pointerNames(problem.path.slice('/settings'.length)));
  return { ...problem, hint: ruleText('en', rule), hint_fa: ruleText('fa', rule) };
}
