/** What must hold for every pod that the Helm chart starts. Pure. */
import type { KubernetesObject } from './helm.js';
import type {
  IContainer,
  IDeployment,
  IIngress,
  IJob,
  INetworkPolicy,
  IPodDisruptionBudget,
  IPodSpec,
  IService,
} from './schemas.js';

type Labels = Readonly<Record<string, string>>;
type Check = (objects: readonly KubernetesObject[]) => readonly string[];
interface Selector {
  readonly matchLabels?: Readonly<Record<string, string | undefined>>;
}

/** What starts pods. */
interface Workload {
  readonly name: string;
  readonly kind: string;
  readonly replicas: number;
  readonly labels: Labels;
  readonly pod: IPodSpec;
  readonly container: IContainer;
}

const STARTUP_MIN_SECONDS = 60;
/** A process ends within 5 s after SIGTERM. */
const GRACE_MIN_SECONDS = 10;

/** Every policy by its name; each returns the problems that it finds. */
export const POLICIES: Readonly<Record<string, Check>> = {
  probes: (objects) =>
    deploymentsOf(objects).flatMap(
      ({ name, container: { livenessProbe, readinessProbe, startupProbe, ports = [] } }) => {
        const probes = [livenessProbe, readinessProbe, startupProbe];
        const startupSeconds = (startupProbe?.periodSeconds ?? 10) * (startupProbe?.failureThreshold ?? 3);
        return [
          ...problem(probes.includes(undefined), `${name} has not every probe`),
          ...problem(livenessProbe?.httpGet?.path !== '/health/live', `${name} is not live by /health/live`),
          ...problem(readinessProbe?.httpGet?.path !== '/health/ready', `${name} is not ready by /health/ready`),
          // It is not ready while NATS or PostgreSQL is away, and must not be restarted for that.
          ...problem(startupProbe?.httpGet?.path !== '/health/live', `${name} has not started by /health/live`),
          ...problem(startupSeconds < STARTUP_MIN_SECONDS, `${name} has ${startupSeconds} s to start`),
          ...problem(
            probes.some((probe) => !ports.some((port) => port.name === probe?.httpGet?.port)),
            `${name} has a probe without a port`,
          ),
        ];
      },
    ),

  'requests and limits': (objects) =>
    workloadsOf(objects).flatMap(({ name, container: { resources } }) =>
      problem(
        [resources?.requests, resources?.limits].some((amounts) => !amounts?.['cpu'] || !amounts['memory']),
        `${name} has not every request and limit`,
      ),
    ),

  confinement: (objects) => workloadsOf(objects).flatMap(confinementProblems),

  images: (objects) =>
    workloadsOf(objects).flatMap(({ name, container: { image = '' } }) =>
      problem(!/(@sha256:[0-9a-f]{64}|:[\w.-]+)$/.test(image) || image.endsWith(':latest'), `${name} has any version`),
    ),

  secrets: (objects) => [
    ...objects.filter(({ kind }) => kind === 'Secret').map(({ metadata }) => `${metadata.name} is a Secret`),
    ...workloadsOf(objects).flatMap(({ name, pod, container }) => {
      const mounted = (pod.volumes ?? []).flatMap(({ secret, projected }) => [
        ...(secret ? [secret.secretName] : []),
        ...(projected ? ['projected'] : []),
      ]);
      const fromSecrets = (container.env ?? []).some(({ valueFrom }) => valueFrom?.secretKeyRef);
      return [
        ...problem(mounted.join() !== name, `${name} mounts ${mounted.join()}`),
        ...problem(fromSecrets || container.envFrom !== undefined, `${name} has secrets in its environment`),
        ...problem(
          !container.volumeMounts?.some((mount) => mount.mountPath === '/etc/kushk/secrets' && mount.readOnly),
          `${name} has no secrets at /etc/kushk/secrets`,
        ),
      ];
    }),
  ],

  'account tokens': (objects) =>
    workloadsOf(objects).flatMap(({ name, pod }) =>
      problem(
        pod.automountServiceAccountToken !== false && pod.serviceAccountName !== name,
        `${name} has the token of an account that is not its own`,
      ),
    ),

  disruptions: (objects) => {
    const budgets = ofKind<IPodDisruptionBudget>(objects, 'PodDisruptionBudget');
    return deploymentsOf(objects)
      .filter(({ replicas }) => replicas > 1)
      .flatMap(({ name, labels }) => {
        const own = budgets.filter(({ spec }) => selects(spec?.selector, labels));
        return problem(own.length !== 1 || own[0]?.spec?.maxUnavailable !== 1, `${name} has not one budget of one pod`);
      });
  },

  spread: (objects) =>
    deploymentsOf(objects).flatMap(({ name, labels, pod }) =>
      ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].flatMap((key) =>
        problem(
          !pod.topologySpreadConstraints?.some(
            ({ topologyKey, labelSelector }) => topologyKey === key && selects(labelSelector, labels),
          ),
          `${name} is not spread by ${key}`,
        ),
      ),
    ),

  end: (objects) =>
    deploymentsOf(objects).flatMap(({ name, labels, pod, container }) => [
      ...problem((pod.terminationGracePeriodSeconds ?? 0) < GRACE_MIN_SECONDS, `${name} has no time to end`),
      ...problem(isGateway(labels) && !container.lifecycle?.preStop, `${name} ends before balancers know it`),
    ]),

  'closed network': (objects) => {
    const policies = ofKind<INetworkPolicy>(objects, 'NetworkPolicy');
    const workloads = workloadsOf(objects);
    const inNamespaceOfPods = (policy: INetworkPolicy) => policy.metadata?.namespace === undefined;
    return [
      ...policies
        .filter(inNamespaceOfPods)
        .filter(({ spec }) => !workloads.some(({ labels }) => selects(spec?.podSelector, labels)))
        .map(({ metadata }) => `${metadata?.name} selects nothing`),
      ...policies.flatMap(openings),
      ...workloads.flatMap(({ name, labels }) => {
        const own = policies.filter((policy) => inNamespaceOfPods(policy) && selects(policy.spec?.podSelector, labels));
        const closes = (direction: 'Ingress' | 'Egress') =>
          own.some(({ spec }) => spec?.policyTypes?.includes(direction));
        return problem(!closes('Ingress') || !closes('Egress') || own.length < 2, `${name} is not closed`);
      }),
    ];
  },

  'ways in': (objects) => {
    const workloads = workloadsOf(objects);
    return ofKind<INetworkPolicy>(objects, 'NetworkPolicy').flatMap(({ metadata, spec }) =>
      (spec?.ingress ?? []).flatMap(({ from = [], ports = [] }) => {
        const isFor = (peer: string) => JSON.stringify(from).includes(peer);
        const selected = workloads.filter(({ labels }) => selects(spec?.podSelector, labels));
        return [
          ...problem(
            ports.some(({ port }) => port === 'health') && !isFor('monitoring'),
            `${metadata?.name} shows metrics to others than monitoring`,
          ),
          ...problem(
            isFor('ingress') && selected.some(({ labels }) => !isGateway(labels)),
            `${metadata?.name} lets requests from outside reach a service`,
          ),
        ];
      }),
    );
  },

  'services and hosts': (objects) => {
    const services = ofKind<IService>(objects, 'Service');
    const deployments = deploymentsOf(objects);
    const backends = ofKind<IIngress>(objects, 'Ingress').flatMap(({ spec }) =>
      (spec?.rules ?? []).flatMap(({ http }) => (http?.paths ?? []).map(({ backend }) => backend.service)),
    );
    return [
      ...services.flatMap(({ metadata, spec }) => {
        const pods = deployments.filter(({ labels }) => selects({ matchLabels: spec?.selector ?? {} }, labels));
        const isServed = ({ container }: Workload) =>
          spec?.ports?.every(({ targetPort }) => container.ports?.some(({ name }) => name === targetPort));
        return problem(pods.length === 0 || !pods.every(isServed), `${metadata?.name} leads to no port of a pod`);
      }),
      ...problem(backends.length === 0, 'there is no host'),
      ...backends.flatMap((backend) =>
        problem(
          !services.some(
            ({ metadata, spec }) =>
              metadata?.name === backend?.name && spec?.ports?.some(({ name }) => name === backend?.port?.name),
          ),
          `there is no service ${backend?.name}`,
        ),
      ),
    ];
  },
};

