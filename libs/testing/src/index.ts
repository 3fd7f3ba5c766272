export { responses, type PluginResponse } from './plugin-responses.js';
export { missingForContainers } from './container-programs.js';
export { eventually } from './eventually.js';
export { freshDatabase, type FreshDatabase } from './fresh-database.js';
export { freshNats, type FreshNats } from './fresh-nats.js';
export {
  answered,
  httpClient,
  statusAndCode,
  type HttpClient,
  type HttpRequestOptions,
  type HttpResponse,
} from './http-client.js';
export { publishFacts } from './publish-facts.js';
export { librariesOf, pushImage, type ImageConfig, type ImageToPush } from './push-image.js';
export { addRunNote } from './run-notes.js';
export {
  hasPrometheus,
  observability,
  prometheusNote,
  startPrometheus,
  targetOf,
  type Prometheus,
  type Target,
} from './prometheus.js';
export { RecordingPlugin, type PluginCredentials } from './recording-plugin.js';
export { webhookOf, type RecordedCall } from './recorded-call.js';
export { recordExample, type RecordedExample } from './recorded-examples.js';
export { AUDIENCE, SignInProvider, type CodeFor } from './sign-in-provider.js';
export { startService, type ServiceUnderTest } from './service-under-test.js';
export { environmentOfProcess, systemProcesses, type SystemProcess } from './system-processes.js';
export { hasRegistry, startRegistry, type TestRegistry, type TestRegistryOptions } from './test-registry.js';
export { decodedBody, MailReceiver, unfolded } from './mail-receiver.js';
