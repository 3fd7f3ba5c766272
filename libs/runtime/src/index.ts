export { readConfig, readVariable, isRequired, ConfigError, type Config, type ProcessName } from './config.js';
export type { NatsOperatorConfig, SealingKeyConfig } from './config-shapes.js';
export { DEFAULT_CONTAINER_LIMITS } from './container-config.js';
export type { ContainerConfig, ContainerLimits } from './container-config.js';
export type { KubernetesConfig } from './kubernetes-config.js';
export type { ContentStoreConfig, S3ContentConfig } from './content-store-config.js';
export { isMailAddress, type MailConfig } from './mail-config.js';
export { DEFAULT_QUOTAS, type Quotas } from './quotas-config.js';
export { VARIABLES, type VariableName, type Variable } from './variables.js';
export { CONFIG, ConfigModule, type SymbolToken, type Token } from './config.module.js';
export { newId, base32, type IdPrefix } from './id.js';
export { clockAheadMs, now, onClockMoved, realNow, setClockAhead } from './clock.js';
export { SOFTWARE_VERSION } from './software-version.js';
export { log, newLog, flushLog } from './log.js';
export { withLogFields } from './log-context.js';
export { nestLog } from './nest-log.js';
export { metrics, measure, measureProcess, type PoolUse, type RequestOutcome } from './metrics.js';
export {
  registerCheck,
  registerDetail,
  registerSharedCheck,
  readiness,
  startHealthServer,
  type Readiness,
} from './health.js';
export { inSpan, traceIdOf, traceparent, traceparentToSend, startTracing, SpanKind } from './tracing.js';
export { onStop, whenStopping, stopOnSignals, endOnUncaught } from './stopping.js';
export { hasSeveralHosts } from './several-hosts.js';
export { bootProcess, bootService, createService, attachTransport, TRANSPORT } from './boot.js';
export { Signal } from './signal.js';
export { KeyedSignal } from './keyed-signal.js';
export { BackgroundLoop } from './background-loop.js';
export { serverUrls } from './server-urls.js';
export { firstConnection, type NeededServer } from './first-connection.js';
export { connectionCause, connectionProblem, type ConnectionCause } from './connection-problem.js';
export { withCurrentLogin } from './current-login.js';
