/** Where the image of a manifest is in the registry of the hub. */
export interface ImageLocation {
  /** The name of the repository in the registry's API, with the path of `KUSHK_REGISTRY_URL`: `acme/invoices`. */
  readonly repository: string;
  /** `sha256:` and 64 hex characters. */
  readonly digest: string;
}

const REPOSITORY_MAX_CHARACTERS = 255;
/** The OCI distribution specification: lowercase segments, so that no segment can be `..` or end the path. */
const REPOSITORY = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*$/;

/** Returns null for an image that is not in the registry, or has no digest. A tag beside the digest means nothing. */
export function locateImage(image: string, registryUrl: string): ImageLocation | null {
  const { host, pathname } = new URL(registryUrl);
  const [name = '', digest = '', ...rest] = image.split('@');
  if (rest.length > 0 || !name.startsWith(`${host}/`) || !/^sha256:[0-9a-f]{64}$/.test(digest)) return null;
  const repository = name.slice(host.length + 1).replace(/:[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/, '');
  return isRepository(repository) && repository.startsWith(repositoryPath(pathname)) ? { repository, digest } : null;
}

/** Whether the text is the name of a repository. */
export function isRepository(name: string): boolean {
  return name.length <= REPOSITORY_MAX_CHARACTERS && REPOSITORY.test(name);
}

/** The path below which a publisher pushes its images: `acme/`, after the path of the registry's URL. */
export function publisherPath(publisherId: string, registryUrl: string): string {
  return `${repositoryPath(new URL(registryUrl).pathname)}${publisherId}/`;
}

/** `/kushk/` is `kushk/` and `/` is empty. */
function repositoryPath(pathname: string): string {
  const path = pathname.replace(/^\/+|\/+$/g, '');
  return path === '' ? '' : `${path}/`;
}
