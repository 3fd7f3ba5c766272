/** The stages of a rollout as people type them: `10:24, 50:24, 100`, the percentage and the hours of each. */
import type { PortalComponents } from '@kushk/api-client';

type Rollout = PortalComponents['schemas']['ReleaseResource']['rollout'];
export type Stages = Rollout['stages'];

/** Null for a text that has another form; the hub checks the numbers. */
export function stagesOf(text: string): Stages | null {
  const stages = latin(text)
    .split(/[,،]/)
    .map((part) => /^\s*(\d{1,3}(?:\.\d{1,2})?)\s*[%٪]?\s*(?::\s*(\d{1,3}))?\s*$/.exec(part));
  if (stages.some((found) => found === null)) return null;
  return stages.map((found) => ({ percent: Number(found![1]), hours: Number(found![2] ?? 0) }));
}

/** With Latin digits in place of Persian and Arabic ones. */
function latin(text: string): string {
  return text.replace(/[۰-۹٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}
