declare const classes: {
  readonly grant: string;
  readonly group: string;
  readonly guarantees: string;
  readonly none: string;
  readonly words: string;
};
export default classes;
