/**
 * The answers of `kushk-deploy init`: one table for the questions, for the check of `answers.yaml` and for
 * docs/deployment.md. A field is required unless it has a fallback.
 */
import { VARIABLES } from '@kushk/runtime';
import { count, hosts, httpsUrl, listOf, oneOf, optional, path, port, text, variables, type Parse } from './field.js';

/** The scope as the first answer: all others may depend on it. */
type Given = Readonly<Record<string, unknown>>;

export interface Field<Value> {
  readonly question: string;
  readonly parse: Parse<Value>;
  /** What holds without an answer; absent: the field is required. */
  readonly fallback?: (given: Given) => Value;
  /** Whether the field has a meaning beside the other answers; by default always. */
  readonly when?: (given: Given) => boolean;
  /** Not asked at the terminal: the fallback is right for nearly every deployment. */
  readonly isRare?: true;
}

const field = <Value>(definition: Field<Value>): Field<Value> => definition;
/** A field that is null where `when` does not hold. */
const fieldWhen = <Value>(when: (given: Given) => boolean, definition: Field<Value>): Field<Value | null> => ({
  ...definition,
  when,
});
const isHub = ({ scope }: Given): boolean => scope === 'hub';
const isInstance = (given: Given): boolean => !isHub(given);
const onDisk = (given: Given): boolean => isInstance(given) && given['content_store.driver'] !== 's3';
const onS3 = (given: Given): boolean => isInstance(given) && given['content_store.driver'] === 's3';
/** Whether container plugins run on the instance. */
export const withContainers = (given: Given): boolean => isInstance(given) && given['containers.driver'] !== 'off';
const onEngine = (given: Given): boolean => isInstance(given) && given['containers.driver'] === 'docker';
const onKubernetes = ({ target }: Given): boolean => target === 'kubernetes';
const hasRegistry = (given: Given): boolean => given['registry.url'] !== null;
const name = text(/^\S(?:.*\S)?$/, 'must be text');
const nothing = (): null => null;

/** Variables that follow from other answers, so that `variables` may not set them. */
export const ANSWERED_VARIABLES: readonly string[] = [
  ...['KUSHK_ENVIRONMENT', 'KUSHK_SERVICE', 'KUSHK_ROLE', 'KUSHK_SCOPE', 'KUSHK_HUB_JETSTREAM', 'KUSHK_DATABASE_URL'],
  ...['KUSHK_NATS_URL', 'KUSHK_NATS_CREDENTIALS', 'KUSHK_NATS_OPERATOR', 'KUSHK_HTTP_HOST', 'KUSHK_HTTP_PORT'],
  ...['KUSHK_HEALTH_PORT', 'KUSHK_BASE_URL', 'KUSHK_SERVICE_ORIGIN', 'KUSHK_PLUGIN_DOMAIN', 'KUSHK_PLUGIN_API'],
  ...['KUSHK_PEPPER', 'KUSHK_SEALING_KEYS', 'KUSHK_SIGNING_KEY', 'KUSHK_SIGNING_KEYS', 'KUSHK_PINNED_HUB_KEYS'],
  ...['KUSHK_OIDC_ISSUER', 'KUSHK_OIDC_AUDIENCE', 'KUSHK_OIDC_CLIENT_ID'],
  ...['KUSHK_OIDC_CLIENT_SECRET', 'KUSHK_TRUSTED_PROXIES', 'KUSHK_FIRST_OPERATOR', 'KUSHK_FIRST_PLATFORM_ADMIN'],
  ...['KUSHK_CONTENT_STORE', 'KUSHK_CONTENT_KEYS', 'KUSHK_REGISTRY_URL', 'KUSHK_REGISTRY_USER'],
  ...['KUSHK_REGISTRY_PASSWORD', 'KUSHK_REGISTRY_TOKEN_KEY', 'KUSHK_CONTAINER_DRIVER', 'KUSHK_CONTAINER_ENGINE'],
];
const isFurtherVariable = (variable: string): boolean =>
  Object.hasOwn(VARIABLES, variable) && !ANSWERED_VARIABLES.includes(variable);

