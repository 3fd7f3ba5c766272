/**
 * A Kubernetes API server over HTTP, with the parts of the API that the driver uses as their documentation describes
 * them: versions of objects, server-side apply, finalizers, pages of lists that expire, and failures. Controllers
 * (`runControllers`) act before each request, so that nothing depends on time.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allowedRequests } from './cluster-access.js';
import { finalize, runControllers } from './cluster-controllers.js';
import { applied, matchesSelector, merged } from './cluster-fields.js';
import { refusalOf } from './cluster-schemas.js';

export interface StoredObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels?: Record<string, string>;
    readonly annotations?: Record<string, string>;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly creationTimestamp: string;
    readonly deletionTimestamp?: string;
  };
  readonly [field: string]: unknown;
}

/** `before`, `after`: the connection breaks before or after the effect. `slow`: no answer comes. */
export type ClusterFault = 'none' | 'before' | 'after' | 'conflict' | 'throttled' | 'unavailable' | 'slow';

const RESOURCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  v1: { pods: 'Pod', services: 'Service', persistentvolumeclaims: 'PersistentVolumeClaim', secrets: 'Secret' },
  'apps/v1': { deployments: 'Deployment' },
  'networking.k8s.io/v1': { networkpolicies: 'NetworkPolicy' },
  'discovery.k8s.io/v1': { endpointslices: 'EndpointSlice' },
};
const FIRST_ADDRESS = 10;

interface Target {
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string | null;
  readonly part: string | null;
}
interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

export class SimulatedCluster {
  readonly objects = new Map<string, StoredObject>();
  readonly logs = new Map<string, string>();
  readonly unpullable = new Set<string>();
  /** Every request that was allowed, as `verb group/resource`. */
  readonly used = new Set<string>();
  /** Every answer: the method and path of its request, and how many bytes it has. */
  readonly answered: { readonly request: string; readonly bytes: number }[] = [];
  metrics: unknown = null;
  /** What happens to the next requests; after the last entry all succeed. */
  faults: ClusterFault[] = [];
  /** At most this many objects are in one page of a list. */
  pageSize = 2;
  /** The next pages that continue a list have expired. */
  expiringPages = 0;
  /** How many requests a pod takes to end. */
  podEndsAfter = 3;
  private readonly appliedBy = new Map<string, object>();
  private readonly allowed = allowedRequests();
  private readonly server: Server;
  private version = 1;
  private addresses = FIRST_ADDRESS;

