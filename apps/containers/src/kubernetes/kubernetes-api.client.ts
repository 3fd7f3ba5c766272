/**
 * Requests to the Kubernetes API with the official client, which is loaded when the first request is sent. Every
 * request may be repeated, has a deadline, and is sent again after a failure that passes (`retryDelayMs`).
 */
import { setTimeout } from 'node:timers/promises';
import type {
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  KubernetesObject,
  KubernetesObjectApi,
  RequestContext,
  ResponseContext,
  V1Deployment,
  V1EndpointSlice,
  V1NetworkPolicy,
  V1PersistentVolumeClaim,
  V1Pod,
  V1Secret,
  V1Service,
  VersionApi,
} from '../../../../tools/check/kubernetes/client.mjs';
import { ClusterError, readToEnd, TOO_LARGE } from './kubernetes-answer.js';
import { retryDelayMs, type FailedRequest } from './kubernetes-retry.js';

/** The objects that are read and written. */
export interface Kinds {
  readonly Deployment: V1Deployment;
  readonly EndpointSlice: V1EndpointSlice;
  readonly NetworkPolicy: V1NetworkPolicy;
  readonly PersistentVolumeClaim: V1PersistentVolumeClaim;
  readonly Pod: V1Pod;
  readonly Secret: V1Secret;
  readonly Service: V1Service;
}
type Kind = keyof Kinds;

const VERSIONS: Readonly<Record<Kind, string>> = {
  Deployment: 'apps/v1',
  EndpointSlice: 'discovery.k8s.io/v1',
  NetworkPolicy: 'networking.k8s.io/v1',
  PersistentVolumeClaim: 'v1',
  Pod: 'v1',
  Secret: 'v1',
  Service: 'v1',
};

export interface KubernetesApiOptions {
  /** The API's address without credentials, as `kubectl proxy` has it; null: kubeconfig, or the pod's account. */
  readonly server: string | null;
  readonly namespace: string;
  readonly requestTimeoutMs?: number;
  /** An answer with more bytes, after decompression, is refused. */
  readonly maxAnswerBytes?: number;
  readonly pause?: (ms: number) => Promise<unknown>;
}

interface Clients {
  readonly objects: KubernetesObjectApi;
  readonly pods: CoreV1Api;
  readonly metrics: CustomObjectsApi;
  readonly version: VersionApi;
}

const FIELD_MANAGER = 'kushk';
const REQUEST_TIMEOUT_MS = 10_000;
/** A page of objects as they usually are has a few MB. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const MAX_PAGE_OBJECTS = 500;
/** A page with too many bytes is asked for again with a tenth of the objects. */
const SMALLER_PAGE = 10;
const MAX_LISTED_OBJECTS = 50_000;
/** Neither printed for people nor tried without effect. */
const NO_FLAGS = [undefined, undefined] as const;
/** A list whose pages have expired is read again from its start this often. */
const MAX_LIST_STARTS = 3;
const MAX_MESSAGE_CHARACTERS = 400;
const [NOT_FOUND, CONFLICT, GONE, UNAVAILABLE] = [404, 409, 410, 503];

export class KubernetesApi {
  private clients: Promise<Clients> | null = null;
  /** How many objects of a kind a page has, where usual pages had too many bytes. */
  private readonly smallerPages = new Map<Kind, number>();

  constructor(private readonly options: KubernetesApiOptions) {}

  /** Waits before the next look or attempt. */
  async pause(ms: number): Promise<void> {
    await (this.options.pause ?? setTimeout)(ms);
  }

  async version(): Promise<string> {
    return (await this.send('read the version', ({ version }) => version.getCode())).gitVersion;
  }

  /** Sets these fields of the object, also those that another client changed, and creates it when it is missing. */
  async apply<Fields extends KubernetesObject>(object: Fields): Promise<Fields> {
    const applied = await this.send(`apply ${nameOf(object)}`, ({ objects }) =>
      objects.patch(copyOf(object), ...NO_FLAGS, FIELD_MANAGER, true, 'application/apply-patch+yaml'),
    );
    if (applied.metadata?.deletionTimestamp !== undefined)
      throw new ClusterError(`${nameOf(object)} is still being deleted`, CONFLICT);
    return applied;
  }

  /** Changes these fields of an object. Rejects with status 404 where it is missing. */
  async change(
    kind: Kind,
    name: string,
    { annotations, spec }: { readonly annotations: Record<string, string>; readonly spec: object },
  ): Promise<void> {
    const { metadata, ...reference } = this.reference(kind, name);
    const change = { ...reference, metadata: { ...metadata, annotations }, spec };
    await this.send(`change ${nameOf(change)}`, ({ objects }) =>
      objects.patch(copyOf(change), ...NO_FLAGS, FIELD_MANAGER, undefined, 'application/merge-patch+json'),
    );
  }