export const FIELDS = {
  scope: field({
    question: 'hub, or the id of the instance (a-z, 0-9, dash)',
    parse: text(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be hub, or the id of an instance: 1 to 32 of a-z, 0-9 and dash'),
  }),
  url: field({ question: 'its public address, such as https://hub.example', parse: httpsUrl }),
  hub_url: fieldWhen(isInstance, { question: 'public address of the hub', parse: httpsUrl }),
  'postgres.hosts': field({
    question: 'PostgreSQL servers, host:port, separated by commas',
    parse: hosts(null, 'db1.internal:5432, db2.internal:5432'),
  }),
  'postgres.database': field({
    question: 'name of the database',
    parse: text(/^[a-z_][a-z0-9_-]{0,62}$/, 'must be 1 to 63 of a-z, 0-9, dash and underscore'),
    fallback: () => 'kushk',
  }),
  'postgres.wal_archive': field({
    question: 'folder to which PostgreSQL archives its log, for a restore to a moment, or none',
    parse: optional(
      text(/^\/[a-zA-Z0-9/._-]+$/, 'must be an absolute path of letters, digits, dot, dash and underscore'),
    ),
    fallback: nothing,
  }),
  'nats.hosts': field({
    question: 'NATS servers of this scope, host:port, one or three',
    parse: hosts([1, 3], 'nats.internal:4222'),
  }),
  'nats.leaf': field({
    question: "address of the hub's NATS for the instances, such as tls://nats.hub.example:7422",
    parse: text(/^tls:\/\/[a-zA-Z0-9.-]+:\d{1,5}$/, 'must be tls://host:port, such as tls://nats.hub.example:7422'),
  }),
  certificates: field({
    question: 'certificates of NATS and PostgreSQL: generated, or the file of your own authority',
    parse: (value: unknown) => (value === 'generated' ? ('generated' as const) : path(value)),
    fallback: () => 'generated' as const,
  }),
  'sign_in.issuer': field({ question: 'issuer of the sign-in provider', parse: httpsUrl }),
  'sign_in.audience': field({ question: 'audience of its access tokens, of this scope alone', parse: name }),
  'sign_in.client_id': field({
    question: 'client id of the pages',
    parse: name,
    fallback: ({ scope }) => `kushk-${String(scope)}`,
  }),
  'sign_in.client_secret_file': field({
    question: "file with the client's secret, or none for a public client with PKCE",
    parse: optional(path),
    fallback: nothing,
  }),
  'sign_in.authority_file': field({
    question: "file with the authority of the provider's certificate, or none if it is a public one",
    parse: optional(path),
    fallback: nothing,
  }),
  first_person: field({
    question: 'subject (sub) of the first operator of the hub, or platform administrator of the instance',
    parse: name,
  }),
  'hub.link_credentials_file': fieldWhen(isInstance, {
    question: 'file with the credentials of the link, from kushk operator instance add',
    parse: path,
  }),
  'hub.pinned_keys_file': fieldWhen(isInstance, {
    question: 'file with the pinned keys of the hub, from kushk operator instance add',
    parse: path,
  }),
  'hub.authority_file': fieldWhen(isInstance, {
    question: "file with the authority of the hub's NATS (ca.crt), or none if it is a public one",
    parse: optional(path),
    fallback: nothing,
  }),
  plugin_domain: fieldWhen(isInstance, {
    question: 'domain below which container plugins have their pages, or none',
    parse: optional(text(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/, 'must be a domain without port')),
    fallback: nothing,
  }),
  'content_store.driver': fieldWhen(isInstance, {
    question: 'contents of sources: disk or s3',
    parse: oneOf('disk', 's3'),
    fallback: () => 'disk' as const,
  }),
  'content_store.folder': fieldWhen(onDisk, {
    question: 'their folder',
    parse: path,
    fallback: () => '/var/lib/kushk/contents',
  }),
  'content_store.endpoint': fieldWhen(onS3, {
    question: 'address of the S3 storage, or none for Amazon',
    parse: optional(text(/^https?:\/\/[^\s/]+\/?$/, 'must be an address with https:// or http://')),
    fallback: nothing,
  }),
  'content_store.region': fieldWhen(onS3, { question: 'region', parse: name }),
  'content_store.bucket': fieldWhen(onS3, { question: 'bucket', parse: name }),
  'content_store.prefix': fieldWhen(onS3, {
    question: 'prefix of the objects',
    parse: name,
    fallback: () => 'kushk/contents/',
    isRare: true,
  }),
  'content_store.access_key_id': fieldWhen(onS3, { question: 'access key id', parse: name }),
  'content_store.secret_access_key_file': fieldWhen(onS3, { question: 'file with the secret access key', parse: path }),
  'registry.url': field({
    question: 'registry of images, or none',
    parse: optional(httpsUrl),
    fallback: nothing,
  }),
  'registry.user': fieldWhen(hasRegistry, {
    question: 'account that pulls from it, or none',
    parse: optional(name),
    fallback: nothing,
  }),
  'registry.password_file': fieldWhen(hasRegistry, {
    question: 'file with the password of this account, or generated on the hub',
    parse: (value: unknown) => (value === 'generated' ? ('generated' as const) : optional(path)(value)),
    fallback: nothing,
  }),
  'registry.tokens': fieldWhen((given) => isHub(given) && hasRegistry(given), {
    question: 'whether the hub signs tokens for publishers: yes or no',
    parse: oneOf('yes', 'no'),
    fallback: () => 'no' as const,
  }),
  'containers.driver': fieldWhen(isInstance, {
    question: 'container plugins: off, docker (also Podman) or kubernetes',
    parse: oneOf('off', 'docker', 'kubernetes'),
    fallback: () => 'off' as const,
  }),
  'containers.engine': fieldWhen(onEngine, {
    question: 'address of the engine',
    parse: text(/^(unix|http):\/\/\S+$/, 'must be unix:///path or http://host:port'),
    fallback: () => 'unix:///var/run/docker.sock',
  }),
  trusted_proxies: field({
    question: 'addresses or networks of the proxies in front, separated by commas, or none',
    parse: listOf(/^[0-9a-fA-F.:]+(\/\d{1,3})?$/, 'must be addresses or networks, such as [10.0.0.0/8], or none'),
    fallback: () => [],
  }),
  replicas: field({ question: 'processes of each service', parse: count(16), fallback: () => 1 }),
  target: field({
    question: 'where it runs: files (compose, systemd) or kubernetes',
    parse: oneOf('files', 'kubernetes'),
    fallback: () => 'files' as const,
  }),
  image: fieldWhen(onKubernetes, {
    question: 'image of Kushk',
    parse: name,
    fallback: () => 'kushk:latest',
  }),
  listen: field({
    question: 'address on which the processes listen',
    parse: text(/^[0-9a-fA-F.:]+$/, 'must be an IP address, such as 0.0.0.0'),
    fallback: () => '0.0.0.0',
    isRare: true,
  }),
  'ports.http': field({
    question: 'port of the gateway',
    parse: port,
    fallback: (given) => (isHub(given) ? 8080 : 8081),
    isRare: true,
  }),
  'ports.health': field({
    question: 'first port of health and metrics; each process has the next one',
    parse: port,
    fallback: (given) => (isHub(given) ? 9101 : 9111),
    isRare: true,
  }),
  variables: field({
    question: 'more variables, for every process that reads them',
    parse: variables(
      isFurtherVariable,
      'must be variables of docs/reference/configuration.md that no other answer sets, such as {LOG_LEVEL: debug}',
    ),
    fallback: () => ({}),
    isRare: true,
  }),
} as const;

export type FieldName = keyof typeof FIELDS;
/** The answers by field. A field without a meaning beside the other answers is null. */
export type Answers = { readonly [Name in FieldName]: ReturnType<(typeof FIELDS)[Name]['parse']> };
