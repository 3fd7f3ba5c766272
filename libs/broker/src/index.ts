export { Broker, type AskOptions } from './broker.js';
export { answer, no, type RequestContext, type FactContext, type ReactionOptions } from './context.js';
export { ServiceUnavailable, ServiceFailed } from './failures.js';
export { metaOf, causedBy, onceOf, onceFor } from './command-meta.js';
