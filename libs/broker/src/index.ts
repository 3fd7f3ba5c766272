export { AccountRefused, AccountServer } from './connection/account-server.js';
export { BrokerConnection } from './connection/broker-connection.js';
export {
  inspectNats,
  inspectStreams,
  reachesHub,
  type NatsReport,
  type StreamsReport,
} from './connection/inspect-server.js';
export { isQuery } from './connection/subjects.js';
export { ControlChannel } from './control/control-channel.js';
export { leases } from './implementations.js';
export type { LeaseHolder, LeaseHolders } from './leases/lease-grants.js';
export type { LeasedValues, LeaseGrants, LeaseProtocol, Loaded } from './leases/leases.js';
export { withLeases } from './leases/with-leases.js';
export { withoutLeases } from './leases/without-leases.js';
export { CALLER_STREAMS, type CallerStreams } from './handlers/caller-role.js';
export type { Run } from './handlers/command.js';
export { clockHandlers, followAdvance } from './handlers/clock-handlers.js';
export { commandHandler, type CommandContext } from './handlers/command-handler.js';
export type { Found } from './handlers/needs.js';
export { pageHandler } from './handlers/page-handler.js';
export { queryHandler } from './handlers/query-handler.js';
export { reactionHandler } from './handlers/reaction-handler.js';
export { defaultLimits, type BrokerLimits } from './limits.js';
export { Broker } from './requests/broker.js';
export { errorReplyKind, ServiceUnavailable } from './requests/service-errors.js';
export { createStreams } from './streams/create-streams.js';
export { resetStreams } from './streams/reset-streams.js';
export { inspectFacts, inspectReleases, inspectReplica } from './streams/inspect-facts.js';
export type { FactsReport, ReactionReport, ServiceLogin } from './streams/inspect-facts.js';
export { JetStreamFactStream } from './streams/jetstream-fact-stream.js';
export { BrokerModule } from './transport/broker.module.js';
export { respond, type RequestContext, type FactContext } from './transport/context.js';
export { KushkTransport } from './transport/transport.js';
