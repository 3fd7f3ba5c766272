/** A Prometheus (Debian's package `prometheus`) that scrapes processes of Kushk and evaluates our rules. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startServer } from '@kushk/embedded';
import { environmentOfProcess } from './system-processes.js';

export const observability = fileURLToPath(new URL('../../../deploy/observability/', import.meta.url));

/** Starts both programs, so it is called only by the specs that need them. */
export const hasPrometheus = (): boolean =>
  ['prometheus', 'promtool'].every((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0);
/** The line of a run in which tests that need Prometheus did not run. */
export const prometheusNote = 'alerts and dashboards were not tested; to test them: apt-get install prometheus';

export interface Target {
  readonly job: string;
  /** `host:port` of `/metrics`. */
  readonly address: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: number;
}
export interface Prometheus {
  readonly url: string;
  /** The result of a query now. Rejects with what is wrong with the query. */
  query(expression: string): Promise<readonly Sample[]>;
  /** The labels of the alerts that fire. */
  firing(): Promise<readonly Readonly<Record<string, string>>[]>;
  stop(): Promise<void>;
}

/** The target that a running process of Kushk is; null for any other, and for one that has ended (Linux only). */
export function targetOf(pid: number): Target | null {
  const environment = environmentOfProcess(pid);
  const { KUSHK_HEALTH_PORT: port, KUSHK_SERVICE: name, KUSHK_SCOPE: scope } = environment;
  if (!port || !name || !scope) return null;
  const service = name === 'gateway' ? `${environment['KUSHK_ROLE']}_gateway` : name;
  return { job: 'kushk', address: `127.0.0.1:${port}`, labels: { scope, service } };
}

/** Starts Prometheus with the rules of a file, or with none, scrapes every two seconds and evaluates every second. */
export async function startPrometheus({
  folder,
  targets,
  rules,
}: {
  readonly folder: string;
  readonly targets: readonly Target[];
  readonly rules?: string;
}): Promise<Prometheus> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const configFile = join(folder, 'prometheus.json');
  // JSON is YAML.
  writeFileSync(
    configFile,
    JSON.stringify({
      global: { scrape_interval: '2s', evaluation_interval: '1s' },
      rule_files: rules === undefined ? [] : [rules],
      scrape_configs: targets.map(({ job, address, labels }, index) => ({
        job_name: `${job}${index}`,
        relabel_configs: [{ target_label: 'job', replacement: job }],
        static_configs: [{ targets: [address], labels }],
      })),
    }),
  );
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer({
    name: 'Prometheus',
    binary: 'prometheus',
    args: [
      `--config.file=${configFile}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    marker: configFile,
    owner: null,
    environment: {},
    logFile: join(folder, 'prometheus.log'),
    url,
    notes: [],
    stopSignals: ['SIGTERM'],
    guardSignal: 'TERM',
    isReady: () =>
      fetch(`${url}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
  });
  return {
    url,
    query: async (expression) => {
      const { result } = await get<{ result: { metric: Sample['metric']; value: [number, string] }[] }>(
        `${url}/api/v1/query?query=${encodeURIComponent(expression)}`,
      );
      return result.map(({ metric, value }) => ({ metric, value: Number(value[1]) }));
    },
    firing: async () => {
      const { alerts } = await get<{ alerts: { state: string; labels: Sample['metric'] }[] }>(`${url}/api/v1/alerts`);
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels);
    },
    stop: () => server.stop(),
  };
}

async function get<Data>(url: string): Promise<Data> {
  const answer = (await (await fetch(url)).json()) as { status: string; error?: string; data: Data };
  if (answer.status !== 'success') throw new Error(answer.error);
  return answer.data;
}
