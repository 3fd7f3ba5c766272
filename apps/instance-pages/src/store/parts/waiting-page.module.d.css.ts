declare const classes: {
  readonly head: string;
  readonly panel: string;
  readonly tile: string;
};
export default classes;
