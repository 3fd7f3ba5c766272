// Loaded into every process of the system with `--import <this file>?folder=<folder>`. The first SIGUSR2 starts a CPU
// profile and the second one writes it to the folder, as `<service>-<pid>.cpuprofile`.
import { Session } from 'node:inspector';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SAMPLING_INTERVAL_US = 250;
const folder = new URL(import.meta.url).searchParams.get('folder');
const service = process.env['KUSHK_SERVICE'];

if (folder !== null && service !== undefined) {
  const path = join(folder, `${service}-${process.pid}`);
  let session = null;
  process.on('SIGUSR2', () => {
    if (session === null) {
      session = new Session();
      session.connect();
      session.post('Profiler.enable');
      session.post('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL_US });
      session.post('Profiler.start');
      return;
    }
    const running = session;
    session = null;
    running.post('Profiler.stop', (error, result) => {
      running.disconnect();
      if (error !== null) return;
      writeFileSync(`${path}.part`, JSON.stringify(result.profile));
      renameSync(`${path}.part`, `${path}.cpuprofile`);
    });
  });
  // Without a listener the signal would end the process, so only processes with this file may get it.
  writeFileSync(`${path}.pid`, String(process.pid));
}
