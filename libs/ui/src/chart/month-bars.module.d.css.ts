declare const classes: {
  readonly added: string;
  readonly addedKey: string;
  readonly caption: string;
  readonly chart: string;
  readonly chosen: string;
  readonly consumed: string;
  readonly consumedKey: string;
  readonly grid: string;
  readonly jalali: string;
  readonly key: string;
  readonly month: string;
  readonly tick: string;
  readonly turn: string;
};
export default classes;
