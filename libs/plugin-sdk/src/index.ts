export { createPlugin, type Plugin } from './plugin.js';
export type {
  EventHandlers,
  PluginContext,
  PluginDefinition,
  PluginInstallation,
  PluginLimits,
  PluginLogLine,
  ToolContext,
} from './plugin-definition.js';
export {
  embedHead,
  embeddedPage,
  escapeHtml,
  serveEmbeddedPage,
  type EmbeddedPage,
  type EmbedHead,
  type InstallationSource,
  type PolicySources,
} from './embedded-page.js';
export { KushkClient } from './client.js';
export {
  ReadClient,
  type CalendarFilter,
  type CaseFilter,
  type DocumentFilter,
  type SearchFilter,
  type SessionFilter,
} from './read-client.js';
export { RecordsClient } from './records-client.js';
export { WalletClient } from './wallet-client.js';
export { allPages } from './pages.js';
export { dateIn, timeIn } from './local-time.js';
export { SourceTooLarge, type SourceContent, type SourceDraft } from './source-content.js';
export type { CallOptions, PageOptions, PollOptions, WriteOptions } from './call-options.js';
export type { ApiRequest, ClientOptions } from './api-call.js';
export { KushkError, KushkUnreachable } from './errors.js';
export { fileStore, type FileStoreOptions } from './file-store.js';
export type { ReadCredentials } from './polling-installation.js';
export type { PluginStore, SigningSecret, StoredInstallation } from './store.js';
export type { Jwk, Jwks, Trust } from './trust.js';
export { MAX_SOURCE_BYTES } from './wire.generated.js';
export type * from './wire.generated.js';
export type * from './wire.js';
