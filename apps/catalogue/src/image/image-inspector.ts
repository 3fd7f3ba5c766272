/** Looks up images in the registry of the hub, within bounds of time, memory and load. */
import type { ImageDetails, ImagePlatform } from '@kushk/contracts';
import { LRUCache } from 'lru-cache';
import { readImageConfig, readImageDocument } from './image-documents.js';
import type { ImageLookup } from './image-findings.js';
import { locateImage, type ImageLocation } from './image-reference.js';
import type { RegistryReader } from './registry.client.js';
import { RegistryDocumentInvalid, RegistryUnavailable } from './registry-errors.js';

/** The images of one registry, as the inspector reads them. */
interface ImageSource {
  reader(location: ImageLocation, signal: AbortSignal): RegistryReader;
}

interface InspectorSettings {
  /** Empty: the hub has no registry. */
  readonly registryUrl: string;
  readonly source: ImageSource;
  /** The time for all documents of one image; by default {@link DEADLINE_MS}. */
  readonly deadlineMs?: number;
}

/** Less than the deadline of a request, so that the caller gets a clear answer. */
const DEADLINE_MS = 5_000;
const MAX_IN_FLIGHT = 16;
/** One publisher whose images are slow to read must not stop the submissions of others. */
const MAX_IN_FLIGHT_OF_PUBLISHER = 4;
const MAX_PARALLEL_PLATFORMS = 4;
/** The editor of the portal checks a manifest at every pause of typing. An image with a digest never changes. */
const KNOWN_TTL_MS = 30_000;
const KNOWN_MAX_BYTES = 4 * 1024 * 1024;

export class ImageInspector {
  private readonly inFlight = new Map<string, number>();
  private readonly known = new LRUCache<string, ImageDetails>({
    ttl: KNOWN_TTL_MS,
    maxSize: KNOWN_MAX_BYTES,
    sizeCalculation: (details, reference) => JSON.stringify(details).length + reference.length,
  });

  constructor(private readonly settings: InspectorSettings) {}

  /** Rejects with `RegistryUnavailable` when there is no result now. */
  async inspect(image: string, publisherId: string): Promise<ImageLookup> {
    const { registryUrl, deadlineMs = DEADLINE_MS } = this.settings;
    if (registryUrl === '') return { status: 'unchecked' };
    const location = locateImage(image, registryUrl);
    if (location === null) return { status: 'elsewhere' };
    const known = this.known.get(image);
    if (known !== undefined) return { status: 'found', details: known };
    return await this.withinLimits(publisherId, async () => {
      try {
        const platforms = await platformsOf(
          this.settings.source.reader(location, AbortSignal.timeout(deadlineMs)),
          location.digest,
        );
        if (platforms === null) return { status: 'missing' };
        const details = { reference: image, platforms };
        this.known.set(image, details);
        return { status: 'found', details };
      } catch (error) {
        if (error instanceof RegistryDocumentInvalid) return { status: 'unreadable' };
        throw error;
      }
    });
  }

  private async withinLimits<Result>(publisherId: string, inspect: () => Promise<Result>): Promise<Result> {
    const own = this.inFlight.get(publisherId) ?? 0;
    const all = [...this.inFlight.values()].reduce((sum, count) => sum + count, 0);
    if (own >= MAX_IN_FLIGHT_OF_PUBLISHER || all >= MAX_IN_FLIGHT)
      throw new RegistryUnavailable('too many images are being looked up');
    this.inFlight.set(publisherId, own + 1);
    try {
      return await inspect();
    } finally {
      const left = (this.inFlight.get(publisherId) ?? 1) - 1;
      if (left === 0) this.inFlight.delete(publisherId);
      else this.inFlight.set(publisherId, left);
    }
  }
}

/** Returns null when the registry does not have the image. An index with a missing image cannot be read. */
async function platformsOf(registry: RegistryReader, digest: string): Promise<readonly ImagePlatform[] | null> {
  const text = await registry.manifest(digest);
  if (text === null) return null;
  const document = readImageDocument(text);
  if (document === null) throw new RegistryDocumentInvalid('the digest names no image');
  if (document.kind === 'image') return [await platformOf(registry, document)];
  const platforms: ImagePlatform[] = [];
  for (let first = 0; first < document.manifests.length; first += MAX_PARALLEL_PLATFORMS) {
    const batch = document.manifests.slice(first, first + MAX_PARALLEL_PLATFORMS);
    platforms.push(
      ...(await Promise.all(
        batch.map(async (manifest) => {
          const image = readImageDocument((await registry.manifest(manifest)) ?? '');
          if (image?.kind !== 'image') throw new RegistryDocumentInvalid('the index names no image');
          return await platformOf(registry, image);
        }),
      )),
    );
  }
  return platforms;
}

async function platformOf(
  registry: RegistryReader,
  { configDigest, size }: { readonly configDigest: string; readonly size: number },
): Promise<ImagePlatform> {
  const platform = readImageConfig((await registry.blob(configDigest)) ?? '', size);
  if (platform === null) throw new RegistryDocumentInvalid('the image has no configuration that can be read');
  return platform;
}
