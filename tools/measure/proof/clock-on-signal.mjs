/** SIGUSR2 puts the clock of this process an hour ahead, and another SIGUSR2 puts it right. */
const RealDate = Date;
let aheadMs = 0;

process.on('SIGUSR2', () => {
  aheadMs = aheadMs === 0 ? 3_600_000 : 0;
});
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + aheadMs] : given));
  }

  static now() {
    return RealDate.now() + aheadMs;
  }
};
