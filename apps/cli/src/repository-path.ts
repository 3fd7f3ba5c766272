import { isAbsolute, relative, resolve, sep } from 'node:path';

/**
 * In CI, returns the path of a file relative to the root of the checkout; elsewhere, relative to the working
 * directory. `-` is returned unchanged.
 */
export function pathInRepository(file: string): string {
  const root = process.env['GITHUB_WORKSPACE'] ?? process.env['CI_PROJECT_DIR'];
  if (file === '-' || root === undefined || root === '') return file.split(sep).join('/');
  const path = relative(root, resolve(file));
  return path.startsWith('..') || isAbsolute(path) ? file : path.split(sep).join('/');
}
