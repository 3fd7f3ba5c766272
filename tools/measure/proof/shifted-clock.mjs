/** Preloaded with `--import shifted-clock.mjs?ms=3600000`: the clock of the process is ahead by so much. */
const aheadMs = Number(new URL(import.meta.url).searchParams.get('ms'));
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