function confinementProblems({ name, pod, container }: Workload): readonly string[] {
  const { securityContext: own } = container;
  const common = pod.securityContext;
  // It confines what it extracts texts with (docs/deployment/text-extraction.md).
  const mayConfine = container.name === 'workspace';
  const isProfile = (type: string | undefined) =>
    type === undefined || type === 'RuntimeDefault' || (mayConfine && type === 'Unconfined');
  return [
    ...problem(!common?.runAsNonRoot || !common.runAsUser || !common.runAsGroup, `${name} may run as root`),
    ...problem(common?.seccompProfile?.type !== 'RuntimeDefault', `${name} has no seccomp profile`),
    ...problem(
      !isProfile(own?.seccompProfile?.type) || !isProfile(own?.appArmorProfile?.type),
      `${name} has a profile of its own`,
    ),
    ...problem(own?.allowPrivilegeEscalation !== false || own.privileged === true, `${name} may get privileges`),
    ...problem(own?.readOnlyRootFilesystem !== true, `${name} may write to its image`),
    ...problem(own?.capabilities?.drop?.join() !== 'ALL' || !!own.capabilities.add, `${name} has capabilities`),
    ...problem(
      !!pod.hostNetwork || !!pod.hostPID || !!pod.hostIPC || !!pod.volumes?.some(({ hostPath }) => hostPath),
      `${name} shares something with its node`,
    ),
  ];
}

