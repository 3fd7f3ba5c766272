export { Broker, type AskOptions } from './broker.js';
export { BrokerModule, BROKER_LIMITS } from './broker.module.js';
export { answer, no, type RequestContext, type FactContext, type ReactionOptions } from './context.js';
export { ServiceUnavailable, ServiceFailed } from './failures.js';
export { JetStreamFactStream } from './jetstream-fact-stream.js';
export { defaultLimits, type BrokerLimits } from './limits.js';
export { Link } from './link.js';
export { KushkTransport, type ReplayReport } from './transport.js';
export type { ParkedFact } from './parking.js';
