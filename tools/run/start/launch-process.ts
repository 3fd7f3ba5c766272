/** Starts the program of a process with its Node flags, environment and log file. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openLog } from './process-log.js';
import type { ProcessPlan } from './system.js';

/** The services that each request of a plugin passes. */
const busyServices = new Set(['gateway', 'wallet', 'workspace']);

/**
 * About a dozen processes share one machine, so each gets little memory. The young generation must be large enough
 * for the requests in flight. With 2 MB, the gateway and the wallet have half of their throughput; with 8 MB, a
 * submission takes the catalogue a third longer than with 32 MB. The workspace gets less: the chunks of contents that
 * it has stored wait there for the garbage collector, and took more than 64 MiB.
 *
 * With a small limit of the old generation, V8 collects it after every few megabytes. Under load, V8's threads took a
 * quarter of the processor time of the wallet and a tenth of the gateway's, and beside writes of a megabyte a quarter
 * of the workspace's. The busy services collect it from 128 MB on, which takes 50 MB more. They also allocate nothing
 * in the old generation in advance: V8 takes objects of requests for long-lived ones, and the gateway then collected it
 * every three seconds (docs/performance.md).
 */
export const memoryFlags = (service: string | undefined): readonly string[] => {
  const youngMib = service === 'workspace' ? 8 : 32;
  return [
    `--max-semi-space-size=${youngMib}`,
    '--max-old-space-size=256',
    ...(service !== undefined && busyServices.has(service)
      ? ['--initial-old-space-size=128', `--min-semi-space-size=${youngMib}`, '--no-allocation-site-pretenuring']
      : []),
  ];
};
/** Node flags for several systems on one machine, where throughput does not matter. */
const lowMemoryFlags = ['--max-semi-space-size=2', '--max-old-space-size=160', '--optimize-for-size'];

/** The only variables that a process inherits from this process, besides `OTEL_*` and `KUSHK_REGISTRY_*`. */
const inheritedVariables = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'TZ',
  'LOG_LEVEL',
  'KUSHK_RATE_LIMITS',
  'KUSHK_QUOTAS',
  'KUSHK_RETURN',
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'NODE_COMPILE_CACHE',
  // The driver and the engine are those that the program found.
  'KUSHK_CONTAINER_RUNTIME',
  'KUSHK_CONTAINER_SUBNET',
  'KUSHK_CONTAINER_LIMITS',
  'KUSHK_CONTAINER_DATA',
];

export function launchProcess(plan: ProcessPlan, { root, logFile }: { root: string; logFile: string }): ChildProcess {
  const log = openLog(logFile);
  const service = plan.environment['KUSHK_SERVICE'];
  const imports = ['--import', join(root, 'tools', 'run', 'start', 'parent-watchdog.mjs')];
  if (plan.needsTypescript)
    imports.push('--disable-warning=ExperimentalWarning', '--import', join(root, 'tools', 'typescript.mjs'));
  try {
    return spawn(
      process.execPath,
      [...(plan.isLowMemory ? lowMemoryFlags : memoryFlags(service)), ...imports, resolve(root, plan.program)],
      {
        cwd: root,
        // The process gets its own process group, so that Ctrl-C reaches only the supervisor, which stops everything
        // in order.
        detached: true,
        stdio: ['ignore', log, log, 'ipc'],
        env: environmentOf(plan),
      },
    );
  } finally {
    closeSync(log);
  }
}

function environmentOf(plan: ProcessPlan): NodeJS.ProcessEnv {
  const isInherited = (name: string): boolean =>
    inheritedVariables.includes(name) || name.startsWith('OTEL_') || name.startsWith('KUSHK_REGISTRY_');
  const inherited = Object.entries(process.env).filter(([name]) => isInherited(name));
  return { ...Object.fromEntries(inherited), ...plan.environment };
}