/** Rules without a peer allow everything. */
function openings({ metadata, spec }: INetworkPolicy): readonly string[] {
  const peers = [...(spec?.ingress ?? []).map(({ from }) => from), ...(spec?.egress ?? []).map(({ to }) => to)];
  const isOpen = (peer: object) => Object.values(peer).every((selector: object) => Object.keys(selector).length === 0);
  return problem(
    peers.some((some) => !some || some.length === 0 || some.some(isOpen)),
    `${metadata?.name} allows everything`,
  );
}

const problem = (exists: boolean, text: string): readonly string[] => (exists ? [text] : []);
const isGateway = (labels: Labels): boolean => labels['app.kubernetes.io/component'] === 'gateway';

function selects(selector: Selector | undefined, labels: Labels): boolean {
  return (
    selector !== undefined && Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value)
  );
}

function ofKind<Kind>(objects: readonly KubernetesObject[], kind: string): readonly Kind[] {
  return objects.filter((object) => object.kind === kind) as unknown as readonly Kind[];
}

function workloadOf({ metadata, kind, spec }: IDeployment | IJob): Workload {
  const template = spec?.template;
  const pod = template?.spec;
  const container = pod?.containers[0];
  if (!pod || !container) throw new Error(`${metadata?.name} has no container`);
  return {
    name: metadata?.name ?? '',
    kind,
    replicas: kind === 'Deployment' ? ((spec as IDeployment['spec'])?.replicas ?? 1) : 1,
    labels: (template?.metadata?.labels ?? {}) as Labels,
    pod,
    container,
  };
}

/** Every pod has one container. */
export function workloadsOf(objects: readonly KubernetesObject[]): readonly Workload[] {
  return [...ofKind<IDeployment>(objects, 'Deployment'), ...ofKind<IJob>(objects, 'Job')].map(workloadOf);
}

export function deploymentsOf(objects: readonly KubernetesObject[]): readonly Workload[] {
  return workloadsOf(objects).filter(({ kind }) => kind === 'Deployment');
}

/** The problems that a policy finds. */
export function problemsOf(objects: readonly KubernetesObject[], policy = Object.keys(POLICIES)): readonly string[] {
  return policy.flatMap((name) => POLICIES[name]?.(objects) ?? []);
}
