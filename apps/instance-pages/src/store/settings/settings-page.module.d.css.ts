declare const classes: {
  readonly actions: string;
  readonly panel: string;
};
export default classes;
