import type { JsonObject } from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import type { InspectedImage, SubmissionImages } from '../release/submit-release/submission-preparer.js';
import { imageProblems } from './image-findings.js';
import type { ImageInspector } from './image-inspector.js';
import { publisherPath } from './image-reference.js';
import { RegistryUnavailable } from './registry-errors.js';

/** Checks the image of a manifest against the registry of the hub. */
export class ImageChecks implements SubmissionImages {
  constructor(
    private readonly inspector: Pick<ImageInspector, 'inspect'>,
    private readonly registryUrl: string,
    private readonly report: (error: RegistryUnavailable, image: string) => void,
  ) {}

  async inspect(manifest: JsonObject, publisherId: string): Promise<InspectedImage | null> {
    const { registryUrl } = this;
    const { image = '', port } = manifest as Partial<Manifest>;
    const path = registryUrl === '' ? '' : publisherPath(publisherId, registryUrl);
    try {
      const lookup = await this.inspector.inspect(image, publisherId);
      return {
        problems: imageProblems({ ...(port !== undefined && { port }) }, lookup, { registryUrl, path }),
        details: lookup.status === 'found' ? lookup.details : null,
      };
    } catch (error) {
      if (!(error instanceof RegistryUnavailable)) throw error;
      this.report(error, image);
      return null;
    }
  }
}
