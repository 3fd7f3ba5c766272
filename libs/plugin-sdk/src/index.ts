export { createPlugin, type Plugin } from './plugin.js';
export type {
  PluginInstallation,
  PluginContext,
  PluginDefinition,
  PluginLimits,
  PluginLogLine,
  ToolContext,
} from './plugin-definition.js';
export {
  KushkClient,
  RecordsClient,
  WalletClient,
  type PageOptions,
  type PollOptions,
  type WriteOptions,
} from './client.js';
export type { ApiRequest, ClientOptions } from './api-call.js';
export { KushkError, KushkUnreachable } from './errors.js';
export { fileStore, type FileStoreOptions } from './file-store.js';
export type { PluginStore, SigningSecret, StoredInstallation } from './store.js';
export type { Trust } from './trust.js';
export type * from './wire.js';
