/** What the installation service tells of an installation besides its state: its plugin, tools and waiting version. */
import type { CapabilityDiff, Tier } from './catalogue.js';
import type { RolloutState } from './rollout.js';
import type { JsonObject, RequestIdempotency } from './messages.js';

/** The manifest of an installed version, or of the one that the update shows. */
export interface InstallationManifest {
  readonly installation_id: string;
  readonly plugin_id: string;
  readonly version: string;
  readonly manifest: JsonObject;
}
/**
 * Which versions an installation follows. `stable` leaves pre-releases out. `manual` pins the version: an administrator
 * moves the installation to another one.
 */
export interface UpdatePolicy {
  readonly channel: 'stable' | 'beta';
  readonly follow: 'auto' | 'manual';
}
/** A tool that the organisation's assistant may call. */
export interface ToolResource {
  readonly installation_id: string;
  readonly plugin_id: string;
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject;
}
/** What people recognise a plugin by. */
export interface PluginTitle {
  /** The name by language, such as `fa` and `en`; at least one. */
  readonly names: Readonly<Record<string, string>>;
  readonly publisher: string;
  /** Null for a development release without a tier. */
  readonly tier: Tier | null;
}
/** What an administrator decides on the version that was shown. */
export interface VersionChoice {
  readonly organisation_id: string;
  readonly installation_id: string;
  readonly by: string;
  readonly version: string;
  readonly idempotency?: RequestIdempotency;
}

/**
 * A version above the installed one that an administrator declined, with the id of the person. `by` and `at` are null
 * when an earlier version of the service stored the decision and the installation has not changed since.
 */
export interface VersionDecline {
  readonly version: string;
  readonly by: string | null;
  readonly at: string | null;
}

/** The version to which the administrator may update the installation, compared with the installed version. */
export interface InstallationUpdate {
  readonly version: string;
  /** The administrator must consent to the version. Otherwise the installation can move to it at once. */
  readonly needs_consent: boolean;
  readonly diff: CapabilityDiff;
  /** All scopes of the version. `new`: not granted to the installed version. */
  readonly scopes: readonly { readonly scope: string; readonly reason: string; readonly new: boolean }[];
  /** All plans of the version. `rates_before` is null for a plan that the installed version does not have. */
  readonly plans: readonly {
    readonly key: string;
    readonly rates: Readonly<Record<string, string>>;
    readonly rates_before: Readonly<Record<string, string>> | null;
  }[];
  /** JSON Pointers into the settings: values that the version requires, and values that it no longer accepts. */
  readonly settings_missing: readonly string[];
  /** Present for a plugin of kind `external`. */
  readonly base_url?: { readonly before: string | null; readonly after: string | null };
  /** Present for a plugin of kind `instance`. */
  readonly egress?: { readonly before: readonly string[]; readonly after: readonly string[] };
  /**
   * How far the version is rolled out, and whether that has reached this installation, which then follows it by itself.
   * Null when all installations follow the version.
   */
  readonly rollout: { readonly state: RolloutState; readonly percent: number; readonly reached: boolean } | null;
  /** The versions that administrators declined and that can be reopened, oldest decision first. */
  readonly declined: readonly VersionDecline[];
}
/**
 * An update that failed. `reason` is that of the last call `installed`: `HTTP <status>`, the kind of failure such as
 * `connect` or `timeout`, or `not_called` when the plugin could not be called at all.
 */
export interface VersionFailure {
  readonly version: string;
  readonly reason: string;
  readonly at: string;
}
/** A text in the languages of a manifest. */
type PageTexts = Readonly<Record<string, string>>;

/** The pages of one installed plugin, as the shell lists them. */
export interface PluginPages {
  readonly installation_id: string;
  readonly plugin_id: string;
  readonly version: string;
  readonly names: PageTexts;
  /** Null for a plugin that has only panels. */
  readonly app: { readonly names: PageTexts } | null;
  readonly panels: readonly {
    readonly key: string;
    readonly names: PageTexts;
    /** The type of the records beside which the panel is shown; null for every type. */
    readonly record_type: string | null;
  }[];
}
/** One page of an installed plugin, from the signed manifest of its version. */
export interface PluginPage {
  readonly organisation_id: string;
  readonly installation_id: string;
  readonly plugin_id: string;
  readonly version: string;
  readonly plugin_api: string;
  readonly api_base: string;
  readonly names: PageTexts;
  /** What the shell embeds: the page's URL with the parameter `installation_id`. */
  readonly url: string;
  readonly origin: string;
  /** `instance`: the page comes from a container, through the gateway of the instance. */
  readonly kind: 'external' | 'instance';
}
/** Settings for a plugin; secret values are included only with `with_secrets`. */
export interface SettingsLookup {
  readonly organisation_id: string;
  readonly installation_id: string;
  readonly with_secrets: boolean;
}
export interface VisibleSettings {
  readonly settings: JsonObject;
  readonly settings_revision: number;
  /** As in usage reports. Only with `with_secrets`: the plugin alone reads it. */
  readonly alias?: string;
}

/** One version of a plugin of the store, compared with the version before it. */
export interface ListingVersion {
  readonly version: string;
  readonly tier: Tier;
  readonly published_at: string;
  /** The next lower version of the store; null for the lowest one. */
  readonly previous: string | null;
  /** As in `diff` of a release; null without `previous`. */
  readonly class: CapabilityDiff['class'] | null;
  /** The capabilities that differ, without their values; at most 50. `rate`: the MU of the rate of a plan. */
  readonly changes: readonly {
    readonly path: string;
    readonly change: 'added' | 'removed' | 'changed';
    readonly rate?: { readonly before: string | null; readonly after: string | null };
  }[];
  /** How many further changes there are. */
  readonly more_changes: number;
}
