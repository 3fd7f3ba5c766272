declare const classes: {
  readonly does: string;
  readonly list: string;
  readonly name: string;
  readonly price: string;
  readonly row: string;
  readonly square: string;
  readonly state: string;
  readonly summary: string;
  readonly tier: string;
  readonly tile: string;
  readonly words: string;
};
export default classes;
