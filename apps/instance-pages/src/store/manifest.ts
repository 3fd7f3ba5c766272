/** The parts of a manifest that the store shows. The service has validated it (docs/reference/manifest.md). */
import type { DeclaredProposals, Schema } from '@kushk/ui';

export type Texts = Readonly<Record<string, string>>;

export interface Plan {
  readonly key: string;
  readonly names?: Texts;
  /** MU per unit of a service, as decimal text. */
  readonly rates?: Readonly<Record<string, string>>;
}
export interface Service {
  readonly key: string;
  readonly names?: Texts;
  readonly unit?: string;
}
export interface PluginManifest {
  readonly id: string;
  readonly version: string;
  readonly kind: 'external' | 'instance';
  readonly names: Texts;
  readonly delivery?: 'poll';
  readonly base_url?: string;
  readonly egress?: readonly string[];
  readonly scopes?: Readonly<Record<string, string | Texts>>;
  readonly proposals?: DeclaredProposals;
  readonly services?: readonly Service[];
  readonly plans?: readonly Plan[];
  readonly tools?: readonly { readonly name: string; readonly description: string }[];
  readonly settings?: Schema;
  readonly ui?: {
    readonly app?: { readonly names?: Texts };
    readonly panels?: readonly { readonly key: string; readonly names?: Texts; readonly record_type?: string }[];
  };
}

export const manifestOf = (value: unknown): PluginManifest => value as PluginManifest;

/** What an admin consents to: all scopes, and where the data goes. */
export function consentOf({ kind, scopes = {}, base_url, egress = [] }: PluginManifest) {
  return {
    scopes: Object.keys(scopes),
    ...(kind === 'external' ? { base_url: base_url ?? null } : { egress: [...egress] }),
  };
}

/** Whether a schema of settings has any setting. */
export function hasSettings(manifest: PluginManifest): manifest is PluginManifest & { readonly settings: Schema } {
  return Object.keys((manifest.settings?.['properties'] ?? {}) as object).length > 0;
}
