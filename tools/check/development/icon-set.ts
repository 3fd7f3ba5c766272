/** The Lucide icons. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface IconSet {
  /** The SVG elements of each icon on a grid of 24 × 24. */
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
  /** Former names. */
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>;
}

export function lucideIcons(): IconSet {
  const file = createRequire(import.meta.url).resolve('@iconify-json/lucide/icons.json');
  return JSON.parse(readFileSync(file, 'utf8')) as IconSet;
}
