/** The memory of a container in the answer of metrics-server. Pure. */

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
};

/** Null when nothing was measured. */
export function memoryBytesIn(metrics: unknown): number | null {
  const { items = [] } = (metrics ?? {}) as { items?: { containers?: { usage?: { memory?: string } }[] }[] };
  const measured = items.flatMap(({ containers = [] }) => containers.map(({ usage }) => bytesOf(usage?.memory ?? '')));
  const known = measured.filter((bytes) => bytes !== null);
  return known.length === 0 ? null : known.reduce((sum, bytes) => sum + bytes, 0);
}

/** A quantity such as `23456Ki`. */
function bytesOf(quantity: string): number | null {
  const [, number, unit = ''] = /^(\d+)([A-Za-z]{0,2})$/.exec(quantity) ?? [];
  const factor = UNITS[unit];
  return number === undefined || factor === undefined ? null : Number(number) * factor;
}