  /** Leaves an object of that name as it is. */
  async create(object: KubernetesObject): Promise<void> {
    try {
      await this.send(`create ${nameOf(object)}`, ({ objects }) =>
        objects.create(copyOf(object), ...NO_FLAGS, FIELD_MANAGER),
      );
    } catch (error) {
      if (statusOf(error) !== CONFLICT) throw error;
    }
  }

  async read<K extends Kind>(kind: K, name: string): Promise<Kinds[K] | null> {
    const reference = this.reference(kind, name);
    const found = await orNull(this.send(`read ${kind} ${name}`, ({ objects }) => objects.read(reference)));
    return found as Kinds[K] | null;
  }

  /** All objects with these labels, as they are now: no cache answers. */
  async list<K extends Kind>(kind: K, labelSelector: string | undefined): Promise<readonly Kinds[K][]> {
    for (let expired = 0; ;) {
      const limit = this.smallerPages.get(kind) ?? MAX_PAGE_OBJECTS;
      try {
        return await this.listPages(kind, labelSelector, limit);
      } catch (error) {
        // A token continues the same list only: from here on it is read again from its start.
        if (statusOf(error) === TOO_LARGE && limit > 1) this.smallerPages.set(kind, Math.ceil(limit / SMALLER_PAGE));
        else if (statusOf(error) !== GONE || (expired += 1) >= MAX_LIST_STARTS) throw error;
      }
    }
  }

  /** `uid`: only the object with it, and not another one that has the name by now. */
  async remove(kind: Kind, name: string, uid?: string): Promise<void> {
    const body = uid === undefined ? undefined : { preconditions: { uid } };
    // The objects that it owns go first, so its absence says that they are gone.
    const policy = kind === 'Deployment' ? 'Foreground' : 'Background';
    await orNull(
      this.send(`delete ${kind} ${name}`, ({ objects }) =>
        objects.delete(this.reference(kind, name), ...NO_FLAGS, undefined, undefined, policy, body),
      ),
    );
  }

  /** The end of a pod's output. The server stops after `bytes`, so a longer one is asked for with fewer lines. */
  async outputEnd(
    pod: string,
    { lines, bytes }: { readonly lines: number; readonly bytes: number },
  ): Promise<{ readonly text: string; readonly isCut: boolean }> {
    const { namespace } = this.options;
    for (let tailLines = lines; tailLines >= 1; tailLines = Math.floor(tailLines / 2)) {
      const parameters = { name: pod, namespace, tailLines, limitBytes: bytes + 1 };
      const text = await orNull(
        this.send(`read the log of ${pod}`, ({ pods }) => pods.readNamespacedPodLog(parameters)),
      );
      if (Buffer.byteLength(text ?? '') <= bytes) return { text: text ?? '', isCut: tailLines < lines };
    }
    return { text: '', isCut: true };
  }

  /** What metrics-server measured for pods with these labels; null without it. */
  async metricsOf(labelSelector: string): Promise<unknown> {
    const parameters = {
      group: 'metrics.k8s.io',
      version: 'v1beta1',
      namespace: this.options.namespace,
      plural: 'pods',
    };
    try {
      return await this.send('read metrics', ({ metrics }) =>
        metrics.listNamespacedCustomObject({ ...parameters, labelSelector }),
      );
    } catch (error) {
      if (statusOf(error) === NOT_FOUND || statusOf(error) === UNAVAILABLE) return null;
      throw error;
    }
  }

  private async listPages<K extends Kind>(
    kind: K,
    labelSelector: string | undefined,
    limit: number,
  ): Promise<readonly Kinds[K][]> {
    const { namespace } = this.options;
    const found: Kinds[K][] = [];
    let next: string | undefined;
    do {
      const token = next;
      const page = await this.send(`list ${kind}`, ({ objects }) =>
        objects.list(VERSIONS[kind], kind, namespace, ...NO_FLAGS, ...NO_FLAGS, labelSelector, limit, token),
      );
      found.push(...(page.items as Kinds[K][]));
      if (found.length > MAX_LISTED_OBJECTS)
        throw new ClusterError(`the cluster has more than ${MAX_LISTED_OBJECTS} objects of the kind ${kind}`);
      next = page.metadata?._continue || undefined;
    } while (next !== undefined);
    return found;
  }

