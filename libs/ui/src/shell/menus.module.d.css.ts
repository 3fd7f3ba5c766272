declare const classes: {
  readonly account: string;
  readonly check: string;
  readonly face: string;
  readonly item: string;
  readonly menu: string;
  readonly only: string;
  readonly popover: string;
  readonly switcher: string;
  readonly who: string;
};
export default classes;
