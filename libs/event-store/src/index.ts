export { EventStore } from './event-store.js';
export { StoreBusy, StoreTimeout, StoreUnavailable } from './command.js';
export type { CommandMeta, CommandOver, FactMeta, IdempotencyKey, Recorded, RecordedFact } from './command.js';
export { counterView, factView, stateView } from './views/views.js';
export type { EntityClass, View } from './views/views.js';
export { publicationOf, asPublicFact } from './relay/publication.js';
export type { PublicFact, Publication } from './relay/publication.js';
export { listChangesOf, noListChanges } from './relay/list-changes.js';
export type { ChangeNotifier, ListChanges } from './relay/list-changes.js';
export type { StoreDefinition, StoreLog, StoreMeasure } from './definition.js';
export {
  FACT_STREAM,
  FactRejected,
  FactStreamConflict,
  FactStreamUnavailable,
  factHeaders,
} from './relay/fact-stream.js';
export type { FactStream, OutgoingFact, StreamEnd } from './relay/fact-stream.js';
export { errorClassOf } from './error-class.js';
export type { ErrorClass } from './error-class.js';
export { batchLoader } from './views/batch-loader.js';
export type { BatchLoader } from './views/batch-loader.js';
export { ParkedOutbox } from './relay/parked-outbox.js';
export type { UnpublishedFact } from './relay/parked-outbox.js';
export { deleteInChunks } from './maintenance/delete-in-chunks.js';
export type { RowsToDelete } from './maintenance/delete-in-chunks.js';
export { createIndexConcurrently, repeatUntilDone } from './schema/large-tables.js';
export { openEventStore } from './open.js';
export type { OpenStore, StoreOptions } from './open.js';
export { rebuild } from './rebuild/rebuild.js';
export type { RebuildOptions, RebuildReport } from './rebuild/rebuild.js';
export type { TableDifference } from './rebuild/table-difference.js';
export { rebuildCommand } from './rebuild/rebuild-command.js';
export { EventStoreModule } from './event-store.module.js';
export { countWithin, maxPageBytes, readPage, readRowsOfPage, readSizes, type RowSize } from './views/page-reader.js';