  private reference(kind: Kind, name: string) {
    return { apiVersion: VERSIONS[kind], kind, metadata: { name, namespace: this.options.namespace } };
  }

  private async send<Answer>(what: string, request: (clients: Clients) => Promise<Answer>): Promise<Answer> {
    const startedMs = performance.now();
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await request(await this.connected());
      } catch (error) {
        const failure = failureOf(error);
        const delayMs = retryDelayMs({ ...failure, attempts, elapsedMs: performance.now() - startedMs });
        if (delayMs === null) throw new ClusterError(messageOf(what, failure), failure.status, { cause: error });
        await this.pause(delayMs);
      }
    }
  }

  private connected(): Promise<Clients> {
    this.clients ??= this.connect().catch((error: unknown) => {
      this.clients = null;
      throw error;
    });
    return this.clients;
  }

  private async connect(): Promise<Clients> {
    const client = await loadClient();
    const { server, requestTimeoutMs = REQUEST_TIMEOUT_MS, maxAnswerBytes = MAX_ANSWER_BYTES } = this.options;
    const config: KubeConfig = new client.KubeConfig();
    if (server === null) config.loadFromDefault();
    // There is no certificate to verify: the client wants to be told so.
    else config.loadFromClusterAndUser({ name: 'cluster', server, skipTLSVerify: true }, { name: 'user' });
    const address = config.getCurrentCluster()?.server;
    if (address === undefined) throw new Error('the kubeconfig names no cluster');
    const pre = (request: RequestContext): Promise<RequestContext> => {
      request.setSignal(AbortSignal.timeout(requestTimeoutMs));
      // A field that the server does not know is an error and not dropped: it may be one that isolates.
      if (['PATCH', 'POST'].includes(request.getHttpMethod())) request.setQueryParam('fieldValidation', 'Strict');
      return Promise.resolve(request);
    };
    const post = (response: ResponseContext) => readToEnd(response, maxAnswerBytes);
    const configuration = client.createConfiguration({
      baseServer: new client.ServerConfiguration(address, {}),
      authMethods: { default: config },
      promiseMiddleware: [{ pre, post }],
    });
    return {
      objects: new client.KubernetesObjectApi(configuration),
      pods: new client.CoreV1Api(configuration),
      metrics: new client.CustomObjectsApi(configuration),
      version: new client.VersionApi(configuration),
    };
  }
}

/** Large, and not needed with another driver. */
async function loadClient() {
  try {
    return await import('../../../../tools/check/kubernetes/client.mjs');
  } catch (cause) {
    throw new Error('the Kubernetes client is not installed: npm ci --prefix tools/check/kubernetes', { cause });
  }
}

type Failure = Pick<FailedRequest, 'status' | 'reason' | 'retryAfter'> & { readonly message: string };

/** The client's own message has the whole answer and its headers. */
function failureOf(error: unknown): Failure {
  if (error instanceof ClusterError) {
    const { status, message } = error;
    return { status, reason: null, retryAfter: null, message };
  }
  const { code, body, headers } = error as { code?: unknown; body?: unknown; headers?: Record<string, string> };
  // The error of a deadline has a number too, which is no status.
  if (typeof code !== 'number' || headers === undefined) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const message = cause instanceof Error ? cause.message : String(cause);
    return { status: null, reason: null, retryAfter: null, message };
  }
  const { message, reason } = statusIn(body);
  return {
    status: code,
    reason: reason ?? null,
    retryAfter: headers?.['retry-after'] ?? null,
    message: message ?? `status ${code}`,
  };
}

function statusIn(body: unknown): { readonly message?: string; readonly reason?: string } {
  if (typeof body === 'object' && body !== null) return body;
  try {
    return JSON.parse(String(body)) as { message?: string; reason?: string };
  } catch {
    return {};
  }
}

function messageOf(what: string, { message }: Failure): string {
  return `the cluster did not ${what}: ${message.slice(0, MAX_MESSAGE_CHARACTERS)}`;
}

function statusOf(error: unknown): number | null {
  return error instanceof ClusterError ? error.status : null;
}

async function orNull<Answer>(request: Promise<Answer>): Promise<Answer | null> {
  try {
    return await request;
  } catch (error) {
    if (statusOf(error) === NOT_FOUND) return null;
    throw error;
  }
}

function nameOf({ kind, metadata }: KubernetesObject): string {
  return `${kind ?? 'object'} ${metadata?.name ?? ''}`;
}

/** The client completes the object that it is given. */
function copyOf<Fields extends KubernetesObject>(object: Fields): Fields {
  return { ...object, metadata: { ...object.metadata } };
}
