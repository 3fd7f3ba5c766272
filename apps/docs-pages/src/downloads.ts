/** Files that are served as they are, under addresses that never change. */
import { apiDocuments } from './texts.js';

/** Files that verify calls: shown at the end of the page `verify`, each with its language as anchor. */
export const verifiers: readonly (readonly [language: string, file: string])[] = [
  ['python', 'verify/python/kushk_verify.py'],
  ['php', 'verify/php/kushk_verify.php'],
  ['go', 'verify/go/kushk_verify.go'],
  ['java', 'verify/java/KushkVerify.java'],
];

/** The calls with their verdicts, with which somebody tests a verifier in another language. */
export const VECTORS = 'verify/vectors.json';

/** Files below docs/. */
export const downloads: readonly string[] = [
  ...apiDocuments.map(({ name }) => `openapi/${name}.json`),
  ...verifiers.map(([, file]) => file),
  VECTORS,
];

/** The address on the hub, such as `/docs/assets/verify/vectors.json`. */
export function addressOfDownload(file: string): string {
  return `/docs/assets/${file}`;
}
