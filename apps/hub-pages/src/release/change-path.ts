/** The paths of the differences between two manifests: JSON Pointers with names in place of indexes. */
import type { PortalComponents } from '@kushk/api-client';

export type Diff = NonNullable<PortalComponents['schemas']['CapabilityDiff']>;
export type Change = Diff['changes'][number];

/** The part of a pointer that names what changed: `/plans/basic/rates/ocr.page` → `basic / rates / ocr.page`. */
export function nameIn(path: string): string {
  const segments = segmentsOf(path);
  return (segments.length > 1 ? segments.slice(1) : segments).join(' / ');
}

/** The unescaped segments of a pointer. */
export function segmentsOf(path: string): readonly string[] {
  return path
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