  private constructor() {
    this.server = createServer((request, response) => {
      this.serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<SimulatedCluster> {
    const cluster = new SimulatedCluster();
    await new Promise<void>((resolve) => cluster.server.listen(0, '127.0.0.1', resolve));
    return cluster;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** All objects of a kind. */
  all(kind: string): readonly StoredObject[] {
    return [...this.objects.values()].filter((object) => object.kind === kind);
  }

  /** Stores an object as somebody else does. */
  put(object: object): StoredObject {
    const { kind, metadata } = object as StoredObject;
    const key = `${kind}/${metadata.name}`;
    const previous = this.objects.get(key);
    this.version += 1;
    const stored: StoredObject = {
      ...(object as StoredObject),
      metadata: {
        ...metadata,
        namespace: metadata.namespace ?? 'kushk-plugins',
        uid: previous?.metadata.uid ?? `uid-${this.version}`,
        creationTimestamp: previous?.metadata.creationTimestamp ?? new Date(this.version * 1_000).toISOString(),
        resourceVersion: String(this.version),
      },
    };
    this.objects.set(key, stored);
    return stored;
  }

  /** Deletes an object as the API does: what has a finalizer goes later. */
  delete(object: StoredObject): void {
    if (object.metadata.deletionTimestamp !== undefined) return;
    const deletionTimestamp = new Date(this.version * 1_000).toISOString();
    finalize(this, this.put({ ...object, metadata: { ...object.metadata, deletionTimestamp } }));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    runControllers(this);
    const fault = this.faults.shift() ?? 'none';
    if (fault === 'slow') return;
    if (fault === 'before') return void request.socket.destroy();
    const answer = failureOf(fault) ?? this.answer(request, text);
    if (fault === 'after') return void request.socket.destroy();
    const isText = typeof answer.body === 'string';
    response.writeHead(answer.status, {
      'content-type': isText ? 'text/plain' : 'application/json',
      ...answer.headers,
    });
    const body = isText ? String(answer.body) : JSON.stringify(answer.body);
    const path = (request.url ?? '').split('?', 1)[0];
    this.answered.push({ request: `${request.method} ${path}`, bytes: Buffer.byteLength(body) });
    response.end(body);
  }

  private answer({ method = 'GET', url = '/', headers }: IncomingMessage, text: string): Answer {
    const { pathname, searchParams } = new URL(url, this.url);
    if (pathname === '/version') return { status: 200, body: { gitVersion: 'v1.36.0-simulated' } };
    const discovery = resourcesIn(pathname);
    if (discovery !== null) return discovery;
    const target = targetOf(pathname);
    if (target === null) return failure(404, 'NotFound', `the server could not find ${pathname}`);
    const verb = verbOf(method, target);
    const group = target.version.includes('/') ? target.version.split('/')[0] : '';
    const request = `${verb} ${group}/${target.resource}${target.part === null ? '' : `/${target.part}`}`;
    const isCreated = verb === 'patch' && !this.objects.has(`${target.kind}/${target.name}`);
    // An object that is applied and missing is created.
    for (const needed of isCreated ? [request, request.replace('patch', 'create')] : [request]) {
      if (!this.allowed.has(needed)) return failure(403, 'Forbidden', `forbidden: ${needed}`);
      this.used.add(needed);
    }
    if (target.version.startsWith('metrics')) return this.measured();
    // Without it a field that this version of the API does not know is dropped, and the container is less isolated.
    if (isWrite(verb) && searchParams.get('fieldValidation') !== 'Strict')
      return failure(400, 'BadRequest', 'the driver must ask for strict validation of fields');
    switch (verb) {
      case 'list':
        return this.list(target, searchParams);
      case 'get':
        return target.part === 'log' ? this.log(target, searchParams) : this.found(target, (object) => object);
      case 'create':
        return this.create(JSON.parse(text) as StoredObject);
      case 'patch':
        return this.patch(target, JSON.parse(text) as StoredObject, {
          searchParams,
          type: headers['content-type'] ?? '',
        });
      default:
        return this.remove(target, text);
    }
  }

  private list({ kind, namespace }: Target, parameters: URLSearchParams): Answer {
    const token = parameters.get('continue');
    const [version, start] = (token ?? `${this.version}:0`).split(':').map(Number) as [number, number];
    if (token !== null && this.expiringPages > 0) {
      this.expiringPages -= 1;
      return failure(410, 'Expired', 'The provided continue parameter is too old');
    }
    const selector = parameters.get('labelSelector') ?? '';
    const all = this.all(kind).filter(
      ({ metadata }) => metadata.namespace === namespace && matchesSelector(metadata.labels ?? {}, selector),
    );
    const end = start + Math.min(this.pageSize, Number(parameters.get('limit') ?? this.pageSize));
    const next = end < all.length ? { continue: `${version}:${end}` } : {};
    const { apiVersion = 'v1' } = all[0] ?? {};
    const metadata = { resourceVersion: String(version), ...next };
    return { status: 200, body: { apiVersion, kind: `${kind}List`, metadata, items: all.slice(start, end) } };
  }

  private create(object: StoredObject): Answer {
    if (this.objects.has(`${object.kind}/${object.metadata.name}`))
      return failure(409, 'AlreadyExists', `${object.metadata.name} already exists`);
    return this.store(object, null, 201);
  }

  private patch(
    { kind, name }: Target,
    change: StoredObject,
    { searchParams, type }: { readonly searchParams: URLSearchParams; readonly type: string },
  ): Answer {
    const key = `${kind}/${name}`;
    const previous = this.objects.get(key) ?? null;
    const manager = searchParams.get('fieldManager') ?? '';
    const { resourceVersion } = change.metadata;
    if (previous !== null && resourceVersion !== undefined && resourceVersion !== previous.metadata.resourceVersion)
      return failure(409, 'Conflict', 'the object has been modified');
    if (type === 'application/merge-patch+json')
      return previous === null
        ? failure(404, 'NotFound', `${name} not found`)
        : this.store(merged(previous, change) as StoredObject, previous, 200);
    if (type !== 'application/apply-patch+yaml') return failure(415, 'UnsupportedMediaType', type);
    if (manager === '') return failure(400, 'BadRequest', 'fieldManager is required for apply patch');
    const before = previous === null ? {} : (this.appliedBy.get(`${previous.metadata.uid} ${manager}`) ?? {});
    const answer = this.store(applied(previous ?? {}, before, change) as StoredObject, previous, previous ? 200 : 201);
    const { metadata } = answer.body as StoredObject;
    if (answer.status < 300) this.appliedBy.set(`${metadata.uid} ${manager}`, change);
    return answer;
  }

  private store(object: StoredObject, previous: StoredObject | null, status: number): Answer {
    const refusal = refusalOf(object, previous);
    if (refusal !== null)
      return failure(422, 'Invalid', `${object.kind} ${object.metadata.name} is invalid: ${refusal}`);
    const spec = object['spec'] as { clusterIP?: string } | undefined;
    const isWithoutAddress = object.kind === 'Service' && spec?.clusterIP === undefined;
    const complete = isWithoutAddress ? { ...object, spec: { ...spec, clusterIP: this.newAddress() } } : object;
    return { status, body: this.put(complete) };
  }

  /** On this machine, so that no packet leaves it. */
  private newAddress(): string {
    this.addresses += 1;
    return `127.96.${Math.floor(this.addresses / 256)}.${this.addresses % 256}`;
  }

  private remove(target: Target, text: string): Answer {
    const { preconditions } = (text === '' ? {} : JSON.parse(text)) as { preconditions?: { uid?: string } };
    return this.found(target, (object) => {
      if (preconditions?.uid !== undefined && preconditions.uid !== object.metadata.uid)
        return failure(409, 'Conflict', 'the UID in the precondition does not match');
      this.delete(object);
      return { status: 200, body: { apiVersion: 'v1', kind: 'Status', status: 'Success' } };
    });
  }

  private log(target: Target, parameters: URLSearchParams): Answer {
    return this.found(target, ({ metadata }) => {
      const lines = (this.logs.get(metadata.name) ?? '').split('\n').slice(0, -1);
      const tail = lines.slice(-Number(parameters.get('tailLines'))).map((line) => `${line}\n`);
      const bytes = Buffer.from(tail.join('')).subarray(0, Number(parameters.get('limitBytes')));
      return { status: 200, body: bytes.toString('utf8') };
    });
  }

  private measured(): Answer {
    return this.metrics === null
      ? failure(404, 'NotFound', 'the server could not find the requested resource')
      : { status: 200, body: this.metrics };
  }

  private found({ kind, name }: Target, answer: (object: StoredObject) => Answer | StoredObject): Answer {
    const object = this.objects.get(`${kind}/${name}`);
    if (object === undefined) return failure(404, 'NotFound', `${kind} ${name} not found`);
    const result = answer(object);
    return 'kind' in result ? { status: 200, body: result } : (result as Answer);
  }
}

function failure(code: number, reason: string, message: string): Answer {
  return { status: code, body: { apiVersion: 'v1', kind: 'Status', status: 'Failure', code, reason, message } };
}

function failureOf(fault: ClusterFault): Answer | null {
  switch (fault) {
    case 'conflict':
      return failure(409, 'Conflict', 'the object has been modified');
    case 'throttled':
      return { ...failure(429, 'TooManyRequests', 'too many requests'), headers: { 'retry-after': '1' } };
    case 'unavailable':
      return failure(503, 'ServiceUnavailable', 'etcd has no leader');
    default:
      return null;
  }
}

function isWrite(verb: string): boolean {
  return verb === 'create' || verb === 'patch';
}

function verbOf(method: string, { name }: Target): string {
  switch (method) {
    case 'GET':
      return name === null ? 'list' : 'get';
    case 'POST':
      return 'create';
    case 'PATCH':
      return 'patch';
    default:
      return 'delete';
  }
}

function resourcesIn(path: string): Answer | null {
  const [, version = ''] = /^\/apis?\/(v1|[a-z0-9.]+\/v1)$/.exec(path) ?? [];
  const known = RESOURCES[version];
  if (known === undefined) return null;
  const resources = Object.entries(known).map(([name, kind]) => ({
    name,
    kind,
    namespaced: true,
    verbs: [],
    singularName: '',
  }));
  return { status: 200, body: { apiVersion: 'v1', kind: 'APIResourceList', groupVersion: version, resources } };
}

function targetOf(path: string): Target | null {
  const found =
    /^\/apis?\/(v1|[a-z0-9.]+\/v1(?:beta1)?)\/namespaces\/([^/]+)\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path);
  if (found === null) return null;
  const [, version = '', namespace = '', resource = '', name = null, part = null] = found;
  return { version, namespace, resource, kind: RESOURCES[version]?.[resource] ?? '', name, part };
}
