/**
 * All environment variables of the processes: what each one means, and which processes read it. The reader accepts only
 * names of this table, and `docs/reference/configuration.md` is generated from it.
 */
import type { ServiceName } from '@kushk/contracts';

/** One environment variable as an operator sees it. */
export interface Variable {
  /** Markdown; paths of documents are relative to the folder `docs/`. */
  readonly text: string;
  /** What holds when the variable is absent; undefined: nothing, or it is required. */
  readonly fallback?: string;
  /** The processes that read it. */
  readonly readBy: readonly ServiceName[];
}

const gateways = ['hub_gateway', 'instance_gateway'] as const satisfies readonly ServiceName[];
const services = [
  'catalogue',
  'review',
  'installation',
  'wallet',
  'workspace',
  'delivery',
  'containers',
] as const satisfies readonly ServiceName[];
const all = [...gateways, ...services];
const fleetReaders = ['instance_gateway', 'installation', 'wallet', 'workspace', 'delivery', 'containers'] as const;

export const VARIABLES = {
  KUSHK_ENVIRONMENT: { text: '`development`, `production` or `test`', readBy: all },
  KUSHK_SERVICE: { text: 'name of the process, also in its log; `gateway` for both gateways', readBy: all },
  KUSHK_ROLE: { text: '`hub` or `instance`', readBy: gateways },
  KUSHK_SCOPE: { text: '`hub`, or the id of the instance: the first token of every subject', readBy: all },
  KUSHK_NATS_URL: {
    text: '`nats://…` or `tls://…`, with the user and password of this process; several servers as `tls://user:password@a:4222,b:4222`',
    readBy: all,
  },
  KUSHK_NATS_CREDENTIALS: {
    text: 'text or path of a `.creds` file, where NATS runs in operator mode ([fleet](fleet.md))',
    readBy: all,
  },
  KUSHK_NATS_OPERATOR: {
    text: 'JSON with which the catalogue creates accounts for instances, written by `kushk-deploy init`',
    readBy: ['catalogue'],
  },
  KUSHK_HUB_JETSTREAM: {
    text: "prefix under which an instance's NATS reaches the API of the hub's JetStream",
    fallback: '`$JS.API`: one NATS for both',
    readBy: fleetReaders,
  },
  KUSHK_DATABASE_URL: {
    text: "PostgreSQL 18 or newer, as the service's own role, whose `search_path` is its schema; several servers as `postgres://role:password@a:5432,b:5432/kushk`",
    readBy: services,
  },
  KUSHK_HTTP_HOST: { text: 'address to listen on', fallback: '`127.0.0.1`', readBy: all },
  KUSHK_HTTP_PORT: { text: 'port of the API', readBy: gateways },
  KUSHK_HEALTH_PORT: {
    text: 'port of health and metrics, which is not public ([operations](operations.md#health))',
    readBy: all,
  },
  KUSHK_BASE_URL: {
    text: "the hub's public URL; the `type` of problems points to it, and mails of the hub link to it",
    readBy: [...gateways, 'catalogue'],
  },
  KUSHK_SERVICE_ORIGIN: {
    text: 'public origin of the instance',
    readBy: ['instance_gateway', 'installation', 'workspace', 'delivery', 'containers'],
  },
  KUSHK_PLUGIN_DOMAIN: {
    text: 'domain below which container plugins have their hosts ([containers](reference/containers.md))',
    fallback: 'none; in development on loopback `localhost`',
    readBy: ['instance_gateway', 'installation'],
  },
  KUSHK_PLUGIN_API: { text: 'MAJOR.MINOR of the plugin API that the instance offers', readBy: ['installation'] },
  KUSHK_PEPPER: {
    text: '32 bytes in base64url: key of the hashes of keys, tokens and cookies; for rotation JSON as `KUSHK_SEALING_KEYS`: the first one hashes, each of them verifies',
    readBy: [...gateways, 'catalogue', 'installation'],
  },
  KUSHK_SEALING_KEYS: {
    text: 'JSON `[{"kid","k"}]`, 32 bytes in base64url each; the first key seals, each of them opens',
    readBy: ['instance_gateway', 'installation', 'delivery'],
  },
  KUSHK_SIGNING_KEY: {
    text: "private JWK, Ed25519, with `kid`; delivery has the installation service's",
    readBy: ['catalogue', 'review', 'installation', 'delivery'],
  },
  KUSHK_SIGNING_KEYS: {
    text: 'instead of it, for rotation: JSON array of all keys that sign or have signed ([fleet](fleet.md))',
    readBy: ['catalogue', 'review'],
  },
  KUSHK_PINNED_HUB_KEYS: { text: 'JWKS: public keys of catalogue and review', readBy: ['installation'] },
  KUSHK_OIDC_ISSUER: {
    text: 'the sign-in provider ([sign-in](deployment/proxy-and-sign-in.md#sign-in-provider))',
    readBy: gateways,
  },
  KUSHK_OIDC_AUDIENCE: {
    text: "audience of the provider's access tokens, another one for the hub and for each instance",
    readBy: gateways,
  },
  KUSHK_OIDC_CLIENT_ID: {
    text: 'client of the pages at the provider',
    fallback: '`kushk-<scope>`',
    readBy: gateways,
  },
  KUSHK_OIDC_CLIENT_SECRET: { text: 'its secret', fallback: 'none: a public client with PKCE', readBy: gateways },
  KUSHK_PAGES: { text: 'folder of the built pages', fallback: 'the one beside the gateway', readBy: gateways },
  KUSHK_TRUSTED_PROXIES: {
    text: 'addresses and networks of proxies whose `X-Forwarded-For` counts, separated by commas',
    fallback: 'none',
    readBy: gateways,
  },
  KUSHK_RATE_LIMITS: {
    text: '`off`, or JSON `{"publisher":{"quota":600,"window_seconds":60,"burst":600}}` with some of the limits ([limits](reference/limits.md))',
    fallback: 'those of production; elsewhere a thousand times as high',
    readBy: gateways,
  },
  KUSHK_FIRST_OPERATOR: {
    text: 'subject of the first operator, who adds the other staff ([people](deployment/people.md#staff))',
    readBy: ['catalogue'],
  },
  KUSHK_FIRST_PLATFORM_ADMIN: {
    text: 'subject of the first platform administrator of the instance',
    readBy: ['workspace'],
  },
  KUSHK_LOW_RISK_RECORD_TYPES: {
    text: 'types of records for which an organisation may make rules, separated by commas, or `none`',
    fallback: '`calendar_event`',
    readBy: ['workspace'],
  },
  KUSHK_CONTENT_STORE: {
    text: 'JSON: where contents of sources are stored ([data](deployment/data.md#contents-of-sources)); required in production',
    fallback: 'a temporary folder',
    readBy: ['workspace'],
  },
  KUSHK_CONTENT_KEYS: {
    text: 'JSON as `KUSHK_SEALING_KEYS`: seals the contents of sources, and addresses for e-mail',
    fallback: 'not sealed',
    readBy: ['workspace', 'catalogue'],
  },
  KUSHK_SMTP_URL: {
    text: '`smtps://user:password@host:465?from=address`, or `smtp://…` for STARTTLS: sends notifications by e-mail ([notifications](reference/notifications.md#e-mail)). Needs `KUSHK_CONTENT_KEYS` and `KUSHK_SERVICE_ORIGIN`, on the hub `KUSHK_BASE_URL`',
    fallback: 'no e-mail; in development a page shows what would be sent',
    readBy: ['workspace', 'catalogue'],
  },
  KUSHK_EXTRACTION: {
    text: '`confined` or `unconfined`: whether the texts of files are extracted where the system does not let the process be confined ([extraction](deployment/text-extraction.md))',
    fallback: '`confined`; outside production `unconfined`',
    readBy: ['workspace'],
  },
  KUSHK_QUOTAS: {
    text: 'JSON with some of the quotas of installations and publishers: `{"record_bytes":268435456}` ([limits](reference/limits.md#quotas))',
    fallback: 'those of the table',
    readBy: ['catalogue', 'workspace', 'delivery'],
  },
  KUSHK_RETURN: {
    text: '`automatic` or `reviewer`: whether the return to an earlier release is approved as its reviewer approved that one, or waits for a reviewer, before all other submissions ([releases](reference/releases.md#return))',
    fallback: '`automatic`',
    readBy: ['review'],
  },
  KUSHK_REGISTRY_URL: {
    text: 'registry of images; only images of it, with their digest, are pulled',
    fallback: 'none',
    readBy: ['hub_gateway', 'catalogue', 'containers'],
  },
  KUSHK_REGISTRY_USER: {
    text: 'account with which the engine pulls and the catalogue looks images up',
    fallback: 'none',
    readBy: ['catalogue', 'containers'],
  },
  KUSHK_REGISTRY_PASSWORD: { text: 'its password', fallback: 'none', readBy: ['catalogue', 'containers'] },
  KUSHK_REGISTRY_HOSTS: {
    text: "hosts, with port, of the registry's token service and storage where they are not its own, separated by commas",
    fallback: 'none',
    readBy: ['catalogue'],
  },
  KUSHK_REGISTRY_TOKEN_KEY: {
    text: 'private key in PEM, EC P-256, that signs tokens for the registry ([registry](reference/registry.md))',
    fallback: 'none',
    readBy: ['catalogue'],
  },
  KUSHK_CONTAINER_DRIVER: {
    text: 'how container plugins run: `off`, `docker` (also Podman) or `kubernetes` ([containers](reference/containers.md))',
    fallback: '`off`',
    readBy: ['installation', 'containers'],
  },
  KUSHK_CONTAINER_ENGINE: {
    text: 'address of the engine: `unix:///run/podman/podman.sock`, `http://…`',
    fallback: '`unix:///var/run/docker.sock`',
    readBy: ['containers'],
  },
  KUSHK_CONTAINER_RUNTIME: {
    text: 'runtime of the engine for plugins, such as `runsc` (gVisor)',
    fallback: "the engine's own",
    readBy: ['containers'],
  },
  KUSHK_CONTAINER_USER_IDS: {
    text: "first of the machine's user and group ids that containers get, 65,536 each, different for instances on one machine; `off`: the machine's own ids",
    fallback: '1879048192',
    readBy: ['containers'],
  },
  KUSHK_CONTAINER_SUBNET: {
    text: 'IPv4 network that is divided among the installations, 128 addresses each, different for instances on one machine',
    fallback: '`10.213.0.0/16`, enough for 512',
    readBy: ['containers'],
  },
  KUSHK_CONTAINER_LIMITS: {
    text: 'JSON with some of `memory_mib`, `cpus`, `processes`, `tmp_mib`, `data_mib`: limits of each container',
    fallback: '256, 0.5, 128, 64, 1024',
    readBy: ['containers'],
  },
  KUSHK_CONTAINER_DATA: {
    text: "`image`: `/data` has the size `data_mib`; `unlimited`: it takes what the engine's disk has",
    fallback: '`image`',
    readBy: ['containers'],
  },
  KUSHK_CONTAINER_DATA_DIR: {
    text: 'folder in which `/data` of each installation is stored, an absolute path',
    fallback: '`/var/lib/kushk/containers`',
    readBy: ['containers'],
  },
  KUSHK_KUBERNETES_NAMESPACE: {
    text: 'namespace of the plugins ([Kubernetes](reference/kubernetes.md))',
    fallback: '`kushk-plugins`',
    readBy: ['containers'],
  },
  KUSHK_KUBERNETES_PLATFORM_NAMESPACE: {
    text: "namespace of the instance's own pods",
    fallback: '`kushk`',
    readBy: ['containers'],
  },
  KUSHK_KUBERNETES_POD_ADDRESS: {
    text: 'IPv4 address of the pod of `containers` (`status.podIP`); required with the driver `kubernetes`',
    readBy: ['containers'],
  },
  KUSHK_KUBERNETES_NETWORK_POLICIES: {
    text: '`enforced`: the network has passed [the check](reference/kubernetes.md#the-check); required with the driver `kubernetes`',
    fallback: '`unknown`',
    readBy: ['containers'],
  },
  KUSHK_KUBERNETES_EGRESS_PORTS: {
    text: 'ports of that pod for the egress of plugins, 32 for each installation',
    fallback: '`10240-32767`, enough for 704',
    readBy: ['containers'],
  },
  KUSHK_KUBERNETES_STORAGE_CLASS: {
    text: 'storage class of `/data`',
    fallback: "the cluster's",
    readBy: ['containers'],
  },
  KUSHK_KUBERNETES_USER_NAMESPACES: {
    text: '`on`: `hostUsers: false`; `off`: `runAsNonRoot: true`, for runtimes without user namespaces',
    fallback: '`on`',
    readBy: ['containers'],
  },
  LOG_LEVEL: { text: '`trace`, `debug`, `info`, `warn`, `error`, `fatal`, `silent`', fallback: '`info`', readBy: all },
  OTEL_EXPORTER_OTLP_ENDPOINT: { text: 'where traces are sent', fallback: 'no tracing', readBy: all },
} as const satisfies Readonly<Record<string, Variable>>;

/** The name of an environment variable that a process reads. */
export type VariableName = keyof typeof VARIABLES;
