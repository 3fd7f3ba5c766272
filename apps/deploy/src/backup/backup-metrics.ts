/** The metrics of the last backup, for the textfile collector of Prometheus' node exporter. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from './backup-folder.js';

/** One file per scope, because a hub and an instance may be on one machine. It is renamed when it is complete. */
export async function writeBackupMetrics(
  folder: string,
  scope: string,
  { manifest, at }: { readonly manifest: Manifest; readonly at: Date },
): Promise<void> {
  const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, manifest.contents?.bytes ?? 0);
  const lines = [
    '# HELP kushk_backup_last_success_timestamp_seconds When the last backup was complete.',
    '# TYPE kushk_backup_last_success_timestamp_seconds gauge',
    `kushk_backup_last_success_timestamp_seconds{scope="${scope}"} ${at.getTime() / 1_000}`,
    '# HELP kushk_backup_last_size_bytes Size of the last backup, without the log.',
    '# TYPE kushk_backup_last_size_bytes gauge',
    `kushk_backup_last_size_bytes{scope="${scope}"} ${bytes}`,
  ];
  await mkdir(folder, { recursive: true });
  const path = join(folder, `kushk_backup_${scope}.prom`);
  await writeFile(`${path}.part`, `${lines.join('\n')}\n`, { flush: true });
  await rename(`${path}.part`, path);
}
