/** Reads CPU profiles of V8: how much time the functions took themselves, without the functions that they called. */

/** The part of a `.cpuprofile` file that is read. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

export interface SelfTime {
  /** Function, file and line. */
  readonly name: string;
  readonly us: number;
}

export interface SelfTimes {
  /** Time in which the process was not idle, without that of the profiler. */
  readonly busyUs: number;
  /** By function, the largest first. */
  readonly functions: readonly SelfTime[];
  /** By package or by file of this repository, the largest first. */
  readonly files: readonly SelfTime[];
}

export function selfTimesOf(profile: CpuProfile, root: string): SelfTimes {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const functions = new Map<string, number>();
  const files = new Map<string, number>();
  const add = (sums: Map<string, number>, name: string, us: number): void =>
    void sums.set(name, (sums.get(name) ?? 0) + us);
  let busyUs = 0;
  profile.samples.forEach((id, index) => {
    const frame = frames.get(id);
    const us = profile.timeDeltas[index] ?? 0;
    if (frame === undefined || isLeftOut(frame)) return;
    busyUs += us;
    const file = fileOf(frame.url, root);
    add(
      functions,
      `${frame.functionName || '(anonymous)'} ${file}${file === '' ? '' : `:${frame.lineNumber + 1}`}`,
      us,
    );
    add(files, file === '' ? frame.functionName : packageOf(file), us);
  });
  return { busyUs, functions: largestFirst(functions), files: largestFirst(files) };
}

/** The idle time, and the profiler itself. */
function isLeftOut({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): boolean {
  return functionName === '(idle)' || url === 'node:inspector';
}

function largestFirst(sums: ReadonlyMap<string, number>): SelfTime[] {
  return [...sums].map(([name, us]) => ({ name, us })).sort((a, b) => b.us - a.us);
}

function fileOf(url: string, root: string): string {
  const path = url.replace(/^file:\/\//, '').replace(`${root}/`, '');
  return path.replace(/^.*node_modules\//, '');
}

/** The name of the package that a file belongs to; files of Node and of this repository stay as they are. */
function packageOf(file: string): string {
  if (/^(node:|apps\/|libs\/)/.test(file)) return file;
  const [scope = '', name = ''] = file.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}
