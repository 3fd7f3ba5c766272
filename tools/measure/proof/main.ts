/**
 * `npm run proof -- NAME [--seed N] [--quick] [--full] [--planted | --defect DEFECT]` runs a proof (docs/proofs.md).
 * Without a name it lists them. The exit code is 1 when a claim does not hold. With `--planted` the code under proof
 * contains all its defects, with `--defect` one of them, and the exit code is 1 when the proof does not catch each.
 */
import { parseArgs } from 'node:util';
import { calibrate } from '../bench/calibration.js';
import type { Claim, Proof } from './proof.js';
import { Random } from './random.js';

process.env['LOG_LEVEL'] ??= 'error';

const proofs: Readonly<Record<string, () => Promise<{ proof: Proof }>>> = {
  steady: () => import('./steady.js'),
  isolation: () => import('./isolation.js'),
  backlog: () => import('./backlog.js'),
  recovery: () => import('./recovery.js'),
  kills: () => import('./kills.js'),
  'hostile-responses': () => import('./hostile-responses.js'),
  rotations: () => import('./rotations.js'),
  'rotations-of-secrets': () => import('./rotations-of-secrets.js'),
  'wallet-orders': () => import('./wallet-orders.js'),
  'wallet-steps': () => import('./wallet-steps.js'),
  'wallet-races': () => import('./wallet-races.js'),
  'wallet-kills': () => import('./wallet-kills.js'),
  'wallet-audit': () => import('./wallet-audit.js'),
  emergency: () => import('./emergency.js'),
  rollout: () => import('./rollout.js'),
  restore: () => import('./restore.js'),
  'restore-pitr': () => import('./restore-pitr.js'),
  hostile: () => import('./hostile.js'),
  upgrade: () => import('./upgrade.js'),
  'hung-replica': () => import('./hung-replica.js'),
  'failover-nats': () => import('./failover-nats.js'),
  'failover-postgres': () => import('./failover-postgres.js'),
  rolling: () => import('./rolling.js'),
  clock: () => import('./clock.js'),
  'disk-full': () => import('./disk-full.js'),
  alerts: () => import('./alerts.js'),
  growth: () => import('./growth.js'),
  inbox: () => import('./inbox.js'),
  images: () => import('./images.js'),
  private: () => import('./private.js'),
  'step-budget': () => import('./step-budget.js'),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    quick: { type: 'boolean' },
    full: { type: 'boolean' },
    planted: { type: 'boolean' },
    defect: { type: 'string' },
  },
});
const [name] = positionals;
const load = name === undefined ? undefined : proofs[name];
if (load === undefined) {
  for (const [each, open] of Object.entries(proofs))
    process.stdout.write(`${each.padEnd(22)}${(await open()).proof.title}\n`);
  process.exit(name === undefined ? 0 : 2);
}
const { proof } = await load();
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const planted = [proof.plantedDefect].flat().filter((defect) => values.planted === true || defect === values.defect);
if (values.defect !== undefined && planted.length === 0) throw new Error(`there is no defect ${values.defect}`);
const calibration = await calibrate();
process.stdout.write(`${proof.title}\nseed ${seed}${planted.length > 0 ? `, planted: ${planted.join()}` : ''}\n`);
process.stdout.write(`calibration ${Math.round(calibration.requestsPerSecond).toLocaleString('en')} requests/s\n`);

const claims = await proof.run({
  random: new Random(seed),
  patches: planted,
  isQuick: values.quick === true,
  isFull: values.full === true,
  calibration,
  report: (line) => process.stderr.write(`  ${line}\n`),
});
for (const claim of claims) process.stdout.write(`${lineOf(claim)}\n`);
const holds = claims.every(({ ok }) => ok);
/** Each claim that catches the defect must fail; where no claim says what it catches, one of them must. */
const isCaught = (defect: string): boolean => {
  const own = claims.filter(({ catches }) => catches === defect);
  return own.length > 0 ? own.every(({ ok }) => !ok) : !holds;
};
/** A quick run does not try every defect of a proof that has several. */
const tried = planted.filter((defect) => claims.some(({ catches = defect }) => catches === defect));
const missed = tried.filter((defect) => !isCaught(defect));
for (const defect of tried)
  process.stdout.write(`The planted defect ${defect} was ${missed.includes(defect) ? 'NOT caught' : 'caught'}.\n`);
process.exit((planted.length === 0 ? holds : missed.length === 0) ? 0 : 1);

function lineOf({ claim, measured, limit, unit, ok }: Claim): string {
  return `${ok ? 'ok    ' : 'FAILED'} ${claim}: ${figure(measured)} ${unit} (limit ${figure(limit)})`;
}

function figure(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(1);
}
