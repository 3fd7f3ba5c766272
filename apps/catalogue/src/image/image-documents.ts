/**
 * Reads the documents by which a registry describes an image: index, manifest and configuration, of OCI and of Docker.
 * They come from publishers, so nothing in them is trusted: every function returns null for what it cannot read, and
 * texts and lists are cut.
 */
import type { ImagePlatform } from '@kushk/contracts';

/** What an image's digest names: one image, or one for each platform. */
type ImageDocument =
  | { readonly kind: 'image'; readonly configDigest: string; readonly size: number }
  | { readonly kind: 'index'; readonly manifests: readonly string[] };

export const INDEX_TYPES = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
] as const;
export const MANIFEST_TYPES = [
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
] as const;
const CONFIG_TYPES: readonly unknown[] = [
  'application/vnd.oci.image.config.v1+json',
  'application/vnd.docker.container.image.v1+json',
];

const MAX_PLATFORMS = 16;
const MAX_LAYERS = 1_000;
const MAX_ITEMS = 32;
const MAX_CHARACTERS = 256;

type Json = Readonly<Record<string, unknown>>;

/** Reads a manifest or an index. A document that could be read as both is neither: readers would differ. */
export function readImageDocument(text: string): ImageDocument | null {
  const document = objectIn(text);
  if (document === null) return null;
  const { mediaType, manifests, config, layers } = document;
  const isOneOf = (types: readonly string[]) => mediaType === undefined || types.some((type) => type === mediaType);
  const isIndex = Array.isArray(manifests) && isOneOf(INDEX_TYPES);
  const isImage = isObject(config) && isOneOf(MANIFEST_TYPES);
  if (isIndex && config === undefined && layers === undefined) return readIndex(manifests);
  if (isImage && Array.isArray(layers) && manifests === undefined) return readManifest(config, layers);
  return null;
}

function readIndex(manifests: readonly unknown[]): ImageDocument | null {
  const images = manifests.filter(isObject).filter(({ platform }) => !isAttestation(platform));
  const digests = images.map(({ digest }) => digest).filter(isDigest);
  if (digests.length < images.length || digests.length === 0 || digests.length > MAX_PLATFORMS) return null;
  return { kind: 'index', manifests: digests };
}

/** BuildKit adds what it knows about a build as manifests of no platform. */
function isAttestation(platform: unknown): boolean {
  return isObject(platform) && platform['os'] === 'unknown' && platform['architecture'] === 'unknown';
}

function readManifest(config: Json, layers: readonly unknown[]): ImageDocument | null {
  if (!CONFIG_TYPES.includes(config['mediaType']) || !isDigest(config['digest']) || layers.length > MAX_LAYERS)
    return null;
  let size = 0;
  for (const layer of layers) {
    const bytes = isObject(layer) ? layer['size'] : undefined;
    if (!Number.isSafeInteger(bytes) || (bytes as number) < 0) return null;
    size += bytes as number;
  }
  return Number.isSafeInteger(size) ? { kind: 'image', configDigest: config['digest'], size } : null;
}

/** Reads the configuration of an image. */
export function readImageConfig(text: string, size: number): ImagePlatform | null {
  const document = objectIn(text);
  if (document === null) return null;
  const { os, architecture, variant } = document;
  if (typeof os !== 'string' || typeof architecture !== 'string') return null;
  const config = isObject(document['config']) ? document['config'] : {};
  const parts = [os, architecture, ...(typeof variant === 'string' && variant !== '' ? [variant] : [])];
  return {
    platform: shown(parts.join('/')),
    size,
    user: typeof config['User'] === 'string' ? shown(config['User']) : '',
    entrypoint: textsIn(config['Entrypoint']),
    command: textsIn(config['Cmd']),
    exposed_ports: namesIn(config['ExposedPorts']),
    volumes: namesIn(config['Volumes']),
  };
}

function objectIn(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDigest(value: unknown): value is string {
  return typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value);
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? value
        .filter((item) => typeof item === 'string')
        .slice(0, MAX_ITEMS)
        .map(shown)
    : [];
}

function namesIn(value: unknown): readonly string[] {
  return isObject(value) ? Object.keys(value).slice(0, MAX_ITEMS).map(shown).sort() : [];
}

/** Control characters and halves of surrogate pairs cannot be stored; what changes the direction of text misleads. */
function shown(text: string): string {
  return text.slice(0, MAX_CHARACTERS).replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '\ufffd');
}
