/** The automatic checks of a manifest. */
import type { ImageDetails } from './image.js';
import type { Problem } from './messages.js';

/** The names of the automatic checks of a manifest, in the order in which the checks run. */
export type ReleaseCheckName =
  | 'structure'
  | 'run_location'
  | 'image'
  | 'egress'
  | 'reach'
  | 'scopes'
  | 'capabilities'
  | 'json_schemas'
  | 'plans'
  | 'tools'
  | 'settings'
  | 'ui';
/**
 * One automatic check. `failed`: instances reject the release because of it. `warning`: advice for the reviewer.
 * `not_applicable`: the manifest does not contain the checked part. The problems of all checks together are the
 * release's `warnings`.
 */
export interface ReleaseCheck {
  readonly name: ReleaseCheckName;
  readonly outcome: 'passed' | 'warning' | 'failed' | 'not_applicable';
  readonly problems: readonly Problem[];
  /** Only in the check `image`, when the hub has read the image from its registry. */
  readonly details?: ImageDetails;
}
