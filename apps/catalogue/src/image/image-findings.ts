/** Findings about the image of an `instance` plugin. */
import type { ImageDetails, Problem } from '@kushk/contracts';
import { problemOf, type Manifest } from '@kushk/manifest';

/** The result of looking an image up in the registry. */
export type ImageLookup =
  | { readonly status: 'found'; readonly details: ImageDetails }
  /** The hub has no registry. */
  | { readonly status: 'unchecked' }
  /** The image is not in the registry of the hub. */
  | { readonly status: 'elsewhere' }
  | { readonly status: 'missing' }
  /** The registry has the digest, and it is no image that can be read. */
  | { readonly status: 'unreadable' };

interface RegistryOfPublisher {
  readonly registryUrl: string;
  /** The repository path of the publisher: `acme/`. */
  readonly path: string;
}

const ROOT = /^(?:0|root)(?::|$)/;

/** Errors refuse the submission; warnings are advice for the reviewer. */
export function imageProblems(
  { port }: Pick<Manifest, 'port'>,
  lookup: ImageLookup,
  { registryUrl, path }: RegistryOfPublisher,
): readonly Problem[] {
  const problem = (code: Parameters<typeof problemOf>[1]['code'], params: Readonly<Record<string, string>> = {}) =>
    problemOf('submission', { path: '/image', code, params });
  switch (lookup.status) {
    case 'unchecked':
      return [problem('image_unchecked')];
    case 'elsewhere':
      return [problem('image_elsewhere', { registry: registryUrl })];
    case 'missing':
      return [problem('image_missing', { registry: registryUrl })];
    case 'unreadable':
      return [problem('image_unreadable')];
    case 'found':
      return foundProblems(lookup.details, { port: port ?? DEFAULT_PORT, path, problem });
  }
}

const DEFAULT_PORT = 8080;

function foundProblems(
  { reference, platforms }: ImageDetails,
  {
    port,
    path,
    problem,
  }: {
    readonly port: number;
    readonly path: string;
    readonly problem: (
      code: Parameters<typeof problemOf>[1]['code'],
      params?: Readonly<Record<string, string>>,
    ) => Problem;
  },
): readonly Problem[] {
  const linux = platforms.filter(({ platform }) => platform.startsWith('linux/'));
  if (linux.length === 0)
    return [problem('image_not_linux', { platforms: platforms.map(({ platform }) => platform).join(', ') })];
  const isForeign = !reference.slice(reference.indexOf('/') + 1).startsWith(path);
  const closed = linux.some(
    ({ exposed_ports: ports }) => ports.length > 0 && !ports.some((exposed) => exposed.split('/')[0] === String(port)),
  );
  return [
    ...(linux.some(({ entrypoint, command }) => entrypoint.length + command.length === 0)
      ? [problem('image_without_command')]
      : []),
    ...(isForeign ? [problem('image_path_foreign', { path })] : []),
    ...(linux.some(({ user }) => user === '' || ROOT.test(user)) ? [problem('image_runs_as_root')] : []),
    ...(closed ? [problem('image_port_not_exposed', { port: String(port) })] : []),
  ];
}
