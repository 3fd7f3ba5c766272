/** `npm run generate` writes the units of systemd to `deploy/systemd`, from the files of `deploy/compose`. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readComposeFile } from '../../run/compose/production-file.js';
import { systemdFiles, type SystemdSource } from '../../run/compose/systemd-units.js';
import { writeGenerated } from './write-generated.js';

const root = resolve(import.meta.dirname, '../../..');
const sources = (['hub', 'instance'] as const).map((scope): SystemdSource => ({
  scope,
  file: readComposeFile(readFileSync(resolve(root, `deploy/compose/${scope}.yaml`), 'utf8'), {}),
}));
writeGenerated(resolve(root, 'deploy/systemd'), systemdFiles(sources), /^(kushk|etc-kushk)/);
