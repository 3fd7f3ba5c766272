/** The types of a manifest. Values of these types have passed `checkStructure` and `checkContent`. */
import type { JsonObject, PluginEventData } from '@kushk/contracts';

/** Language tag → text, e.g. `{ en: 'Invoices', fa: 'فاکتورها' }`. */
export type Texts = Readonly<Record<string, string>>;
type PluginKind = 'external' | 'instance';
/** How a plugin that polls receives its events. Without it they are pushed. */
export const DELIVERIES = ['poll'] as const;

interface RecordDeclaration {
  readonly type: string;
  readonly names?: Texts;
  readonly schema: JsonObject;
}
export interface ProposalDeclaration {
  readonly record_type: string;
  readonly actions: readonly ('create' | 'update')[];
}
export type SourceKind = 'message' | 'document';
interface ServiceDeclaration {
  readonly key: string;
  readonly names?: Texts;
  readonly unit: string;
}
/** `rates`: service key → MU per unit, a decimal string with at most six decimal places. */
export interface PlanDeclaration {
  readonly key: string;
  readonly names?: Texts;
  readonly rates: Readonly<Record<string, string>>;
}
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject;
}
interface PageDeclaration {
  readonly path: string;
  readonly names?: Texts;
}
interface PanelDeclaration extends PageDeclaration {
  readonly key: string;
  readonly record_type?: string;
}

/** Everything that a manifest declares about one version of a plugin. Optional parts are absent, never null. */
export interface Manifest {
  readonly schema: '1';
  readonly id: string;
  readonly version: string;
  readonly publisher: string;
  readonly kind: PluginKind;
  readonly plugin_api: string;
  readonly names: Texts;
  readonly summaries?: Texts;
  /** Only for kind `external`. Nothing is pushed and no lifecycle call is made. */
  readonly delivery?: (typeof DELIVERIES)[number];
  /** Only for kind `external`. A plugin that polls needs it only for its tools and pages. */
  readonly base_url?: string;
  /** Only for kind `instance`, as are `port` and `egress`. */
  readonly image?: string;
  readonly port?: number;
  readonly egress?: readonly string[];
  /** Scope → why the plugin needs the scope. */
  readonly scopes?: Texts;
  readonly records?: readonly RecordDeclaration[];
  readonly proposals?: readonly ProposalDeclaration[];
  readonly sources?: readonly SourceKind[];
  readonly services?: readonly ServiceDeclaration[];
  readonly plans?: readonly PlanDeclaration[];
  readonly tools?: readonly ToolDeclaration[];
  readonly events?: readonly string[];
  /** A JSON Schema that describes an object. */
  readonly settings?: JsonObject;
  readonly ui?: { readonly app?: PageDeclaration; readonly panels?: readonly PanelDeclaration[] };
}

/** The port of a container if the manifest does not set one. */
export const DEFAULT_PORT = 8080;

/** The platform records that a plugin can propose to change. */
export const PLATFORM_RECORD_TYPES = ['case', 'document', 'calendar_event'] as const;
export const SOURCE_KINDS = ['message', 'document'] as const;
export const PROPOSAL_ACTIONS = ['create', 'update'] as const;

/** Scopes that let a plugin read platform records. A manifest does not show whether the plugin uses these scopes. */
export const READING_SCOPES = [
  'cases.read',
  'people.read',
  'sessions.read',
  'documents.read',
  'calendar.read',
  'memory.read',
] as const;

/** The tools of the MCP server for platform records, each with its scope, in the order in which they are listed. */
export const TOOL_SCOPES = {
  list_cases: 'cases.read',
  get_case: 'cases.read',
  list_people: 'people.read',
  list_sessions: 'sessions.read',
  get_session: 'sessions.read',
  search_documents: 'documents.read',
  get_document: 'documents.read',
  list_calendar_events: 'calendar.read',
  search_memory: 'memory.read',
} as const satisfies Readonly<Record<string, (typeof READING_SCOPES)[number]>>;
export type ToolName = keyof typeof TOOL_SCOPES;

/** The tools for what belongs to the plugin, which are listed after those. `proposals.*` is any scope of proposals. */
export const OWN_TOOL_SCOPES = {
  list_records: 'records.own',
  get_record: 'records.own',
  search_records: 'records.own',
  list_proposals: 'proposals.*',
  get_proposal: 'proposals.*',
} as const;
export type OwnToolName = keyof typeof OWN_TOOL_SCOPES;

/** Whether the granted scopes include the scope of a tool. */
export function isScopeGranted(scope: string, granted: readonly string[]): boolean {
  return scope.endsWith('*') ? granted.some((one) => one.startsWith(scope.slice(0, -1))) : granted.includes(scope);
}

/** All scopes that a manifest may request. */
export const SCOPES: readonly string[] = [
  'records.own',
  ...PLATFORM_RECORD_TYPES.map((type) => `proposals.${type}`),
  ...SOURCE_KINDS.map((kind) => `sources.intake.${kind}`),
  'wallet.consume',
  ...READING_SCOPES,
];

/** All events to which a manifest may subscribe. */
export const EVENT_TYPES = [
  'plugin.proposal.settled',
  'plugin.settings.changed',
  'plugin.scopes.changed',
  'plugin.version.changed',
  'plugin.plan.changed',
  'plugin.paused',
  'plugin.resumed',
  'plugin.wallet.low',
  'plugin.wallet.hold_expired',
  'plugin.source.reviewed',
  'plugin.proposal.undone',
  'plugin.ping',
] as const satisfies readonly (keyof PluginEventData)[];
export type EventType = (typeof EVENT_TYPES)[number];
/** The responses to what a plugin submitted itself. It receives them even if its manifest does not list them. */
export const ALWAYS_DELIVERED_EVENTS: readonly EventType[] = ['plugin.proposal.settled', 'plugin.source.reviewed'];
