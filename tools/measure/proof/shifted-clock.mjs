/**
 * Preloaded with `--import shifted-clock.mjs?ms=3600000`: the clock of the process is ahead by so much. With
 * `&signal=SIGUSR2` it is right until that signal, and right again after the next one.
 */
const { searchParams } = new URL(import.meta.url);
const shiftMs = Number(searchParams.get('ms'));
const signal = searchParams.get('signal');
let aheadMs = signal === null ? shiftMs : 0;
if (signal !== null)
  process.on(signal, () => {
    aheadMs = shiftMs - aheadMs;
  });
const Real = globalThis.Date;

globalThis.Date = class Date extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(Real.now() + aheadMs);
    else super(...parts);
  }

  static now() {
    return Real.now() + aheadMs;
  }
};
